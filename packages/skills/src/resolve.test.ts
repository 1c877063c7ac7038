import { describe, expect, it } from "vitest";
import { createRegistry } from "@polyglav/registry";
import { parseSkill, type Resolved, resolveSkills, type Skill } from "./index.ts";

const known = new Map(["base", "django", "review"].map((name) => [name, parseSkill(`# ${name}`, name).skill]));
known.set("blank", parseSkill(" \n", "blank").skill);

const resolve = (...lists: readonly (readonly (string | null | undefined)[])[]): Resolved =>
  resolveSkills((name) => known.get(name), lists);
const names = ({ skills }: Resolved): readonly string[] => skills.map(({ name }) => name);

describe("resolveSkills()", () => {
  it.each([-1, NaN])("has no budget of %d", (budget) => {
    expect(() => resolveSkills(() => undefined, [], { budget })).toThrow(RangeError);
  });

  it("lets nothing in that cannot be counted", () => {
    const get = () => ({ content: "A" });
    expect(resolveSkills(get, [["a"]], { budget: 9, count: () => NaN }).skills).toEqual([]);
    expect(resolveSkills(get, [["a"]], { budget: 9, count: () => 9 }).tokens).toBe(9);
  });

  it("takes standing skills first, then those of the task, then those of the stage", () => {
    expect(names(resolve(["review"], ["django"], ["base"]))).toEqual(["review", "django", "base"]);
  });

  it("takes each name once, where it comes first, and passes over what is no name", () => {
    const resolved = resolve(["base"], ["base", "base", "", null, undefined, "django"]);
    expect(names(resolved)).toEqual(["base", "django"]);
    expect(resolved.repeated).toEqual(["base"]);
    expect(resolved.missing).toEqual([]);
  });

  it("reports names that nobody knows, once each, and goes on", () => {
    const resolved = resolve(["djagno", "base"], ["djagno", "Base", " base"]);
    expect(names(resolved)).toEqual(["base"]);
    expect(resolved.missing).toEqual(["djagno", "Base", " base"]);
  });

  it("withholds a skill that is empty, and says why", () => {
    const resolved = resolve(["blank", "base"]);
    expect(names(resolved)).toEqual(["base"]);
    expect(resolved.withheld).toEqual([{ name: "blank", why: "empty" }]);
  });

  it("is empty for no lists and for empty lists", () => {
    for (const resolved of [resolve(), resolve([], [])]) {
      expect(resolved).toEqual({ skills: [], missing: [], repeated: [], withheld: [], tokens: 0 });
    }
  });

  it("finds no skill that objects inherit", () => {
    expect(resolve(["constructor", "__proto__", "toString"]).missing).toEqual(["constructor", "__proto__", "toString"]);
  });

  it("takes merged entries of a registry, and lets the name that was asked for win", () => {
    const registry = createRegistry<Skill>({ layers: ["plugin", "local"] });
    registry.set("plugin", { a: { name: "other", content: "# A\nb", tags: ["x"] }, b: { description: "no content" } });
    const resolved = resolveSkills(registry.get, [["a", "b"]]);
    expect(resolved.skills).toEqual([{ name: "a", content: "# A\nb", description: "# A", tags: ["x"], tokens: 3 }]);
    expect(resolved.withheld).toEqual([{ name: "b", why: "empty" }]);
  });
});
