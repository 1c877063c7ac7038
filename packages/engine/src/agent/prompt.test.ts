import { createCatalog } from "@polyglav/catalog";
import { describe, expect, it } from "vitest";
import { assemblePrompt } from "./prompt.ts";

const layer = (skills: Readonly<Record<string, string>>) => ({
  entries: new Map(Object.entries(skills).map(([name, content]) => [name, { name, content, description: "" }])),
});
const role = { name: "boss", system_prompt: "Prompt.", skills: ["a", "b"] };

describe("assemblePrompt()", () => {
  it("puts standing skills before those of the invocation, each once", () => {
    const catalog = createCatalog({ skills: { global: layer({ a: "A", b: "B", c: "C" }) } });
    const { instructions, warnings } = assemblePrompt({ role, project: undefined, invocation: ["c", "a"] }, catalog);
    expect(instructions).toBe("Prompt.\n\n## Skills\n\n### a\n\nA\n\n### b\n\nB\n\n### c\n\nC");
    expect(warnings).toEqual([]);
  });

  it("puts what the project says before it all, cut where it is long", () => {
    const catalog = createCatalog();
    const bare = { ...role, skills: [] };
    const whole = assemblePrompt({ role: bare, project: "Use pnpm.\n", invocation: [] }, catalog);
    expect(whole.instructions).toBe("## Instructions of the project\n\nUse pnpm.\n\nPrompt.");
    const long = assemblePrompt({ role: bare, project: "x".repeat(20_001), invocation: [] }, catalog);
    expect(long.instructions).toBe(`## Instructions of the project\n\n${"x".repeat(20_000)}\n[cut here]\n\nPrompt.`);
    const alone = assemblePrompt(
      { role: { ...bare, system_prompt: "" }, project: "Use pnpm.", invocation: [] },
      catalog,
    );
    expect(alone.instructions).toBe("## Instructions of the project\n\nUse pnpm.");
  });

  it("warns of every skill that is named and not there, with the reason", () => {
    const catalog = createCatalog({ skills: { global: layer({ a: "A", empty: " \n" }), local: layer({ b: "B" }) } });
    const { instructions, skills, warnings } = assemblePrompt(
      { role, project: " ", invocation: ["empty", "toString"] },
      catalog,
    );
    expect(instructions).toBe("Prompt.\n\n## Skills\n\n### a\n\nA");
    expect(skills.withheld).toHaveLength(2);
    expect(warnings).toEqual([
      { code: "skill-missing", message: 'Role "boss" names a skill that does not exist: toString' },
      {
        code: "skill-withheld",
        message: 'Role "boss" does not get skill "b": it is only in a folder that is not trusted',
      },
      { code: "skill-withheld", message: 'Role "boss" does not get skill "empty": it is empty' },
    ]);
  });

  it("tells a file that cannot be read, and a budget, from one another; of the same file twice nothing is lost", () => {
    const skills = { skills: [], missing: [], repeated: [], tokens: 0 };
    const { warnings } = assemblePrompt(
      { role, project: undefined, invocation: [] },
      {
        resolveSkills: () => ({
          ...skills,
          withheld: [
            { name: "a", why: "unreadable" },
            { name: "b", why: "budget", tokens: 7 },
            { name: "c", why: "same-file", as: "d" },
          ],
        }),
      },
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      'Role "boss" does not get skill "a": its file cannot be read',
      'Role "boss" does not get skill "b": its 7 tokens do not fit into what is left for skills',
    ]);
  });
});
