import { describe, expect, it } from "vitest";
import { root } from "../../authority.ts";
import { total } from "../../carve.ts";
import { use } from "../../chain.ts";
import { CATEGORIES } from "../../category.ts";
import { parseCarve } from "../../parse.ts";
import { importClaudeCode } from "../claude-code/import-claude-code.ts";
import { TOOLS } from "../claude-code/tools.ts";
import { importOpencode } from "../opencode/import-opencode.ts";
import type { Imported } from "./imported.ts";

const places = { worktree: "/home/me/shop", home: "/home/me" };
const decisionsOf = ({ carve }: Imported, resource: readonly string[] = ["x"]) =>
  CATEGORIES.map((category) =>
    use(root({ id: "i", use: total(parseCarve(carve, places).value, "ask") }), category, resource),
  );
const wordOf = ({ carve }: Imported, category: string, ...resource: readonly string[]) =>
  use(root({ id: "i", use: total(parseCarve(carve, places).value, "ask") }), category, resource);
const errorsOf = ({ problems }: Imported) => problems.filter(({ severity }) => severity === "error");

describe("an import of Claude Code", () => {
  it("denies everything where the permissions cannot be read", () => {
    for (const permissions of [[], null, "x", 5, true]) {
      const imported = importClaudeCode({ permissions }, places);
      expect(errorsOf(imported)).toMatchObject([{ code: "import/not-settings", path: "permissions" }]);
      expect(new Set(decisionsOf(imported))).toEqual(new Set(["deny"]));
    }
    expect(errorsOf(importClaudeCode({}, places))).toEqual([]);
  });

  it("closes what a list of denies could have said that cannot be read, and opens nothing by one of allows", () => {
    for (const list of [null, "Read", {}, [null], [5], [""]]) {
      const closed = importClaudeCode({ permissions: { deny: list } }, places);
      expect(errorsOf(closed), JSON.stringify(list)).not.toEqual([]);
      expect(new Set(decisionsOf(closed))).toEqual(new Set(["deny"]));
      const opened = importClaudeCode({ permissions: { allow: list } }, places);
      expect(errorsOf(opened)).not.toEqual([]);
      expect(decisionsOf(opened)).toEqual(decisionsOf(importClaudeCode({}, places)));
    }
    expect(wordOf(importClaudeCode({ permissions: { defaultMode: null } }, places), "bash", "x")).toBe("deny");
  });

  it("loses no deny of a tool that has a category here: it is carried over, or an error and a call that is wider", () => {
    for (const [tool, { isCarried }] of TOOLS) {
      const { differs, ...imported } = importClaudeCode({ permissions: { deny: [tool] } }, places);
      const wider = differs.filter(({ kind, call }) => kind === "wider" && call.tool === tool);
      expect([tool, errorsOf({ ...imported, differs }).length > 0, wider.length > 0]).toEqual([
        tool,
        !isCarried,
        !isCarried,
      ]);
    }
    const carried = importClaudeCode(
      { permissions: { deny: ["Skill", "AskUserQuestion", "ReadMcpResourceTool"] } },
      places,
    );
    expect(wordOf(carried, "catalog", "skill", "any")).toBe("deny");
    expect(wordOf(carried, "catalog", "role", "any")).toBe("ask");
    expect(wordOf(carried, "ask", "direction")).toBe("deny");
    expect(wordOf(carried, "mcp", "docs", "resources", "docs://a/b")).toBe("deny");
    expect(wordOf(carried, "mcp", "docs", "find")).toBe("ask");
    const opened = importClaudeCode({ permissions: { allow: ["mcp__docs"] } }, places);
    expect(wordOf(opened, "mcp", "docs", "find")).toBe("allow");
    expect(wordOf(opened, "mcp", "docs", "resources", "docs://a")).toBe("ask");
  });

  it("carries rules about single skills over, and says that it loses those about single calls of other shells", () => {
    const some = importClaudeCode(
      {
        permissions: {
          deny: ["Skill(plan *)", "Skill(x*)"],
          allow: ["Skill(plan)", "Skill(test:*)"],
          defaultMode: "bypassPermissions",
        },
      },
      { ...places, scope: "user" },
    );
    expect(["plan", "test", "xx", "constructor"].map((name) => wordOf(some, "catalog", "skill", name))).toEqual([
      "deny",
      "allow",
      "deny",
      "ask",
    ]);
    expect(some.problems).toEqual([]);
    const lost = importClaudeCode({ permissions: { deny: ["PowerShell(Remove-Item *)", "P*", "Note*"] } }, places);
    expect(errorsOf(lost).map(({ path }) => path)).toEqual([0, 1, 2].map((i) => `permissions.deny[${i}]`));
    expect(lost.differs.filter(({ kind }) => kind === "wider").map(({ call }) => call.tool)).toContain("PowerShell");
  });
});

describe("an import of opencode", () => {
  it("denies everything that could have been said where it cannot be read", () => {
    for (const broken of [null, [], "x", 5])
      for (const settings of [
        { permission: broken },
        { tools: broken },
        { agent: broken },
        { agent: { build: broken } },
      ]) {
        const imported = importOpencode(settings, places);
        expect(errorsOf(imported), JSON.stringify(settings)).not.toEqual([]);
        for (const category of ["bash", "read", "edit", "list", "mcp", "web", "delegate"])
          expect(wordOf(imported, category, "x", "y"), JSON.stringify(settings)).toBe("deny");
      }
    expect(errorsOf(importOpencode({ permission: {}, tools: {}, agent: { build: {} } }, places))).toEqual([]);
  });

  it("keeps a listing closed outside the worktree, whatever folders are opened there", () => {
    for (const folder of ["*", "/*", "/*/*", "**/*", "/**", "*/*/*", "/home/*"]) {
      const imported = importOpencode(
        { permission: { external_directory: { [folder]: "allow" }, glob: "deny" } },
        places,
      );
      expect(wordOf(imported, "list", "/", "src"), folder).toBe("deny");
      expect(wordOf(imported, "list", "/", "home", "x"), folder).toBe("deny");
    }
  });

  it("carries rules about skills and questions over, and opens nothing else with them", () => {
    const imported = importOpencode(
      { permission: { skill: { "*": "allow", "p*": "deny", plan: "allow" }, question: "deny" } },
      places,
    );
    expect(["plan", "pay", "x"].map((name) => wordOf(imported, "catalog", "skill", name))).toEqual([
      "allow",
      "deny",
      "allow",
    ]);
    expect(wordOf(imported, "catalog", "role", "x")).toBe("ask");
    expect(wordOf(imported, "ask", "direction")).toBe("deny");
    expect(imported.problems).toEqual([]);
    expect(importOpencode({}, places).carve).not.toHaveProperty("catalog");
    expect(wordOf(importOpencode({ permission: { skill: "deny" } }, places), "catalog", "skill", "x")).toBe("deny");
  });
});
