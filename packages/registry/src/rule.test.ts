import { describe, expect, it } from "vitest";
import { createRegistry, type Registry, type Rule } from "./index.ts";

interface Target {
  seconds: number;
  flags: { readonly name: string }[];
}

const targets = (rules: { seconds?: Rule<number>; flags?: Rule<Target["flags"]> }): Registry<Target> =>
  createRegistry<Target>({ layers: ["company", "team", "me"], rules });

const isNumber = (value: unknown): boolean => typeof value === "number";
const least = { accepts: isNumber, join: Math.min };

describe("a rule of one's own", () => {
  it("joins what the layers say, from the lowest up", () => {
    const registry = createRegistry<{ path: string }>({
      layers: ["a", "b", "c"],
      rules: { path: { accepts: (value) => typeof value === "string", join: (low, high) => `${low}/${high}` } },
    });
    registry.set("c", { x: { path: "three" } });
    registry.set("a", { x: { path: "one" } });
    registry.set("b", { x: { path: "two" } });
    expect(registry.get("x")).toEqual({ path: "one/two/three" });
    expect(registry.explain("x")?.fields.path).toEqual({
      value: "one/two/three",
      from: [{ layer: "a" }, { layer: "b" }, { layer: "c" }],
      shadowed: [],
    });
  });

  it("starts anew above a null", () => {
    const registry = targets({ seconds: least });
    registry.set("company", { build: { seconds: 1 } });
    registry.set("team", { build: { seconds: null } });
    registry.set("me", { build: { seconds: 600 } });
    expect(registry.get("build")).toEqual({ seconds: 600 });
  });

  it("refuses what it does not accept, and the layers below count", () => {
    const registry = targets({ seconds: least });
    registry.set("company", { build: { seconds: 60 } });
    const written = JSON.parse('{ "build": { "seconds": "soon" } }') as Record<string, { seconds: number }>;
    expect(registry.set("me", written)).toEqual([
      {
        code: "registry/not-accepted",
        severity: "error",
        message: 'Cannot take in field "seconds" of "build": its rule does not accept it',
        layer: "me",
        name: "build",
        field: "seconds",
      },
    ]);
    expect(registry.get("build")).toEqual({ seconds: 60 });
    expect(registry.explain("build")?.layers).toEqual(["company", "me"]);
  });

  it("that throws when it is asked takes nothing else down", () => {
    const accepts = (): boolean => {
      throw new TypeError("no idea");
    };
    const registry = targets({ seconds: { ...least, accepts } });
    const problems = registry.set("me", { build: { seconds: 1, flags: [] }, test: { flags: [] } });
    expect(problems.map(({ message }) => message)).toEqual([
      'Cannot take in field "seconds" of "build": its rule threw TypeError "no idea"',
    ]);
    expect(registry.get("build")).toEqual({ flags: [] });
    expect(registry.names()).toEqual(["build", "test"]);
  });

  it.each([
    ["throws", () => JSON.parse("{") as number, /^its rule threw SyntaxError ".*"$/],
    ["gives nothing", () => JSON.parse("null") as number, /^its rule gives nothing$/],
    [
      "gives what contains itself",
      () => {
        const loop: { self?: unknown } = {};
        loop.self = loop;
        return loop as unknown as number;
      },
      /^it contains itself$/,
    ],
  ])("that %s counts as if the higher layer had said nothing", (_, join, state) => {
    const registry = targets({ seconds: { accepts: isNumber, join } });
    registry.set("company", { build: { seconds: 1 }, test: { seconds: 7 } });
    const problems = registry.set("me", { build: { seconds: 2 }, lint: { seconds: 3 } });
    expect(problems).toMatchObject([
      { code: "registry/not-joined", severity: "error", layer: "me", name: "build", field: "seconds" },
    ]);
    expect(problems[0]?.message.replace('Cannot join field "seconds" of "build" with what is below: ', "")).toMatch(
      state,
    );
    expect(registry.problems()).toEqual(problems);
    expect([...registry.entries()]).toEqual([
      ["build", { seconds: 1 }],
      ["lint", { seconds: 3 }],
      ["test", { seconds: 7 }],
    ]);
    expect(registry.explain("build")?.fields.seconds).toEqual({
      value: 1,
      from: [{ layer: "company" }],
      shadowed: [],
    });
    registry.delete("company", "build");
    expect(registry.problems()).toEqual([]);
    expect(registry.get("build")).toEqual({ seconds: 2 });
  });

  it("gets frozen values, and shares with nobody what it returns", () => {
    const returned: { readonly name: string }[] = [];
    const registry = targets({
      flags: {
        accepts: (value) => Object.isFrozen(value) && Array.isArray(value) && value.every(Object.isFrozen),
        join: (low, high) => {
          expect([low, high, low[0], high[0]].every(Object.isFrozen)).toBe(true);
          returned.push(...low, ...high);
          return returned;
        },
      },
    });
    expect(registry.set("company", { build: { flags: [{ name: "a" }] } })).toEqual([]);
    registry.set("team", { build: { flags: [{ name: "b" }] } });
    expect(registry.get("build")?.flags).toEqual([{ name: "a" }, { name: "b" }]);
    expect(Object.isFrozen(registry.get("build")?.flags)).toBe(true);
    returned.pop();
    expect(registry.get("build")?.flags).toHaveLength(2);
    registry.set("me", { build: { flags: [{ name: "c" }] } });
    expect(registry.get("build")?.flags?.at(-1)).toEqual({ name: "c" });
    expect(registry.problems()).toEqual([]);
  });
});
