/**
 * Files as people publish them. They are not part of the repository: set `POLYGLAV_CORPUS` to the folder of an
 * `INDEX.tsv` with the columns repository, path, kind and note. Without it the suite says that it is skipped.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type Frontmatter,
  lintSkill,
  parseSkill,
  readFrontmatter,
  resolveSkills,
  skillsSection,
} from "../src/index.ts";
import { readYaml } from "../src/yaml/index.ts";

interface Published {
  readonly file: string;
  readonly kind: string;
  readonly note: string;
  readonly text: string;
}

const root = process.env.POLYGLAV_CORPUS ?? "";
const isThere = root !== "" && existsSync(join(root, "INDEX.tsv"));
const all: readonly Published[] = isThere ? readIndex() : [];
const files = all.filter(({ file }) => file.endsWith(".md"));

function readIndex(): readonly Published[] {
  const [, ...rows] = readFileSync(join(root, "INDEX.tsv"), "utf8").trim().split("\n");
  return rows
    .map((row) => row.split("\t"))
    .map(([repository = "", path = "", kind = "", note = ""]) => ({
      file: join(repository.replace("/", "__"), path),
      kind,
      note,
    }))
    .map((one) => ({ ...one, text: readFileSync(join(root, one.file), "utf8") }));
}

/** What a person sees: a line of the head that starts with the field, with something behind it or below. */
function isSeen(text: string, field: string): boolean {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const end = lines.findIndex((line, i) => i > 0 && /^---\s*$/.test(line));
  return (
    /^---\s*$/.test(lines[0] ?? "") && lines.slice(1, Math.max(end, 1)).some((line) => line.startsWith(`${field}:`))
  );
}

/** Fields that people wrote into a map of another, where a reader of heads does not look. */
const textIn = (head: Frontmatter, field: string): string => head.textOf(field)?.trim() ?? "";

describe.skipIf(!isThere)(`published files in POLYGLAV_CORPUS${isThere ? "" : " (skipped: it is not set)"}`, () => {
  it("are all there", () => {
    const rows = readFileSync(join(root, "INDEX.tsv"), "utf8").trim().split("\n").length - 1;
    const others = all.filter(({ file }) => !file.endsWith(".md"));
    expect(others.every(({ file }) => file.endsWith(".yaml"))).toBe(true);
    expect([files.length > 300, files.length + others.length]).toEqual([true, rows]);
    for (const { file, text } of others) {
      const read = readYaml(text);
      expect([file, read.ok || (read.line > 0 && read.state !== "")]).toEqual([file, true]);
    }
  });

  it.each([
    ["with YAML", readYaml],
    ["with the small reader alone", undefined],
  ] as const)("give name and description wherever a person sees them, %s", (_, yaml) => {
    for (const { file, text } of files) {
      const head = readFrontmatter(text, { yaml });
      for (const field of ["name", "description"])
        expect([file, field, textIn(head, field) !== ""]).toEqual([file, field, isSeen(text, field)]);
    }
  });

  it("lose nothing: what is not head is body, and the head is only lines of the text", () => {
    for (const { file, text } of files) {
      const { body, how } = readFrontmatter(text, { yaml: readYaml });
      expect([file, text.endsWith(body)]).toEqual([file, true]);
      if (how === "none") expect(body).toBe(text);
      else expect(text.slice(0, text.length - body.length)).toMatch(/(?:^|[\r\n])---[ \t]*(?:\r\n|\r|\n)?$/);
    }
  });

  it("have a problem with a line of the head where their index says that YAML rejects them, and only there", () => {
    for (const { file, text, note } of files) {
      const { problems, how } = readFrontmatter(text, { yaml: readYaml });
      const salvaged = problems.filter(({ code }) => code === "skill/head-salvaged");
      expect([file, salvaged.length > 0]).toEqual([file, note.startsWith("yaml-error")]);
      expect([file, problems.some(({ code }) => code === "skill/open-head")]).toEqual([
        file,
        note === "fm-unterminated",
      ]);
      for (const { line = 0, column = 0 } of salvaged) {
        expect(how).toBe("salvaged");
        expect(text.split(/\r\n|\r|\n/)[line - 1]?.slice(column - 1, column), `${file}:${line}:${column}`).toMatch(
          /\S/,
        );
      }
    }
  });

  it("read the same by the small reader as by YAML, for nearly all of them", () => {
    const heads = files.map(({ text }) => readFrontmatter(text, { yaml: readYaml }));
    const plain = heads.filter(({ how }) => how === "plain").length;
    expect(plain / heads.filter(({ how }) => how === "plain" || how === "yaml").length).toBeGreaterThan(0.8);
  });

  it("can all be checked and be put into one prompt, each under a heading of its own", () => {
    const skills = new Map(files.map(({ file, text }) => [file, parseSkill(text, file, { yaml: readYaml }).skill]));
    for (const { file, text } of files)
      for (const { code, message, severity } of lintSkill(text, file, { yaml: readYaml }))
        expect([code, severity, message.length > 10]).toEqual([expect.stringMatching(/^skill\//), "warning", true]);
    const resolved = resolveSkills((name) => skills.get(name), [[...skills.keys()]]);
    expect(resolved.skills.length + resolved.withheld.length).toBe(files.length);
    expect(resolved.withheld.every(({ why }) => why === "empty")).toBe(true);
    const section = skillsSection(resolved.skills);
    for (const { name } of resolved.skills) expect(section).toContain(`\n\n### ${name}\n\n`);
  });
});
