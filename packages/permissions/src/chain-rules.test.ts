import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { narrow, overlay, total } from "./carve.ts";
import { pass, use } from "./chain.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { carve, type WrittenCarve } from "./parse.ts";
import { canDelegate } from "./target.ts";

interface Says {
  readonly use?: WrittenCarve;
  readonly pass?: WrittenCarve;
  readonly n?: WrittenCarve;
  readonly m?: WrittenCarve;
  readonly temporary?: boolean;
}
const chain = (config: WrittenCarve, ...roles: readonly Says[]): Authority =>
  roles.reduce<Authority>(
    (from, { use: r, pass: g, n, m, temporary }, depth) =>
      delegate(from, {
        id: `r${depth}`,
        role: `role${depth}`,
        use: r && carve(r),
        pass: g && carve(g),
        bound: { use: n && carve(n), pass: m && carve(m) },
        temporary,
      }),
    root({ id: "root", use: total(carve(config), "ask") }),
  );
const uses = (a: Authority, category: string, ...resources: readonly (readonly string[])[]): readonly Decision[] =>
  resources.map((resource) => use(a, category, resource));

describe("a chain with rules", () => {
  it("keeps the child's own denials", () => {
    const reviewer = chain(
      { read: "allow" },
      { use: { read: "allow" } },
      { use: { read: { default: "allow", rules: { "secrets/**": "deny" } } } },
    );
    expect(uses(reviewer, "read", ["secrets", "k"], ["src", "a"])).toEqual(["deny", "allow"]);
  });

  it("keeps the parent's denials for its child", () => {
    const lead = { use: { read: { default: "allow", rules: { "**/.env": "deny" } } } };
    const researcher = chain({ read: "allow" }, lead, { use: { read: "allow" } });
    expect(uses(researcher, "read", ["app", ".env"], [".env"], ["app", "env"])).toEqual(["deny", "deny", "allow"]);
  });

  it("meets the rules of all its links for each resource alone", () => {
    const leaf = chain(
      { edit: { default: "deny", rules: { "src/**": "allow", "docs/**": "allow" } } },
      { use: { edit: { default: "deny", rules: { "**/*.ts": "allow" } } } },
    );
    expect(uses(leaf, "edit", ["src", "a.ts"], ["src", "a.md"], ["a.ts"], ["docs", "x", "a.ts"])).toEqual([
      "allow",
      "deny",
      "deny",
      "allow",
    ]);
  });

  it("of rules that exclude each other permits nothing", () => {
    const both = narrow(
      total(carve({ bash: { default: "deny", rules: { "git status": "allow" } } }), "deny"),
      total(carve({ bash: { default: "deny", rules: { ls: "allow" } } }), "deny"),
    );
    const me = root({ id: "x", use: both });
    expect(uses(me, "bash", ["curl", "x"], ["ls"], ["git", "status"])).toEqual(["deny", "deny", "deny"]);
  });

  it("takes a category that a role sets for complete: nothing of the caller's rules shines through", () => {
    const config = { edit: { default: "allow", rules: { "src/**": "ask" } } };
    const child = chain(config, { use: { edit: { rules: { "docs/**": "allow" } } } });
    expect(uses(child, "edit", ["x"], ["docs", "a"])).toEqual(["ask", "allow"]);
    expect(uses(chain(config, {}), "edit", ["x"], ["src", "a"])).toEqual(["allow", "ask"]);
  });

  it("hands down what its grant_permission says, rule by rule", () => {
    const lead = {
      use: { edit: "deny" },
      pass: { edit: { default: "deny", rules: { "src/**": "allow", "docs/**": "ask" } } },
    };
    const coder = chain({ edit: "allow" }, lead, { use: { edit: "allow" } });
    expect(uses(coder, "edit", ["src", "a"], ["docs", "a"], ["x"])).toEqual(["allow", "ask", "deny"]);
    const leader = chain({ edit: "allow" }, lead);
    expect(["src", "docs", "x"].map((name) => pass(leader, "edit", [name, "a"]))).toEqual(["allow", "ask", "deny"]);
    expect(
      pass(chain({ edit: "allow" }, { use: { edit: "deny" }, pass: { edit: { rules: {} } } }), "edit", ["x"]),
    ).toBe("ask");
  });

  it("says without a resource what no rule is about", () => {
    const me = chain({ edit: { default: "deny", rules: { "src/**": "allow" } } });
    expect([use(me, "edit"), pass(me, "edit")]).toEqual(["deny", "deny"]);
    const one = chain({ edit: { default: "deny", rules: { "*": "allow" } } });
    expect([use(one, "edit"), pass(one, "edit"), use(one, "edit", ["a"])]).toEqual(["deny", "deny", "allow"]);
  });

  it("lays rules of one owner's layers over each other whole", () => {
    const merged = overlay(
      carve({ bash: { default: "ask", rules: { ls: "allow" } } }),
      carve({ bash: { rules: { rm: "deny" } } }),
    );
    const me = root({ id: "x", use: total(merged, "allow") });
    expect(uses(me, "bash", ["ls"], ["rm"])).toEqual(["allow", "deny"]);
    const back = overlay(carve({ bash: "deny" }), carve({ bash: { rules: { ls: "allow" } } }), carve({ bash: null }));
    expect(uses(root({ id: "x", use: total(back, "ask") }), "bash", ["ls"], ["rm"])).toEqual(["allow", "ask"]);
  });
});

describe("floors under rules", () => {
  const some = { edit: { rules: { "src/**": "allow" } } };

  it("are ask for a role, deny for a temporary one, and its own for a total carve", () => {
    expect(use(chain({ edit: "allow" }, { use: some }), "edit", ["x"])).toBe("ask");
    const temporary = chain({ edit: "allow" }, { use: some, temporary: true });
    expect(uses(temporary, "edit", ["x"], ["src", "a"])).toEqual(["deny", "allow"]);
    for (const floor of ["deny", "ask", "allow"] as const)
      expect(use(root({ id: "x", use: total(carve(some), floor) }), "edit", ["x"])).toBe(floor);
  });

  it("are ask for what only lowers, as under every other rules", () => {
    const bounded = chain({ edit: "allow" }, { n: some, m: { web: { rules: {} } } });
    expect(uses(bounded, "edit", ["x"], ["src", "a"])).toEqual(["ask", "allow"]);
    expect(pass(bounded, "web", ["x"])).toBe("ask");
    const rootBound = root({
      id: "x",
      use: total(carve({ "*": "allow" }), "ask"),
      bound: { use: carve(some), pass: carve(some) },
    });
    expect([use(rootBound, "edit", ["x"]), use(rootBound, "edit", ["src", "a"]), use(rootBound, "web")]).toEqual([
      "ask",
      "allow",
      "allow",
    ]);
  });

  it("of a cap are its own", () => {
    const capped = (floor: Decision) =>
      root({
        id: "x",
        use: total(carve({ "*": "allow" }), "ask"),
        cap: total(carve({ bash: { rules: { "rm **": "deny" } } }), floor),
      });
    expect(uses(capped("allow"), "bash", ["rm", "x"], ["ls"])).toEqual(["deny", "allow"]);
    expect(uses(capped("ask"), "bash", ["rm", "x"], ["ls"])).toEqual(["deny", "ask"]);
  });
});

describe("temporary roles with rules", () => {
  it("never exceed what their caller may use of the same thing", () => {
    const lead = { use: { edit: { default: "deny", rules: { "src/**": "allow" } } }, pass: { edit: "allow" } };
    const helper = { use: { edit: { default: "ask", rules: { "**/*.ts": "allow" } } }, temporary: true };
    expect(uses(chain({ edit: "allow" }, lead, helper), "edit", ["src", "a.ts"], ["src", "a"], ["a.ts"])).toEqual([
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("hand nothing down, whatever their rules say", () => {
    const helper = { use: { edit: "allow" }, pass: { edit: { default: "allow" } }, temporary: true };
    expect(pass(chain({ edit: "allow" }, helper), "edit", ["x"])).toBe("deny");
  });
});

describe("delegate with rules", () => {
  const lead = { use: { delegate: { default: "deny", rules: { "code-*": "allow", "code-root": "ask" } } } };

  it("says to whom a role may delegate", () => {
    const leader = chain({ "*": "allow" }, lead);
    expect(["code-a", "code-root", "writer"].map((role) => canDelegate(leader, { role }).decision)).toEqual([
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("leaves the role a target", () => {
    const me = chain({ delegate: "allow" });
    expect(canDelegate(me, { role: "leader", use: carve(lead.use) }).decision).toBe("allow");
    expect(canDelegate(me, { role: "leader", bound: { use: carve(lead.use) } }).decision).toBe("allow");
  });

  it("is its own delegating also where the default is an ask, which is no word for those who delegate to it", () => {
    const asks = chain({ "*": "allow" }, { use: { delegate: { default: "ask" } } });
    expect(use(asks, "delegate", ["writer"])).toBe("ask");
    expect(use(chain({ "*": "allow" }, { n: { delegate: { default: "ask" } } }), "delegate", ["writer"])).toBe("ask");
  });

  it("a star stands for every category without rules of its own, delegating included", () => {
    const starred = chain(
      { "*": "allow" },
      { use: { "*": "deny", edit: { default: "ask", rules: { "src/**": "allow" } } } },
    );
    expect([
      use(starred, "delegate", ["x"]),
      use(starred, "edit", ["src", "a"]),
      use(starred, "edit", ["b"]),
      use(starred, "web", ["b"]),
    ]).toEqual(["deny", "allow", "ask", "deny"]);
    expect(canDelegate(chain({ delegate: "allow" }), { role: "x", use: carve({ "*": "deny" }) }).decision).toBe(
      "allow",
    );
  });

  it("a star in one field is none in the other, beside rules too", () => {
    const lead2 = chain(
      { "*": "allow" },
      { use: { "*": "deny" }, pass: { edit: { default: "deny", rules: { "src/**": "allow" } } } },
    );
    expect([pass(lead2, "edit", ["src", "a"]), pass(lead2, "edit", ["b"]), pass(lead2, "bash", ["ls"])]).toEqual([
      "allow",
      "deny",
      "deny",
    ]);
  });
});

describe("bash_allow in a chain", () => {
  it("of a caller bounds its children, whatever they list", () => {
    const caller = { use: { bash: "allow", bash_allow: ["pytest", "git"] } };
    for (const [list, expected] of [
      [[], ["allow", "allow", "deny"]],
      [["rm"], ["deny", "deny", "deny"]],
      [
        ["git status", "rm"],
        ["deny", "allow", "deny"],
      ],
    ] as const)
      expect(
        uses(
          chain({ bash: "allow" }, caller, { use: { bash: "allow", bash_allow: list } }),
          "bash",
          ["pytest"],
          ["git", "status"],
          ["rm", "x"],
        ),
      ).toEqual(expected);
    expect(uses(chain({ bash: "allow" }, caller, {}), "bash", ["rm"], ["git"])).toEqual(["deny", "allow"]);
  });

  it("bounds every place in which words stand, and no other category", () => {
    const list = { bash_allow: ["git"] };
    const open = { "*": "allow" };
    for (const a of [
      chain({ ...open, ...list }),
      chain(open, { use: list }),
      chain(open, { n: list }),
      chain(open, { pass: list }, { use: { bash: "allow" } }),
      chain(open, { m: list }, { use: { bash: "allow" } }),
      root({ id: "x", use: total(carve(open), "ask"), cap: total(carve(list), "allow") }),
      root({ id: "x", use: total(carve(open), "ask"), bound: { use: carve(list) } }),
      delegate(root({ id: "x", use: total(carve(open), "ask"), pass: carve(list) }), {
        id: "y",
        role: "y",
        use: carve(open),
      }),
    ]) {
      expect(uses(a, "bash", ["git", "x"], ["gitx"], [])).toEqual(["allow", "deny", "deny"]);
      expect(use(a, "vcs", ["rm"])).toBe("allow");
    }
  });

  it("of a later layer replaces that of an earlier one, for they are one owner's", () => {
    const merged = overlay(
      carve({ bash_allow: ["git"] }),
      carve({ bash: "allow" }),
      carve({ bash_allow: ["ls"] }),
      carve({ bash_allow: null }),
    );
    expect(uses(root({ id: "x", use: total(merged, "ask") }), "bash", ["git"], ["ls"])).toEqual(["deny", "allow"]);
  });
});

describe("a request with several resources", () => {
  const me = chain({ edit: { default: "deny", rules: { "src/**": "allow", "docs/**": "ask" } } });
  const edits = (...paths: readonly (readonly string[])[]) => ({
    actions: paths.map((resource) => ({ category: "edit", resource })),
  });

  it("is permitted only as far as each of them", () => {
    expect(decide(me, edits(["src", "a"], ["src", "b"])).decision).toBe("allow");
    expect(decide(me, edits(["src", "a"], ["docs", "b"])).decision).toBe("ask");
    expect(decide(me, edits(["docs", "b"], ["x"], ["src", "a"])).decision).toBe("deny");
  });

  it("names the action and the rule that decide", () => {
    expect(decide(me, edits(["src", "a"], ["docs", "b"])).because).toEqual([
      {
        kind: "config",
        who: "root",
        category: "edit",
        action: { category: "edit", resource: ["docs", "b"] },
        decision: "ask",
        pattern: "docs/**",
        text: 'config.tool_permission.edit["docs/**"]',
      },
    ]);
    expect(decide(me, edits(["x"])).because).toEqual([
      { kind: "config", who: "root", category: "edit", decision: "deny", text: "config.tool_permission.edit.default" },
    ]);
  });
});
