import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openBlock } from "../src/fence.ts";
import { type Resolved, resolveSkills, type Skill, skillsSection, withSkills } from "../src/index.ts";

const name = fc.constantFrom("a", "b", "c", "constructor", "__proto__", "toString", "");
const list = fc.array(fc.oneof(name, fc.constant(null), fc.constant(undefined)), { maxLength: 5 });
const lists = fc.array(list, { maxLength: 3 });
const content = fc.oneof(
  fc.constantFrom("", " \n", "# A\n", "```\nopen", "~~~~\n```\n", "text\n## Skills\n", "### a"),
  fc.string({ maxLength: 12 }),
);
const skill: fc.Arbitrary<Skill> = fc.record({ name, content, description: fc.constant("d") });
/** What a lookup knows: some of the names, with any content. */
const known = fc.array(skill, { maxLength: 6 }).map((skills) => new Map(skills.map((known) => [known.name, known])));

function law<Input>(sentence: string, given: fc.Arbitrary<Input>, holds: (input: Input) => void): void {
  it(sentence, () => {
    fc.assert(
      fc.property(given, (input) => {
        holds(input);
      }),
      { numRuns: 500 },
    );
  });
}

const namesOf = (lists: readonly (readonly (string | null | undefined)[])[]): readonly string[] =>
  lists.flat().filter((name): name is string => typeof name === "string" && name !== "");

describe("resolving", () => {
  const given = fc.tuple(known, lists);
  const resolve = ([skills, lists]: readonly [
    ReadonlyMap<string, Skill>,
    Parameters<typeof resolveSkills>[1],
  ]): Resolved => resolveSkills((name) => skills.get(name), lists);

  law("accounts for every name exactly once: in the prompt, missing or withheld", given, (input) => {
    const { skills, missing, withheld } = resolve(input);
    const accounted = [...skills.map(({ name }) => name), ...missing, ...withheld.map(({ name }) => name)];
    expect([...accounted].sort()).toEqual([...new Set(namesOf(input[1]))].sort());
  });

  law("keeps the order of first mention", given, (input) => {
    const { skills } = resolve(input);
    const order = [...new Set(namesOf(input[1]))];
    const positions = skills.map(({ name }) => order.indexOf(name));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  law("does not depend on how names are cut into lists", given, (input) => {
    expect(resolve([input[0], [input[1].flat()]])).toEqual(resolve(input));
  });

  law("a list given again changes nothing but what is repeated", given, (input) => {
    const { repeated, ...once } = resolve(input);
    const { repeated: again, ...twice } = resolve([input[0], [...input[1], ...input[1]]]);
    expect(twice).toEqual(once);
    expect(new Set(again)).toEqual(new Set(namesOf(input[1])));
    expect(again).toEqual(expect.arrayContaining([...repeated]));
  });
});

describe("a budget", () => {
  const given = fc.tuple(known, lists, fc.nat({ max: 30 }));

  law("is never exceeded, and every name is still accounted for", given, ([skills, lists, budget]) => {
    const resolved = resolveSkills((name) => skills.get(name), lists, { budget });
    expect(resolved.tokens).toBeLessThanOrEqual(budget);
    expect(resolved.tokens).toBe(resolved.skills.reduce((sum, { tokens }) => sum + tokens, 0));
    const free = resolveSkills((name) => skills.get(name), lists);
    const names = [...resolved.skills, ...resolved.withheld.filter(({ why }) => why === "budget")].map(
      ({ name }) => name,
    );
    expect(names.sort()).toEqual(free.skills.map(({ name }) => name).sort());
    expect(resolved.missing).toEqual(free.missing);
  });

  law("leaves every skill whole, and leaves out only what did not fit", given, ([skills, lists, budget]) => {
    const resolved = resolveSkills((name) => skills.get(name), lists, { budget });
    for (const { name, content } of resolved.skills) expect(content).toBe(skills.get(name)?.content);
    const order = [...new Set(namesOf(lists))];
    for (const one of resolved.withheld) {
      if (one.why !== "budget") continue;
      const before = resolved.skills.filter(({ name }) => order.indexOf(name) < order.indexOf(one.name));
      expect(before.reduce((sum, { tokens }) => sum + tokens, one.tokens)).toBeGreaterThan(budget);
    }
  });
});

describe("a prompt", () => {
  const skills = fc.array(skill, { maxLength: 4 });

  law("starts with itself, and goes on with the section", fc.tuple(fc.string(), skills), ([prompt, skills]) => {
    const whole = withSkills(prompt, skills);
    expect(whole.startsWith(prompt.trimEnd())).toBe(true);
    expect(whole.endsWith(skillsSection(skills))).toBe(true);
    if (skills.length === 0) expect(whole).toBe(prompt);
  });

  law("leaves no block of code open, so that every heading is one", skills, (skills) => {
    for (let i = 1; i <= skills.length; i++) expect(openBlock(skillsSection(skills.slice(0, i)))).toBeUndefined();
  });

  law("has one heading for each skill, whatever its name", fc.array(fc.string({ unit: "binary" })), (names) => {
    const section = skillsSection(names.map((name) => ({ name, content: "text", description: "" })));
    const lines = section.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith("### "))).toHaveLength(names.length);
    expect(lines.filter((line) => line !== "" && !/^###? /.test(line))).toEqual(names.map(() => "text"));
  });
});
