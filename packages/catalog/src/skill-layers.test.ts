import { type Problem } from "@polyglav/registry";
import { type CountedSkill } from "@polyglav/skills";
import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type SkillLayer, type SkillLibrary, type SkillsOfPlugin } from "./skill-layers.ts";

const layer = (skills: Readonly<Record<string, string>>, problems: readonly Problem[] = []): SkillLayer => ({
  entries: new Map(Object.entries(skills).map(([name, content]) => [name, { name, content, description: "d" }])),
  where: (name) => ({ file: `${name}.md` }),
  problems,
});
const warning = { code: "skill/empty", severity: "warning", message: "m", name: "a" } as const;

describe("skills of layers in memory", () => {
  const skills = {
    global: layer({ a: "Global A.", __proto__x: "P" }),
    local: layer({ a: "Local A.", b: "B." }, [warning]),
  };

  it("are loaded with their content, tokens, origin and problems", () => {
    const catalog = createCatalog({ trusted: true, skills });
    expect(catalog.skill("b")).toEqual({
      skill: { name: "b", content: "B.", description: "d", tokens: 1 },
      origin: "local",
      problems: [],
    });
    expect(catalog.skill("a")).toMatchObject({ origin: "merged", problems: [warning] });
    expect(["", "constructor", "__proto__", "c"].map((name) => catalog.skill(name))).toEqual(Array(4).fill(undefined));
  });

  it("are resolved, with what is withheld and why", () => {
    const catalog = createCatalog({ trusted: false, skills });
    const { skills: given, ...receipt } = catalog.resolveSkills([
      ["a", "b"],
      ["a", "c", "toString"],
    ]);
    expect(given.map(({ content }) => content)).toEqual(["Global A."]);
    expect(receipt).toMatchObject({
      missing: ["c", "toString"],
      repeated: ["a"],
      withheld: [{ name: "b", why: "untrusted" }],
    });
    expect(catalog.withheld).toEqual([
      { kind: "skill", name: "a", layer: "local", why: "untrusted", file: "a.md" },
      { kind: "skill", name: "b", layer: "local", why: "untrusted", file: "b.md" },
    ]);
    expect(catalog.resolveSkills([["a"]], { budget: 1 }).withheld).toMatchObject([{ name: "a", why: "budget" }]);
  });

  it("say nothing of problems of a layer that does not count", () => {
    expect(createCatalog({ trusted: false, skills }).problems).toEqual([]);
    expect(createCatalog({ trusted: true, skills }).problems).toEqual([warning]);
  });
});

describe("a library of skills", () => {
  const library = (loads: string[] = [], plugins: (readonly SkillsOfPlugin[])[] = []): SkillLibrary => {
    const skill: CountedSkill = { name: "a", content: "A.", description: "d", tokens: 1 };
    const catalog = createCatalog({ skills: { global: layer({ a: "A." }) } });
    return {
      ...catalog.skills,
      resolve: (lists, options) => catalog.resolveSkills(lists, options),
      problems: () => [warning],
      withheld: () => [{ name: "b", layer: "local", file: "f" }],
      load: (name) => {
        loads.push(name);
        return name === "a" ? skill : undefined;
      },
      setPlugins: (given) => {
        plugins.push(given);
      },
    };
  };

  it("is read when somebody uses a skill, and not before", () => {
    const loads: string[] = [];
    const catalog = createCatalog({ skills: library(loads) });
    expect([catalog.skills.names(), catalog.problems]).toEqual([["a"], [warning]]);
    expect(catalog.withheld).toEqual([{ kind: "skill", name: "b", layer: "local", why: "untrusted", file: "f" }]);
    expect(loads).toEqual([]);
    expect(catalog.skill("a")).toMatchObject({ skill: { content: "A." }, origin: "global", problems: [warning] });
    expect(loads).toEqual(["a"]);
  });

  it("gets the skills of plugins, checked, and keeps what it has where nobody speaks of plugins", () => {
    const plugins: (readonly SkillsOfPlugin[])[] = [];
    createCatalog({ skills: library([], plugins) });
    expect(plugins).toEqual([]);
    const text = "---\nname: x\ndescription: Of the head\nlicense: MIT\n---\nBody.\n";
    const catalog = createCatalog({
      skills: library([], plugins),
      plugins: [{ name: "p", skills: { x: text, bad: { content: 5 } } }],
    });
    expect(plugins).toEqual([
      [{ source: "p", skills: [expect.objectContaining({ name: "x", content: "Body.\n", license: "MIT" })] }],
    ]);
    expect(catalog.problems.map(({ code }) => code)).toEqual(["plugin/wrong-type", "skill/empty"]);
  });
});
