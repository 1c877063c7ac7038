import { describe, expect, it } from "vitest";
import { type CatalogInput, createCatalog } from "../catalog.ts";
import { type LintCode } from "./finding.ts";
import { lintCatalog } from "./lint-catalog.ts";

const lint = (input: CatalogInput) => lintCatalog(createCatalog({ trusted: true, ...input }));
const found = (code: LintCode, input: CatalogInput) => lint(input).filter((finding) => finding.code === code);
const messages = (code: LintCode, input: CatalogInput) =>
  found(code, input).map(({ message, hint }) => [message, hint]);

const where = (name: string, field?: string, key?: string) => ({
  file: "f.json",
  line: [name, field, key].filter((part) => part !== undefined).length,
});
const layer = (entries: Readonly<Record<string, unknown>>) => ({ entries: new Map(Object.entries(entries)), where });
const said = { description: "d", system_prompt: "p" };

describe("lintCatalog()", () => {
  it("finds nothing in the bundled catalog", () => {
    expect(lintCatalog(createCatalog())).toEqual([]);
  });

  it("names kind, name and place of what it finds, in the order of the catalog", () => {
    const findings = lint({
      roles: { local: layer({ zoe: { ...said, skills: ["s"] }, amy: { system_prompt: "p" } }) },
      teams: { local: layer({ t: { description: "d", stages: ["ghost"] } }) },
      config: {
        global: { value: { tool_permission: { web: "deny" } } },
        local: { value: { tool_permission: { web: "allow" } }, where: () => ({ file: "config.json", line: 9 }) },
      },
    });
    expect(findings.map(({ code, kind, name, layer, line, field }) => [code, kind, name, layer, line, field])).toEqual([
      ["lint/lost-deny", "config", "config", "local", 9, "tool_permission.web"],
      ["lint/no-description", "role", "amy", "local", 2, "description"],
      ["lint/unknown-skill", "role", "zoe", "local", 2, "skills"],
      ["lint/unknown-role-in-team", "team", "t", "local", 2, "stages.0.role"],
    ]);
  });

  it("looks only at what counts", () => {
    const roles = { local: { mine: {}, writer: { tool_permission: { bash: "allow" } } } };
    expect(lint({ trusted: false, roles })).toEqual([]);
  });
});

describe("lint/lost-deny", () => {
  const writer = (word: unknown, field = "tool_permission") => ({ local: { writer: { [field]: { bash: word } } } });

  it("names the deny, where it stood, and what hides it", () => {
    const roles = {
      global: layer({ writer: { tool_permission: { bash: "deny" } } }),
      local: layer({ writer: { tool_permission: { bash: "ask" } } }),
    };
    expect(found("lint/lost-deny", { roles })).toEqual([
      {
        code: "lint/lost-deny",
        kind: "role",
        severity: "warning",
        name: "writer",
        layer: "local",
        file: "f.json",
        line: 3,
        field: "tool_permission.bash",
        message:
          'role "writer" loses the "deny" of tool_permission.bash in layer global (f.json:3): layer local (f.json:3) says "ask"',
        hint: 'Take "bash" out of it to keep the "deny"',
      },
    ]);
  });

  it.each([
    ["allow", 'layer local says "allow"'],
    [null, "layer local takes it away"],
    [{ rules: { "git *": "allow" } }, "layer local has other rules"],
    [{ default: "deny", rules: { "git *": "allow" } }, "layer local has other rules"],
  ])("is found where a higher layer says %j", (word, state) => {
    expect(messages("lint/lost-deny", { roles: writer(word) })[0]?.[0]).toContain(state);
  });

  it.each(["deny", { default: "deny" }, { default: "deny", rules: { "rm *": "deny", x: null } }])(
    "is not found where a higher layer says %j",
    (word) => {
      expect(found("lint/lost-deny", { roles: writer(word) })).toEqual([]);
    },
  );

  it("is found where a whole map or a whole role is taken away and written anew", () => {
    const global = { writer: { tool_permission: null } };
    expect(found("lint/lost-deny", { roles: { global } }).map(({ field }) => field)).toEqual([
      "tool_permission.bash",
      "tool_permission.web",
    ]);
    const anew = { global: { writer: null }, local: { writer: { ...said, tool_permission: { bash: "deny" } } } };
    expect(found("lint/lost-deny", { roles: anew }).map(({ field }) => field)).toEqual(["tool_permission.web"]);
    expect(found("lint/lost-deny", { roles: { global: { writer: null } } })).toEqual([]);
  });

  it("is found in what is handed down, and among rules by their pattern", () => {
    const bundled = {
      x: { ...said, grant_permission: { bash: { rules: { "rm *": "deny", "curl *": "deny", "git *": "allow" } } } },
    };
    const lost = (bash: unknown) =>
      messages("lint/lost-deny", { roles: { bundled, local: { x: { grant_permission: { bash } } } } }).map(
        ([message]) => message,
      );
    expect(lost("ask")).toEqual([
      'role "x" loses the "deny" for "rm *", "curl *" of grant_permission.bash in layer bundled: layer local says "ask"',
    ]);
    expect(lost({ rules: { "rm *": "deny" } })[0]).toContain('for "curl *"');
    expect(lost({ default: "deny" })).toEqual([]);
    expect(lost("deny")).toEqual([]);
    expect(lost({ default: "deny", rules: { "rm *": "ask" } })[0]).toContain('for "rm *"');
  });

  it("is found where rules that deny by default meet rules that do not", () => {
    const rules = { "git *": "allow" };
    const bundled = { x: { ...said, tool_permission: { bash: { default: "deny", rules } } } };
    const lost = (bash: unknown) =>
      found("lint/lost-deny", { roles: { bundled, local: { x: { tool_permission: { bash } } } } }).length;
    expect([{ rules }, "ask", { default: "ask" }, null].map(lost)).toEqual([1, 1, 1, 1]);
    expect([{ default: "deny" }, { default: "deny", rules: { "npm *": "allow" } }, "deny"].map(lost)).toEqual([
      0, 0, 0,
    ]);
  });

  it("counts what the layers come to, not those between", () => {
    const roles = {
      global: { writer: { tool_permission: { bash: "allow" } } },
      local: { writer: { tool_permission: { bash: "deny" } } },
    };
    expect(found("lint/lost-deny", { roles })).toEqual([]);
  });
});

describe("lint/unreachable-role", () => {
  it("is a role that accepts no delegation", () => {
    const roles = { local: layer({ hermit: { ...said, accepts_delegation: "deny" } }) };
    expect(found("lint/unreachable-role", { roles })).toMatchObject([
      {
        name: "hermit",
        layer: "local",
        file: "f.json",
        message: 'role "hermit" cannot be reached: no chain of delegations leads to it',
      },
    ]);
  });

  it("is every role but the root's where the root may not delegate", () => {
    const config = { global: { value: { tool_permission: { delegate: "deny" } } } };
    const names = found("lint/unreachable-role", { config }).map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(names).not.toContain("assistant");
  });

  it("is no role that somebody has to say yes to, and none that the run starts as", () => {
    const roles = { local: { shy: { ...said, accepts_delegation: "ask" }, assistant: { accepts_delegation: "deny" } } };
    expect(found("lint/unreachable-role", { roles })).toEqual([]);
  });
});

describe("lint/unknown-skill", () => {
  const skills = {
    global: { entries: new Map([["changelog", { name: "changelog", content: "c", description: "c" }]]) },
  };

  it("is found in roles and in stages", () => {
    const roles = { local: { a: { ...said, skills: ["changelog", "changlog"] } } };
    const teams = { local: { t: { description: "d", stages: [{ role: "writer", skills: ["toString"] }] } } };
    expect(messages("lint/unknown-skill", { skills, roles, teams })).toEqual([
      ['role "a" has the skill "changlog", which does not exist', 'Did you mean "changelog"?'],
      ['team "t" has the skill "toString", which does not exist', undefined],
    ]);
  });

  it("says where a skill is that does not count", () => {
    const roles = { global: { a: { ...said, skills: ["changelog"] } } };
    expect(messages("lint/unknown-skill", { trusted: false, skills: { local: skills.global }, roles })[0]?.[1]).toBe(
      "It is in a folder that is not trusted",
    );
  });
});

describe("lint/unknown-role-in-team", () => {
  it("is an error, with the nearest", () => {
    const teams = { local: { t: { description: "d", stages: ["writr", "constructor", "editor"] } } };
    const findings = found("lint/unknown-role-in-team", { teams });
    expect(findings.map(({ severity, field, hint }) => [severity, field, hint])).toEqual([
      ["error", "stages.0.role", 'Did you mean "writer"?'],
      ["error", "stages.1.role", undefined],
    ]);
    const withheld = { trusted: false, roles: { local: { mine: {} } }, teams: { global: { t: { stages: ["mine"] } } } };
    expect(found("lint/unknown-role-in-team", withheld)[0]?.hint).toBe("It is in a folder that is not trusted");
  });
});

describe("lint/unknown-tag", () => {
  const tagged = (tags: readonly string[]) => ({ roles: { local: { a: { ...said, tags } } } });

  it("is one that nobody else has, near one that several have", () => {
    expect(messages("lint/unknown-tag", tagged(["reviews", "writing"]))).toEqual([
      ['tag "reviews" of role "a" is used nowhere else', 'Did you mean "review"?'],
    ]);
    const teams = { local: { t: { description: "d", tags: ["wirting"] } } };
    expect(found("lint/unknown-tag", { teams }).map(({ kind, name }) => [kind, name])).toEqual([["team", "t"]]);
  });

  it("is none that is new, short, made of others, or used twice", () => {
    expect(found("lint/unknown-tag", tagged(["security", "rev", "code-review", "constructor"]))).toEqual([]);
    const roles = { local: { a: { ...said, tags: ["reviews"] }, b: { ...said, tags: ["reviews"] } } };
    expect(found("lint/unknown-tag", { roles })).toEqual([]);
  });
});

describe("silence", () => {
  it("is found where a role or a team does not say what it is for, and a role what to do", () => {
    const input = {
      roles: { local: { a: {}, b: { description: " ", system_prompt: "\n" }, writer: { description: null } } },
      teams: { local: { t: { stages: [] } } },
    };
    expect(lint(input).map(({ code, name }) => [code, name])).toEqual([
      ["lint/no-description", "a"],
      ["lint/empty-prompt", "a"],
      ["lint/no-description", "b"],
      ["lint/empty-prompt", "b"],
      ["lint/no-description", "writer"],
      ["lint/no-description", "t"],
    ]);
  });
});

describe("lint/loop", () => {
  it("is a loop that is none, as the team says, and one that never repeats", () => {
    const stages = ["writer", "editor"];
    const teams = {
      local: layer({
        a: { description: "d", stages, loop: { from: "writer", until: "ghost" } },
        b: { description: "d", stages, loop: { from: 0, until: 1, max_iterations: 1 } },
        c: { description: "d", stages, loop: { from: 0, until: 1 } },
      }),
    };
    expect(found("lint/loop", { teams }).map(({ name, field, line, message }) => [name, field, line, message])).toEqual(
      [
        [
          "a",
          "loop.until",
          3,
          'Cannot repeat stages of team "a": its "until" is "ghost", which is no role of the team',
        ],
        ["b", "loop.max_iterations", 2, 'team "b" has a loop that runs once, so nothing is ever repeated'],
      ],
    );
  });
});
