import { type Authority, canDelegate, CATEGORIES, decide, explain, pass, use } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { type Catalog, createCatalog } from "./catalog.ts";
import { UnknownRoleError } from "./unknown-role.ts";

const make = (roles: Readonly<Record<string, unknown>> = {}, config: unknown = {}): Catalog =>
  createCatalog({ trusted: true, roles: { local: roles }, config: { local: { value: config } } });

/** Walks down from the root, one role after the other. */
const walk = (catalog: Catalog, ...path: readonly string[]): Authority =>
  path.reduce((from, role, i) => catalog.authority(from, role, `r${i}`), catalog.rootAuthority());

const cells = (authority: Authority) => ["bash", "edit", "web", "team"].map((category) => use(authority, category));
const bash = { category: "bash", resource: ["npm", "test"] };

describe("authority through the bundled catalog", () => {
  const catalog = make();

  it.each([
    [[], ["ask", "allow", "allow", "allow"]],
    [["programmer"], ["ask", "allow", "deny", "allow"]],
    [["code-reviewer"], ["ask", "deny", "deny", "allow"]],
    [["composer"], ["deny", "deny", "allow", "deny"]],
    [["leader"], ["deny", "allow", "deny", "allow"]],
    [
      ["leader", "programmer"],
      ["ask", "allow", "deny", "allow"],
    ],
    [
      ["leader", "researcher"],
      ["deny", "deny", "allow", "allow"],
    ],
    [
      ["leader", "assistant"],
      ["deny", "allow", "deny", "allow"],
    ],
  ])("gives root > %j for bash, edit, web and team %j", (path, expected) => {
    expect(cells(walk(catalog, ...path))).toEqual(expected);
  });

  it("lets the leader hand down what it may not use, as far as the root lets it", () => {
    const leader = walk(catalog, "leader");
    expect(["bash", "edit", "web"].map((category) => pass(leader, category))).toEqual(["ask", "allow", "allow"]);
  });

  it("lets the programmer under the leader run commands at once where the config allows bash", () => {
    const allowing = make({}, { tool_permission: { bash: "allow" } });
    expect(cells(walk(allowing, "leader", "programmer"))).toEqual(["allow", "allow", "deny", "allow"]);
    expect(use(walk(allowing, "leader"), "bash")).toBe("deny");
  });

  it("lets the programming team run tests once the operator says yes", () => {
    for (const role of ["programmer", "tester", "code-reviewer"]) {
      const { decision, liftable } = decide(walk(catalog, "leader", role), { actions: [bash] });
      expect([role, decision, liftable]).toEqual([role, "ask", "confirm"]);
    }
  });

  it("offers the composer the catalog and no team", () => {
    const composer = walk(catalog, "composer");
    expect(["catalog", "team", "delegate"].map((category) => use(composer, category))).toEqual([
      "allow",
      "deny",
      "allow",
    ]);
  });

  it("never gives more than the root may pass, however roles are chained", () => {
    const root = catalog.rootAuthority();
    const order = ["deny", "ask", "allow"];
    for (const first of catalog.roles.names()) {
      for (const second of catalog.roles.names()) {
        const child = walk(catalog, first, second);
        for (const category of CATEGORIES) {
          expect(order.indexOf(use(child, category))).toBeLessThanOrEqual(order.indexOf(pass(root, category)));
        }
      }
    }
  });
});

describe("the algebra of delegation", () => {
  it.each([
    ["allow", "ask", "ask"],
    ["allow", "deny", "deny"],
    ["deny", "allow", "deny"],
    ["ask", "allow", "ask"],
  ])("gives a role that wants %s of a caller with %s the word %s", (wants, has, gets) => {
    const catalog = make({ x: { tool_permission: { bash: wants } } }, { tool_permission: { bash: has } });
    expect(use(walk(catalog, "x"), "bash")).toBe(gets);
  });

  it("leaves a category that the role does not name as the caller has it", () => {
    const catalog = make(
      { x: { tool_permission: { edit: "deny", bash: "allow" } } },
      { tool_permission: { read: "allow", edit: "allow", bash: "deny" } },
    );
    const x = walk(catalog, "x");
    expect(["edit", "bash", "read"].map((category) => use(x, category))).toEqual(["deny", "deny", "allow"]);
  });

  it("lets a ceiling above its own use reach a role that names the category", () => {
    const catalog = make(
      { x: { tool_permission: { bash: "allow" } }, y: {} },
      { tool_permission: { bash: "deny" }, grant_permission: { bash: "allow" } },
    );
    expect(use(walk(catalog, "x"), "bash")).toBe("allow");
    expect(use(walk(catalog, "y"), "bash")).toBe("deny");
  });

  it("caps what a role hands down by what its caller hands down, and by its own use where it says nothing", () => {
    const config = { tool_permission: { bash: "allow" }, grant_permission: { bash: "ask", edit: "deny" } };
    const catalog = make(
      { all: { grant_permission: { bash: "allow", edit: "allow" } }, silent: { tool_permission: { bash: "deny" } } },
      config,
    );
    const [all, silent] = [walk(catalog, "all"), walk(catalog, "silent")];
    expect([pass(all, "bash"), pass(all, "edit")]).toEqual(["ask", "deny"]);
    for (const category of CATEGORIES) expect(pass(silent, category)).toBe(use(silent, category));
  });

  it("lets a supervisor lend what it denies itself", () => {
    const worker = { tool_permission: { bash: "allow", edit: "allow" } };
    const supervisor = {
      tool_permission: { bash: "deny", edit: "deny" },
      grant_permission: { bash: "allow", edit: "allow", read: "allow" },
    };
    const catalog = make({ supervisor, worker }, { grant_permission: { read: "allow", bash: "allow", edit: "allow" } });
    const above = walk(catalog, "supervisor");
    expect([use(above, "bash"), pass(above, "bash")]).toEqual(["deny", "allow"]);
    expect(use(walk(catalog, "supervisor", "worker"), "bash")).toBe("allow");
    expect(use(walk(catalog, "supervisor", "worker"), "edit")).toBe("allow");
  });

  it("keeps the denies of the bundled researcher under a local map that does not name them", () => {
    const catalog = make(
      { researcher: { tool_permission: { read: "allow" } } },
      { tool_permission: { bash: "allow" } },
    );
    expect(cells(walk(catalog, "researcher"))).toEqual(["deny", "deny", "allow", "allow"]);
  });

  it("lets a grant of the supervisor lift nothing for its child", () => {
    const catalog = make();
    const child = walk(catalog, "leader", "programmer");
    const heldBy = (holder: string) =>
      ({
        id: "g1",
        holder,
        covers: { kind: "category", category: "bash" },
        lift: "confirm",
        approver: "operator",
        uses: "run",
      }) as const;
    expect(decide(child, { actions: [bash] }, [heldBy("r0")]).decision).toBe("ask");
    expect(decide(child, { actions: [bash] }, [heldBy("r1")]).decision).toBe("allow");
  });

  it("takes a * of the config for every category that it does not name", () => {
    const catalog = make({}, { tool_permission: { "*": "deny", read: "allow" } });
    expect(CATEGORIES.filter((category) => use(catalog.rootAuthority(), category) !== "deny")).toEqual(["read"]);
  });
});

describe("a run that starts as a role", () => {
  const config = { grant_permission: { bash: "allow", web: "ask" } };

  it("is narrowed by the role as any other, and keeps the ceiling of the config where the role has none", () => {
    const catalog = make({}, config);
    const assistant = catalog.rootAuthority({ role: "assistant", id: "r0" });
    const root = catalog.rootAuthority();
    for (const category of CATEGORIES) {
      const [a, b] = [assistant, root].map((one) => [category, use(one, category), pass(one, category)]);
      // An `ask` above the word it has is a ceiling for itself too: nobody uses more than may be handed to it.
      if (category !== "web") expect(a).toEqual(b);
    }
    expect([use(assistant, "web"), pass(assistant, "web")]).toEqual(["ask", "ask"]);
    expect(use(catalog.authority(assistant, "programmer", "r1"), "bash")).toBe("allow");
  });

  it("goes by the ceiling of the role where it has one", () => {
    const catalog = make(
      { x: { grant_permission: { bash: "deny" } }, y: { grant_permission: { "*": "deny" } } },
      config,
    );
    expect(pass(catalog.rootAuthority({ role: "x", id: "r0" }), "bash")).toBe("deny");
    expect(pass(catalog.rootAuthority({ role: "y", id: "r0" }), "bash")).toBe("deny");
    expect(use(catalog.rootAuthority({ role: "leader", id: "r0" }), "bash")).toBe("deny");
  });

  it("does not carry the ceiling of the config past a role further down", () => {
    const catalog = make(
      { x: { tool_permission: { bash: "deny" } }, y: { tool_permission: { bash: "allow" } } },
      config,
    );
    const x = catalog.authority(catalog.rootAuthority({ role: "assistant", id: "r0" }), "x", "r1");
    expect(use(catalog.authority(x, "y", "r2"), "bash")).toBe("deny");
  });
});

describe("the target side of a role", () => {
  const delegation = (role: unknown) => {
    const catalog = make({ x: role });
    return canDelegate(catalog.rootAuthority(), catalog.targetOf("x")).decision;
  };

  it.each([
    [{}, "allow"],
    [{ tool_permission: { delegate: "ask" } }, "ask"],
    [{ tool_permission: { delegate: "deny" } }, "deny"],
    [{ tool_permission: { "*": "deny" } }, "allow"],
    [{ accepts_delegation: "ask" }, "ask"],
    [{ accepts_delegation: "deny", tool_permission: { delegate: "allow" } }, "deny"],
    [{ accepts_delegation: "allow", tool_permission: { delegate: "deny" } }, "allow"],
    [{ accepts_delegation: "maybe" }, "deny"],
  ])("decides for %j %s", (role, decision) => {
    expect(delegation(role)).toBe(decision);
  });

  it("is met with the caller's own use", () => {
    const catalog = make({}, { tool_permission: { delegate: "ask" } });
    expect(canDelegate(catalog.rootAuthority(), catalog.targetOf("writer")).decision).toBe("ask");
  });
});

describe("the words of an authority", () => {
  const where = (_: string, field?: string, key?: string) => ({
    file: "roles.json",
    line: field?.length ?? 0,
    column: key?.length ?? 0,
  });
  const catalog = createCatalog({
    trusted: true,
    roles: { local: { entries: new Map([["leader", { grant_permission: { bash: "ask" } }]]), where } },
    config: {
      global: {
        value: { tool_permission: { bash: "allow" } },
        where: (path) => ({ file: "config.json", line: path.length }),
      },
    },
  });

  it("say in which layer, file and line they stand, under the path of their field", () => {
    const { steps } = explain(walk(catalog, "leader", "programmer"), { actions: [bash] });
    expect(steps.map(({ text, source }) => [text, source])).toEqual([
      ["programmer.tool_permission.bash", { layer: "bundled", path: "programmer.tool_permission.bash" }],
      [
        "leader.grant_permission.bash",
        { layer: "local", file: "roles.json", line: 16, column: 4, path: "leader.grant_permission.bash" },
      ],
      ["leader.tool_permission.bash", { layer: "bundled", path: "leader.tool_permission.bash" }],
      [
        "config.tool_permission.bash",
        { layer: "global", file: "config.json", line: 2, path: "config.tool_permission.bash" },
      ],
    ]);
    expect(steps.find((step) => step.decides)?.text).toBe("leader.grant_permission.bash");
  });

  it("come from the defaults where no layer says them", () => {
    const { steps } = explain(createCatalog().rootAuthority(), { actions: [bash] });
    expect(steps[0]?.source).toEqual({ layer: "default", path: "config.tool_permission.bash" });
  });
});

describe("an unknown role", () => {
  it.each([
    ["programmr", 'Did you mean "programmer"?'],
    ["__proto__", undefined],
    ["", undefined],
  ])("is an error that can be told apart: %j", (name, hint) => {
    const catalog = createCatalog();
    for (const ask of [
      () => catalog.authority(catalog.rootAuthority(), name, "r1"),
      () => catalog.rootAuthority({ role: name, id: "r1" }),
      () => catalog.targetOf(name),
    ]) {
      expect(ask).toThrow(UnknownRoleError);
      expect(ask).toThrow(expect.objectContaining({ code: "POLYGLAV_UNKNOWN_ROLE", role: name, hint }));
    }
  });
});
