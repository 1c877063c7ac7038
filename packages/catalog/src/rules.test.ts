import { decide, explain, resourceOf } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { createCatalog } from "./catalog.ts";

const places = { home: "/home/me", worktree: "/home/me/shop" };
const asked = (category: string, text: string) => ({
  actions: [{ category, resource: resourceOf(category, text, places) ?? [] }],
});

describe("rules in a layer", () => {
  const written = {
    bash: { default: "ask", rules: { "npm test **": "allow", "npm publish **": "deny" } },
    read: { default: "allow", rules: { "~/.ssh/**": "deny", "/home/me/shop/vault/**": "deny" } },
    bash_allow: ["npm"],
  };
  const where = (...path: readonly (string | undefined)[]) => ({ file: "roles.json", line: path.length });
  const catalog = createCatalog({
    trusted: true,
    ...places,
    config: { global: { value: { tool_permission: { bash: "allow" } } } },
    roles: { local: { entries: new Map([["tester", { tool_permission: written }]]), where } },
  });
  const tester = catalog.authority(catalog.rootAuthority(), "tester", "r1");

  it("decide, with the places that patterns are read against", () => {
    const decision = (category: string, text: string) => decide(tester, asked(category, text)).decision;
    expect(catalog.problems).toEqual([]);
    expect(decision("bash", "npm test")).toBe("allow");
    expect(decision("bash", "npm ci")).toBe("ask");
    expect(decision("bash", "npm publish")).toBe("deny");
    expect(decision("bash", "git push")).toBe("deny");
    expect(decision("read", "/home/me/.ssh/id_rsa")).toBe("deny");
    expect(decision("read", "vault/key")).toBe("deny");
    expect(decision("read", "src/a.ts")).toBe("allow");
  });

  it("are named with the place of the very rule", () => {
    expect(explain(tester, asked("bash", "npm publish")).verdict.because).toMatchObject([
      {
        text: 'tester.tool_permission.bash["npm publish **"]',
        pattern: "npm publish **",
        source: { layer: "local", file: "roles.json", line: 5 },
      },
    ]);
  });

  it("replace what lower layers say about their category, and nothing else", () => {
    const over = createCatalog({
      trusted: true,
      ...places,
      roles: {
        local: { programmer: { tool_permission: { edit: { default: "deny", rules: { "src/**": "allow" } } } } },
      },
    });
    const programmer = over.authority(over.rootAuthority(), "programmer", "r1");
    expect(decide(programmer, asked("edit", "src/a.ts")).decision).toBe("allow");
    expect(decide(programmer, asked("edit", "README.md")).decision).toBe("deny");
    expect(decide(programmer, asked("web", "https://example.com")).decision).toBe("deny");
  });

  it("that cannot be read deny their category, and say which rule it is", () => {
    const { problems } = createCatalog({
      trusted: true,
      roles: { local: { x: { tool_permission: { edit: { rules: { "src/": "allow", a: "alow" } } } } } },
    });
    expect(problems.map(({ code, field }) => [code, field])).toEqual([
      ["carve/bad-pattern", "tool_permission.edit.rules.src/"],
      ["carve/unknown-word", "tool_permission.edit.rules.a"],
    ]);
  });

  it("of a layer that is not trusted only lower", () => {
    const bounded = createCatalog({
      ...places,
      roles: {
        local: {
          programmer: {
            tool_permission: { edit: { default: "allow", rules: { "infra/**": "deny" } }, bash_allow: ["ls"] },
          },
          researcher: { tool_permission: { bash: { default: "allow" }, bash_allow: [] } },
        },
      },
    });
    const decision = (role: string, category: string, text: string) =>
      decide(bounded.authority(bounded.rootAuthority(), role, "r1"), asked(category, text)).decision;
    expect(decision("programmer", "edit", "infra/a")).toBe("deny");
    expect(decision("programmer", "edit", "src/a")).toBe("allow");
    expect(decision("programmer", "bash", "ls -l")).toBe("ask");
    expect(decision("programmer", "bash", "cat x")).toBe("deny");
    expect(decision("researcher", "bash", "ls")).toBe("deny");
    expect(bounded.withheld.map(({ name, field }) => [name, field])).toEqual([
      ["researcher", "tool_permission.bash_allow"],
    ]);
  });
});

it("rules about paths hold for every case of a name where the volume folds", () => {
  const roles = { local: { x: { tool_permission: { edit: { default: "deny", rules: { "README.md": "allow" } } } } } };
  const catalog = createCatalog({ trusted: true, ...places, roles, fold: (name) => name.toLowerCase() });
  const x = catalog.authority(catalog.rootAuthority(), "x", "r1");
  const actions = ["README.md", "readme.md"].map((name) => ({ category: "edit", resource: [name] }));
  expect(decide(x, { actions }).decision).toBe("allow");
});
