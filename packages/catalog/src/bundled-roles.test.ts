import { carve } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { bundledPrompts } from "./bundled-prompts.ts";
import { bundledRoles } from "./bundled-roles.ts";
import { bundledTeams } from "./bundled-teams.ts";
import { createCatalog } from "./catalog.ts";

const catalog = createCatalog();
const views = catalog.roles.names().flatMap((name) => catalog.role(name) ?? []);

describe("the bundled roles", () => {
  it("are eleven, without a problem", () => {
    expect(catalog.roles.names()).toEqual([
      "assistant",
      "code-reviewer",
      "composer",
      "editor",
      "leader",
      "planner",
      "programmer",
      "referencer",
      "researcher",
      "tester",
      "writer",
    ]);
    expect(views.map((view) => view.origin)).toEqual(views.map(() => "bundled"));
    expect(catalog.problems).toEqual([]);
    expect(catalog.withheld).toEqual([]);
  });

  it("have the tags and the permissions that users know", () => {
    const table = views.map(({ role: { name, tags, tool_permission: may } }) => {
      const cells = ["edit", "bash", "web", "read"].map((category) => {
        const word = may[category];
        return typeof word === "string" ? word : "-";
      });
      return [name, tags.join(", "), ...cells].join(" | ");
    });
    expect(table).toEqual([
      "assistant | management | - | - | - | -",
      "code-reviewer | programming, review | deny | allow | deny | allow",
      "composer | management | deny | deny | allow | allow",
      "editor | writing, review | deny | deny | deny | allow",
      "leader | research, writing, programming, review | allow | deny | deny | allow",
      "planner | programming | deny | deny | allow | allow",
      "programmer | programming | allow | allow | deny | allow",
      "referencer | writing | allow | deny | deny | allow",
      "researcher | research, writing | deny | deny | allow | allow",
      "tester | programming | allow | allow | deny | allow",
      "writer | writing | allow | deny | deny | allow",
    ]);
  });

  it("name nothing beyond that table, save for the leader and the composer", () => {
    const more = views.flatMap(({ role: { name, tool_permission } }) => {
      const others = Object.entries(tool_permission).filter(([key]) => !["edit", "bash", "web", "read"].includes(key));
      return others.length === 0 ? [] : [[name, Object.fromEntries(others)]];
    });
    expect(more).toEqual([
      ["composer", { catalog: "allow", list: "allow", team: "deny" }],
      ["leader", { ask: "allow", list: "allow" }],
    ]);
  });

  it("let only the leader hand down what it does not use itself", () => {
    const granting = views.filter(({ role }) => Object.keys(role.grant_permission).length > 0);
    expect(granting.map(({ role }) => [role.name, role.grant_permission])).toEqual([
      ["leader", { ask: "allow", bash: "allow", edit: "allow", list: "allow", read: "allow", web: "allow" }],
    ]);
  });

  it("set an ask policy for the leader and the composer only", () => {
    const asking = views.filter(({ role }) => Object.keys(role.ask_policy).length > 0);
    expect(asking.map(({ role }) => [role.name, role.ask_policy])).toEqual([
      ["composer", { permission: "auto", direction: "human" }],
      ["leader", { permission: "auto", direction: "human" }],
    ]);
  });

  it("leave model and skills to the caller and accept delegation", () => {
    for (const { role } of views) {
      expect([role.name, role.model, role.skills, role.accepts_delegation]).toEqual([role.name, [], [], undefined]);
    }
  });

  it("describe themselves in one line and say at length what to do", () => {
    for (const { role } of views) {
      expect(role.description).toMatch(/^[A-Z][^\n]{20,99}[^.\n]$/);
      const lines = role.system_prompt.split("\n").length;
      expect([role.name, lines >= 8 && lines <= 22]).toEqual([role.name, true]);
      expect(role.system_prompt).toBe(role.system_prompt.trim());
    }
    expect(Object.keys(bundledPrompts).sort()).toEqual(Object.keys(bundledRoles).sort());
  });

  it.each([
    ["assistant", ["composer", "leader", "team", "Ask only", "summary", "open"]],
    ["composer", ["catalog", "never run", "Reuse", "hint", "skills", "review loop", "Ask", "Report"]],
    ["leader", ["plan", "Delegate", "never by you", "parked", "summary"]],
    ["researcher", ["claim", "URL", "reliable", "conflicts", "gaps", "do not write files"]],
    ["writer", ["findings", "not claims", "path", "missing"]],
    ["referencer", [".bib", "URL", "accessed", "could not resolve", "Inventing"]],
    ["editor", ["blocker", "warning", "note", "change nothing"]],
    ["planner", ["steps", "where", "verify", "no files", "only the plan"]],
    ["programmer", ["smallest", "style", "tests", "pass", "command", "result"]],
    ["tester", ["assertion", "input", "diagnosis", "skipped", "flaky"]],
    ["code-reviewer", ["requirement", "quick checks", "blocker", "warning", "nit", "file:line", "do not edit"]],
  ] as const)("tell the %s what its work is", (name, words) => {
    for (const word of words) expect(bundledPrompts[name]).toContain(word);
  });

  it("are taken by the parser as they are, for a catalog takes them without parsing", () => {
    const parsed = createCatalog({ roles: { bundled: bundledRoles }, teams: { bundled: bundledTeams } });
    expect(parsed.problems).toEqual([]);
    expect([...parsed.roles.entries()]).toEqual([...catalog.roles.entries()]);
    expect([...parsed.teams.entries()]).toEqual([...catalog.teams.entries()]);
  });

  it("are written in words that the algebra takes", () => {
    for (const { role } of views) {
      expect(() => [carve(role.tool_permission), carve(role.grant_permission)]).not.toThrow();
    }
  });
});

describe("the bundled teams", () => {
  it("are two chains of bundled roles, each stage with a hint and a note", () => {
    expect(catalog.teams.names()).toEqual(["programming", "writing"]);
    const chains = catalog.teams.names().map((name) => catalog.team(name));
    expect(chains.map((view) => [view?.origin, view?.team.tags, view?.team.stages.map(({ role }) => role)])).toEqual([
      ["bundled", ["programming"], ["planner", "programmer", "tester", "code-reviewer"]],
      ["bundled", ["research", "writing"], ["researcher", "writer", "referencer", "editor"]],
    ]);
    for (const stage of chains.flatMap((view) => view?.team.stages ?? [])) {
      expect(catalog.roles.has(stage.role)).toBe(true);
      expect([stage.mode, stage.skills]).toEqual(["", []]);
      expect(stage.task_hint.length).toBeGreaterThan(30);
      expect(stage.handoff_note.length).toBeGreaterThan(30);
    }
    expect(chains.map((view) => view?.team.loop)).toEqual([undefined, undefined]);
    expect(Object.keys(bundledTeams)).toHaveLength(2);
  });
});
