import { canDelegate, explain, pass, use } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";
import { type LayerLiteral } from "./layers.ts";

const untrusted = (local: LayerLiteral, { global = {}, config }: { global?: LayerLiteral; config?: unknown } = {}) =>
  createCatalog({ trusted: false, roles: { global, local }, config: { local: { value: config } } });
const withheld = (catalog: ReturnType<typeof createCatalog>) =>
  catalog.withheld.map(({ kind, name, field }) => [kind, name, field].filter((part) => part !== undefined).join(" "));

describe("a local layer that is not trusted", () => {
  it("lowers what a role may use and hand down", () => {
    const catalog = untrusted({
      leader: { tool_permission: { edit: "ask" }, grant_permission: { bash: "deny", web: "ask" } },
      programmer: { tool_permission: { "*": "ask", bash: "deny" } },
    });
    const leader = catalog.authority(catalog.rootAuthority(), "leader", "r1");
    expect([use(leader, "edit"), pass(leader, "bash"), pass(leader, "web")]).toEqual(["ask", "deny", "ask"]);
    const programmer = catalog.authority(catalog.rootAuthority(), "programmer", "r1");
    expect([use(programmer, "bash"), use(programmer, "edit"), use(programmer, "read")]).toEqual(["deny", "ask", "ask"]);
    expect([catalog.withheld, catalog.problems]).toEqual([[], []]);
  });

  it("lowers who may be delegated to", () => {
    const catalog = untrusted({
      writer: { accepts_delegation: "deny" },
      tester: { tool_permission: { delegate: "ask" } },
    });
    const decide = (role: string) => canDelegate(catalog.rootAuthority(), catalog.targetOf(role)).decision;
    expect([decide("writer"), decide("tester"), decide("editor")]).toEqual(["deny", "ask", "allow"]);
  });

  it("lowers what the operator may use and hand down", () => {
    const catalog = untrusted(
      {},
      { config: { tool_permission: { web: "ask", bash: "deny" }, grant_permission: { edit: "deny" } } },
    );
    const root = catalog.rootAuthority();
    expect([use(root, "web"), use(root, "bash"), pass(root, "bash"), pass(root, "edit")]).toEqual([
      "ask",
      "deny",
      "deny",
      "deny",
    ]);
    expect(catalog.config).toEqual(createCatalog().config);
    expect(catalog.bound).toMatchObject({ tool_permission: { web: "ask", bash: "deny" } });
    expect(withheld(catalog)).toEqual([]);
  });

  it("lowers limits, beside those of the role", () => {
    const catalog = untrusted(
      { x: { limits: { steps: 5, tokens: 100, ms: 50, cost: null } } },
      { global: { x: { limits: { steps: 9, tokens: 10 } } }, config: { limits: { depth: 1 } } },
    );
    expect(catalog.role("x")?.role.limits).toEqual({ steps: 9, tokens: 10 });
    expect(catalog.role("x")?.bound?.limits).toEqual({ steps: 5, ms: 50 });
    expect(catalog.bound?.limits).toEqual({ depth: 1 });
    expect(withheld(catalog)).toEqual(["role x limits.tokens", "role x limits.cost"]);
  });

  it("says where a bound stands when it decides", () => {
    const catalog = createCatalog({
      roles: {
        local: {
          entries: new Map([["writer", { tool_permission: { edit: "deny" } }]]),
          where: (_, field, key) => ({
            file: ".polyglav/roles.json",
            line: 7,
            column: `${field ?? ""}${key ?? ""}`.length,
          }),
        },
      },
    });
    const writer = catalog.authority(catalog.rootAuthority(), "writer", "r1");
    const { verdict } = explain(writer, { actions: [{ category: "edit", resource: ["a"] }] });
    expect(verdict.because).toMatchObject([
      {
        kind: "bound",
        decision: "deny",
        source: {
          layer: "local",
          file: ".polyglav/roles.json",
          line: 7,
          column: 19,
          path: "writer.tool_permission.edit",
        },
      },
    ]);
  });

  it("raises nothing, and lists what it would have raised", () => {
    const catalog = untrusted(
      {
        researcher: {
          tool_permission: { bash: "allow", edit: "ask", read: null },
          grant_permission: { bash: "allow" },
        },
        writer: { tool_permission: null, accepts_delegation: "allow" },
      },
      { config: { tool_permission: { bash: "allow", vcs: null }, grant_permission: { bash: "allow" } } },
    );
    const without = createCatalog();
    for (const role of ["researcher", "writer"]) {
      const [a, b] = [catalog, without].map((one) => one.authority(one.rootAuthority(), role, "r1"));
      if (a === undefined || b === undefined) throw new Error("unreachable");
      for (const category of ["bash", "edit", "read"]) {
        expect([use(a, category), pass(a, category)]).toEqual([use(b, category), pass(b, category)]);
      }
    }
    expect(withheld(catalog)).toEqual([
      "config config tool_permission.bash",
      "config config tool_permission.vcs",
      "config config grant_permission.bash",
      "role researcher tool_permission.bash",
      "role researcher tool_permission.edit",
      "role researcher tool_permission.read",
      "role researcher grant_permission.bash",
      "role writer tool_permission",
      "role writer accepts_delegation",
    ]);
  });

  it("keeps everything else to itself", () => {
    const catalog = createCatalog({
      roles: {
        local: {
          mine: { system_prompt: "p" },
          writer: { system_prompt: "evil", model: "far/away", skills: ["s"], "x-y": 1, modle: 1, name: "writer" },
          tester: null,
        },
      },
      teams: { local: { writing: { stages: ["mine"] }, own: { stages: ["mine"] } } },
      skills: { local: { entries: new Map([["s", { name: "s", content: "c", description: "d" }]]) } },
      config: {
        local: {
          value: {
            model: "m",
            root_role: "mine",
            providers: { local: { base_url: "http://evil" } },
            retries: 9,
            $schema: "s",
          },
        },
      },
    });
    const without = createCatalog();
    expect(catalog.config).toEqual(without.config);
    expect(catalog.role("mine")).toBeUndefined();
    expect(catalog.role("writer")?.role).toEqual(without.role("writer")?.role);
    expect(catalog.role("writer")?.origin).toBe("bundled");
    expect(catalog.role("tester")?.role).toEqual(without.role("tester")?.role);
    expect(catalog.team("writing")).toEqual(without.team("writing"));
    expect([catalog.team("own"), catalog.skills.get("s")]).toEqual([undefined, undefined]);
    expect(catalog.problems).toEqual([]);
    expect(withheld(catalog)).toEqual([
      "config config model",
      "config config root_role",
      "config config providers",
      "config config retries",
      "role mine",
      "role writer system_prompt",
      "role writer model",
      "role writer skills",
      "role writer x-y",
      "role writer modle",
      "role tester",
      "team writing",
      "team own",
      "skill s",
    ]);
    expect(catalog.role("writer")?.withheld.map(({ field }) => field)).toEqual([
      "system_prompt",
      "model",
      "skills",
      "x-y",
      "modle",
    ]);
  });

  it("says where withheld things stand", () => {
    const catalog = createCatalog({
      roles: {
        local: {
          entries: new Map<string, unknown>([["mine", {}]]),
          where: () => ({ file: "roles.json", line: 2, column: 3 }),
        },
      },
    });
    expect(catalog.withheld).toEqual([
      { kind: "role", name: "mine", layer: "local", why: "untrusted", file: "roles.json", line: 2, column: 3 },
    ]);
  });

  it("fails closed where a word cannot be read, and stops that role", () => {
    const catalog = untrusted({
      writer: { tool_permission: { edit: "Deny" }, accepts_delegation: "no" },
      tester: { grant_permission: ["bash"] },
      editor: 5,
    });
    const writer = catalog.authority(catalog.rootAuthority(), "writer", "r1");
    expect(use(writer, "edit")).toBe("deny");
    expect(canDelegate(catalog.rootAuthority(), catalog.targetOf("writer")).decision).toBe("deny");
    expect(pass(catalog.authority(catalog.rootAuthority(), "tester", "r1"), "read")).toBe("deny");
    expect(catalog.roles.names().map((name) => catalog.faultsOf(name).length)).toEqual([
      0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2,
    ]);
  });

  it("has no say where it is left out or trusted", () => {
    expect(createCatalog({ trusted: false }).withheld).toEqual([]);
    const trusted = createCatalog({ trusted: true, roles: { local: { mine: {}, writer: { model: "m" } } } });
    expect([trusted.withheld, trusted.role("mine")?.origin, trusted.role("writer")?.bound]).toEqual([
      [],
      "local",
      undefined,
    ]);
  });
});
