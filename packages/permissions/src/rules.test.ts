import { describe, expect, it } from "vitest";
import { root } from "./authority.ts";
import { isRules, total } from "./carve.ts";
import { use } from "./chain.ts";
import type { Decision } from "./decision.ts";
import { decide } from "./decide.ts";
import { carve } from "./parse.ts";
import { resourceOf } from "./resource.ts";
import { ruleFor, type Rules } from "./rules.ts";

interface Map {
  readonly default?: string;
  readonly strict?: boolean;
  readonly rules: Readonly<Record<string, string>>;
}
const rulesOf = (written: Map, category = "edit"): Rules => {
  const entry = carve({ [category]: written }).named[category];
  if (!isRules(entry)) throw new Error("these are no rules");
  return entry;
};
/** The pattern of the rule that decides. */
const decider = (written: Map, text: string, category = "edit") =>
  ruleFor(rulesOf(written, category), resourceOf(category, text) ?? [])?.pattern;
/** What is said about it, where the floor is ask. */
const says = (written: Map, text: string, category = "edit"): Decision =>
  use(root({ id: "x", use: total(carve({ [category]: written }), "ask") }), category, resourceOf(category, text));

describe("among the rules that match", () => {
  const home: Map = { rules: { "home/**": "deny", "home/u/**": "allow", "home/u/.ssh/**": "deny" } };

  it("an exception wins over what contains it, and so on", () => {
    expect(["home/x", "home/u/x", "home/u/.ssh/x"].map((path) => says(home, path))).toEqual(["deny", "allow", "deny"]);
    expect(says({ rules: { "**": "allow", "**/*.pem": "deny", "test/**/*.pem": "allow" } }, "test/a.pem")).toBe(
      "allow",
    );
  });

  it("the strictest wins where the exceptions only cross", () => {
    const crossing: Map = { rules: { "src/**": "allow", "**/*.sql": "ask", "**/b.*": "deny" } };
    expect(["src/a", "src/a.sql", "src/b.sql", "b.sql"].map((path) => says(crossing, path))).toEqual([
      "allow",
      "ask",
      "deny",
      "deny",
    ]);
  });

  it("a longer pattern is no exception of one that it does not lie within", () => {
    expect(says({ rules: { "a/*/c/d": "allow", "**/c/*": "deny" } }, "a/b/c/d")).toBe("allow");
    expect(says({ rules: { "a/**/c/d/**": "allow", "**/d": "deny" } }, "a/b/c/d")).toBe("deny");
  });

  it("one that says the same in other words is no exception", () => {
    expect(says({ rules: { "a/**/*": "allow", "a/*/**": "deny" } }, "a/b")).toBe("deny");
    expect(says({ rules: { "a/*/**": "deny", "./a/**/*": "allow" } }, "a/b/c")).toBe("deny");
  });

  it("an exception inside one star of a name counts", () => {
    const names: Map = { rules: { "*": "ask", "code-*": "allow", "code-x*": "deny", "*-x": "ask" } };
    expect(["a", "code-a", "code-xa", "code-x", "b-x"].map((name) => says(names, name, "delegate"))).toEqual([
      "ask",
      "allow",
      "deny",
      "deny",
      "ask",
    ]);
  });

  it("none decides where none matches: then the default, then the floor", () => {
    expect(says({ default: "deny", rules: { a: "allow" } }, "b")).toBe("deny");
    expect(says({ rules: { a: "allow" } }, "b")).toBe("ask");
    const carved = total(carve({ edit: { rules: { a: "allow" } } }), "allow");
    expect(use(root({ id: "x", use: carved }), "edit", ["b"])).toBe("allow");
    expect(decider({ rules: { a: "allow" } }, "b")).toBeUndefined();
  });

  it("the category's default never wins over a rule, however wide", () => {
    expect(says({ default: "deny", rules: { "**": "allow" } }, "x")).toBe("allow");
    expect(says({ default: "allow", rules: { "**": "deny" } }, "x")).toBe("deny");
  });
});

describe("the order of rules", () => {
  const rules = [
    ["src/**", "allow"],
    ["**/*.sql", "ask"],
    ["src/gen/**", "deny"],
    ["src/gen/ok/**", "allow"],
    ["**/x", "deny"],
  ] as const;
  const paths = ["src/a", "src/a.sql", "src/gen/a", "src/gen/ok/a.sql", "src/gen/ok/x", "q"];

  it("means nothing, for the decision and for the rule that is named", () => {
    const expected = paths.map((path) => decider({ rules: Object.fromEntries(rules) }, path));
    for (let turn = 0; turn < rules.length; turn += 1) {
      const turned = [...rules.slice(turn), ...rules.slice(0, turn)];
      for (const order of [turned, turned.toReversed()])
        expect(paths.map((path) => decider({ rules: Object.fromEntries(order) }, path))).toEqual(expected);
    }
    expect(expected).toEqual(["src/**", "**/*.sql", "src/gen/**", "**/*.sql", "**/x", undefined]);
  });

  it("means nothing where several say the same: the first by its pattern is named", () => {
    for (const order of [
      { "b*": "deny", "*b": "deny", "a*": "ask" },
      { "a*": "ask", "*b": "deny", "b*": "deny" },
    ])
      expect(decider({ rules: order }, "bb")).toBe("*b");
  });
});

describe("strict rules", () => {
  const home: Map = { strict: true, rules: { "home/**": "deny", "home/u/**": "allow" } };

  it("have no exceptions: the strictest of all that match decides", () => {
    expect(says(home, "home/u/x")).toBe("deny");
    expect(decider(home, "home/u/x")).toBe("home/**");
    expect(says({ strict: true, rules: { "**": "allow", "a/*": "ask" } }, "a/b")).toBe("ask");
    expect(says({ strict: true, default: "deny", rules: { "**": "allow" } }, "a")).toBe("allow");
  });

  it("are what they are without the word, where it is false or unset", () => {
    expect(says({ ...home, strict: false }, "home/u/x")).toBe("allow");
    expect(says({ rules: home.rules }, "home/u/x")).toBe("allow");
  });
});

it("a rule that means a path inside and outside is an exception in both", () => {
  const places = { worktree: "/home/u/p" };
  const edit = { rules: { "/home/**": "deny", "/home/u/p/src/**": "allow", "src/gen/*": "ask" } };
  const me = root({ id: "x", use: total(carve({ edit }, places), "ask") });
  const of = (text: string) => use(me, "edit", resourceOf("edit", text, places));
  expect(["src/a", "/home/u/p/src/a", "src/gen/a", "b", "/home/v/b", "/etc/x"].map(of)).toEqual([
    "allow",
    "allow",
    "ask",
    "deny",
    "deny",
    "ask",
  ]);
});

describe("what a shell does not tell", () => {
  it("is only matched by whole stars", () => {
    const bash: Map = {
      default: "ask",
      rules: { "rm **": "ask", "rm -r*": "deny", "echo *": "allow", "echo a*": "deny" },
    };
    const me = root({ id: "x", use: total(carve({ bash }), "ask") });
    expect(use(me, "bash", ["rm", "\0$x"])).toBe("ask");
    expect(use(me, "bash", ["rm", "-rf"])).toBe("deny");
    expect(use(me, "bash", ["echo", "\0$x"])).toBe("allow");
  });
});

it("ruleFor() takes rules apart once, however often it is asked", () => {
  const { rules, ...rest } = rulesOf({ rules: { "src/**": "allow" } });
  let looks = 0;
  const watched: Rules = Object.defineProperty({ ...rest, rules }, "rules", {
    get: () => {
      looks += 1;
      return rules;
    },
  });
  for (let i = 0; i < 5; i += 1) expect(ruleFor(watched, ["src", `${i}`])?.decision).toBe("allow");
  expect(looks).toBe(1);
});

it("ruleFor() refuses a segment that is no text", () => {
  const resource: unknown = [1];
  expect(() => ruleFor(rulesOf({ rules: { a: "deny" } }), resource as string[])).toThrow(TypeError);
});

it("of very many rules about one thing the strictest decides, and soon", () => {
  const patterns = Array.from(
    { length: 800 },
    (_, i) => `**/a*/**/b*/**/${"*/".repeat(i % 7)}c${i % 3 === 0 ? "*" : ""}/**`,
  );
  const hostile = Object.fromEntries(
    [...patterns, "**"].map((pattern, i) => [`${pattern}${i}`.replace(/\*\*\d+$/, "**"), "ask"]),
  );
  const resource = ["a", "b", "x", "x", "x", "x", "x", "x", "x", "c", "d"];
  const says = carve({ edit: { default: "allow", rules: { ...hostile, "a/**": "deny", "a/b/**": "allow" } } });
  const me = root({ id: "me", use: total(says, "ask") });
  expect(decide(me, { actions: [{ category: "edit", resource }] }).decision).not.toBe("allow");
});
