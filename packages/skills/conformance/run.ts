/**
 * Answers cases with this package, and compares.
 *
 * @module
 */
import { isDeepStrictEqual } from "node:util";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkSkillName, parseSkill, resolveSkills, withSkills } from "@polyglav/skills";
import { openSkills, skillPlaces, type Skills } from "@polyglav/skills/file";
import { readYaml } from "../src/yaml/index.ts";
import type { Case, FileCase, ListCase, NameCase, Step, TextCase } from "./case.ts";

/** What a case asks, and the package answers otherwise. `folder` is an empty folder for the case. */
export function faultsOf(one: Case, folder: () => string): readonly string[] {
  if ("text" in one) return textFaults(one);
  if ("lists" in one) return listFaults(one);
  if ("steps" in one) return fileFaults(one, folder());
  return nameFaults(one);
}

function textFaults({ id, text, name = "s", frontmatter, expect }: TextCase): readonly string[] {
  const read = () => parseSkill(text, name, { yaml: readYaml, frontmatter });
  const { skill, frontmatter: head, problems } = read();
  const { fields, problems: expected, ...ofSkill } = expect;
  const found = problems.map((problem, i) => picked(problem, expected[i] ?? { code: "" }));
  const again = read();
  return [
    ...differ(id, "fields", { ...head.fields }, fields),
    ...differ(id, "problems", found, expected),
    ...Object.entries(ofSkill).flatMap(([field, value]) =>
      differ(id, field, new Map<string, unknown>(Object.entries(skill)).get(field), value),
    ),
    ...differ(id, "a second reading", [again.skill, again.problems], [skill, problems]),
  ];
}

function listFaults({ id, skills, lists, budget, untrusted, prompt, expect }: ListCase): readonly string[] {
  const known = new Map(
    Object.entries(skills).map(([name, skill]) => [name, typeof skill === "string" ? { content: skill } : skill]),
  );
  const withheld = (name: string) => (untrusted?.includes(name) === true ? "untrusted" : undefined);
  const resolved = resolveSkills((name) => known.get(name), lists, { budget, withheld });
  const answer = { ...resolved, skills: resolved.skills.map(({ name }) => name) };
  const { prompt: whole, ...receipt } = expect;
  return [
    ...differ(id, "receipt", picked(answer, receipt), receipt),
    ...(prompt === undefined ? [] : differ(id, "prompt", withSkills(prompt, resolved.skills), whole)),
  ];
}

function nameFaults({ id, good = [], bad = [] }: NameCase): readonly string[] {
  return [
    ...good.flatMap((name) => differ(id, `"${name}"`, checkSkillName(name)?.code, undefined)),
    ...bad.flatMap((name) => differ(id, `"${name}"`, checkSkillName(name)?.code, "skill/bad-name")),
  ];
}

function fileFaults({ id, plugins, trusted = true, steps }: FileCase, root: string): readonly string[] {
  const [worktree, home] = [join(root, "work"), join(root, "home")];
  const places = skillPlaces({ worktree, home, configHome: join(home, ".config") });
  mkdirSync(worktree);
  mkdirSync(home);
  const skills = openSkills({ places, plugins, trusted });
  return steps.flatMap((step) => {
    change(root, step);
    if (step.plugins !== undefined) skills.setPlugins(step.plugins);
    const changed = [...skills.refresh()];
    return differ(id, "step", picked(answerOf(skills, step, changed), step.expect), step.expect);
  });
}

function change(root: string, { write = {}, link = {}, remove = [] }: Step): void {
  for (const [path, text] of Object.entries(write)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, target] of Object.entries(link)) symlinkSync(target, join(root, path));
  for (const path of remove) rmSync(join(root, path));
}

function answerOf(skills: Skills, { expect }: Step, changed: readonly string[]): Readonly<Record<string, unknown>> {
  const each = (asked: object | undefined, answer: (name: string) => unknown) =>
    Object.fromEntries(Object.keys(asked ?? {}).map((name) => [name, answer(name) ?? null]));
  return {
    names: skills.names(),
    contents: each(expect.contents, (name) => skills.load(name)?.content),
    descriptions: each(expect.descriptions, (name) => skills.get(name)?.description),
    licenses: each(expect.licenses, (name) => skills.load(name)?.license),
    origins: each(expect.origins, (name) => skills.origin(name)),
    changed,
    withheld: skills.withheld().map(({ name }) => name),
    problems: skills.problems().map(({ code, name = "" }) => `${code} ${name}`),
  };
}

/** The part of an answer that was asked for. */
function picked(answer: object, asked: object): Readonly<Record<string, unknown>> {
  const all = new Map<string, unknown>(Object.entries(answer));
  return Object.fromEntries(Object.keys(asked).map((key) => [key, all.get(key)]));
}

function differ(id: string, what: string, answer: unknown, expected: unknown): readonly string[] {
  const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  if (isDeepStrictEqual(plain(answer), plain(expected))) return [];
  return [`${id}: ${what} is ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`];
}
