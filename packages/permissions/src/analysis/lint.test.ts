import { describe, expect, it } from "vitest";
import { carve, parseCarve, withCategories, type WrittenCarve } from "../index.ts";
import { foldName } from "../path/fold-name.ts";
import { readPattern } from "../pattern/read.ts";
import type { Finding, FindingCode } from "./finding.ts";
import { lint } from "./lint.ts";
import { SHELL_ESCAPES } from "./shell-escapes.ts";

const find = (written: WrittenCarve, code: FindingCode): readonly Finding[] =>
  lint(carve(written)).filter((finding) => finding.code === code);
const rulesIn = (findings: readonly Finding[]) => findings.map(({ within }) => within.at(-1));

describe("lint() of rules", () => {
  it("finds a rule that never decides, and who does", () => {
    const [dead, ...more] = find(
      { bash: { strict: true, rules: { "npm **": "deny", "npm test": "allow" } } },
      "lint/dead-rule",
    );
    expect(more).toEqual([]);
    expect(dead).toEqual({
      code: "lint/dead-rule",
      severity: "warning",
      message: 'The rule "npm test" never decides: others do, such as "npm **" about npm test',
      hint: "with strict the strictest rule decides, so there are no exceptions",
      category: "bash",
      within: ["rules", "npm test"],
      example: { category: "bash", resource: ["npm", "test"] },
      others: ["npm **"],
    });
  });

  it("finds one that several others cover together, and one that says the same twice", () => {
    const covered = { "npm **": "allow", npm: "ask", "npm * **": "deny" };
    expect(rulesIn(find({ bash: { rules: covered } }, "lint/dead-rule"))).toEqual(["npm **"]);
    expect(rulesIn(find({ edit: { rules: { "src/**": "allow", "./src/**": "deny" } } }, "lint/dead-rule"))).toEqual([
      "src/**",
    ]);
  });

  it("does not call an exception dead", () => {
    expect(lint(carve({ edit: { rules: { "home/**": "deny", "home/me/**": "allow" } } }))).toEqual([]);
  });

  it("notes a rule without which the same is decided", () => {
    const says = { edit: { default: "ask", rules: { "docs/**": "ask", "src/**": "allow", "src/a.ts": "allow" } } };
    expect(find(says, "lint/redundant-rule").map(({ severity, message }) => [severity, message])).toEqual([
      ["note", 'The rule "docs/**" changes nothing: without it, the default says ask as well'],
      ["note", 'The rule "src/a.ts" changes nothing: without it, "src/**" says allow as well'],
    ]);
    // The floor is not the carve's own, so a rule that says it says something.
    expect(find({ edit: { rules: { "docs/**": "ask" } } }, "lint/redundant-rule")).toEqual([]);
    expect(rulesIn(find({ bash_allow: ["git", "git status"] }, "lint/redundant-rule"))).toEqual(["1"]);
  });

  it("keeps a rule that only turns another one off", () => {
    const says = { edit: { default: "allow", rules: { "a/**": "deny", "a/x*": "allow", "a/*x": "ask" } } };
    expect(find(says, "lint/dead-rule")).toEqual([]);
    expect(find(says, "lint/redundant-rule")).toEqual([]);
  });

  it("notes rules that cross, with a file that both are about", () => {
    const [crossing, ...more] = find(
      { edit: { rules: { "src/**": "allow", "**/.env": "deny" } } },
      "lint/crossing-rules",
    );
    expect(more).toEqual([]);
    expect(crossing).toMatchObject({
      severity: "note",
      message: 'The rules "src/**" (allow) and "**/.env" (deny) cross: about src/.env the stricter decides',
      within: ["rules", "src/**"],
      others: ["**/.env"],
      example: { category: "edit", resource: ["src", ".env"] },
    });
  });

  it("says nothing of a crossing that a third rule settles, of equal words, or where strict says so anyway", () => {
    const settled = { "src/**": "allow", "**/.env": "deny", "src/**/.env": "ask" };
    expect(find({ edit: { rules: settled } }, "lint/crossing-rules")).toEqual([]);
    expect(find({ edit: { rules: { "src/**": "deny", "**/.env": "deny" } } }, "lint/crossing-rules")).toEqual([]);
    expect(
      find({ edit: { strict: true, rules: { "src/**": "allow", "**/.env": "deny" } } }, "lint/crossing-rules"),
    ).toEqual([]);
  });

  it("does not call it a crossing where two rules mean the same", () => {
    expect(find({ edit: { rules: { "src/**": "allow", "./src/**": "deny" } } }, "lint/crossing-rules")).toEqual([]);
  });

  it("names all that one rule crosses", () => {
    const says = { edit: { rules: { "src/**": "allow", "**/.env": "deny", "**/*.pem": "deny" } } };
    const [crossing] = find(says, "lint/crossing-rules");
    expect(crossing?.others).toEqual(["**/.env", "**/*.pem"]);
    expect(crossing?.message).toContain(", and 1 more: about");
  });

  it("says where it cannot tell, and claims nothing else there", () => {
    const hostile = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`**/a${i}/**`, i % 2 ? "allow" : "deny"]));
    const findings = lint(carve({ edit: { default: "deny", rules: { ...hostile, x: "deny" } } }));
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(["lint/crossing-rules", "lint/too-complex"]));
    expect(findings.at(-1)).toMatchObject({ code: "lint/too-complex", category: "edit", within: [] });
  });

  it("finds a rule about what nobody can ask for", () => {
    const categories = withCategories({ payment: "path" });
    const says = carve({ payment: { rules: { "a/b": "ask", x: "deny" } } }, { categories });
    expect(lint(says, { categories: withCategories({ payment: "name" }) }).map(({ message }) => message)).toEqual([
      'The rule "a/b" never decides: nothing that can be asked for matches it',
    ]);
  });
});

describe("lint() of commands", () => {
  it("says what a list of denied commands is worth", () => {
    const says = (word: string) => ({ bash: { default: word, rules: { "rm **": "deny", "curl **": "deny" } } });
    expect(find(says("allow"), "lint/denylist-only")).toMatchObject([
      { severity: "warning", category: "bash", within: ["default"], others: ["rm **", "curl **"] },
    ]);
    expect(find(says("ask"), "lint/denylist-only")).toMatchObject([{ severity: "note" }]);
    expect(find(says("deny"), "lint/denylist-only")).toEqual([]);
    expect(find({ bash: { rules: { "rm **": "deny" } } }, "lint/denylist-only")).toMatchObject([
      { severity: "note", within: [] },
    ]);
    expect(find({ bash: { default: "allow", rules: { "rm **": "ask" } } }, "lint/denylist-only")).toEqual([]);
    expect(find({ ...says("allow"), bash_allow: ["git status"] }, "lint/denylist-only")).toEqual([]);
    expect(find({ edit: { default: "allow", rules: { "a/**": "deny" } } }, "lint/denylist-only")).toEqual([]);
  });

  it("finds allowed programs that run others, each by its rule", () => {
    const programs = [
      ...["bash", "sh", "env", "xargs", "find", "git", "npx", "node", "python", "ssh", "sudo", "vim", "less", "man"],
      ...["tar", "awk", "sed", "timeout", "docker", "make", "perl", "rg", "eval"],
    ];
    const rules = Object.fromEntries(programs.map((program) => [`${program} **`, "allow"]));
    const findings = find({ bash: { default: "deny", rules } }, "lint/shell-escape");
    expect(findings.map(({ within, programs: named }) => [within[1], named]).toSorted()).toEqual(
      programs.map((program) => [`${program} **`, [program]]).toSorted(),
    );
  });

  it("leaves alone what allows a harmless form", () => {
    const harmless = [
      "git status **",
      "git log **",
      "timeout 60 npm test **",
      "npx tsc **",
      "sed -n '5p' *",
      "npm test **",
      "ls **",
    ];
    const rules = Object.fromEntries(harmless.map((pattern) => [pattern, "allow"]));
    expect(find({ bash: { default: "ask", rules } }, "lint/shell-escape").map(({ within }) => within[1])).toEqual([
      "git log **", // it has --ext-diff
    ]);
    expect(
      find({ bash: { default: "ask", rules: { "find **": "ask", "sh **": "deny" } } }, "lint/shell-escape"),
    ).toEqual([]);
  });

  it("knows that other rules may close what one opens", () => {
    const says = (more: Record<string, string>) => ({
      bash: { default: "deny", rules: { "rg **": "allow", ...more } },
    });
    expect(find(says({}), "lint/shell-escape")).toHaveLength(1);
    expect(find(says({ "rg ** --pre **": "deny", "rg ** --pre=* **": "deny" }), "lint/shell-escape")).toEqual([]);
    expect(find({ ...says({}), bash_allow: ["ls"] }, "lint/shell-escape")).toEqual([]);
  });

  it("is loud about a carve that allows everything, by whatever word", () => {
    const [whole, star, prefix, rest] = [
      find({ bash: "allow" }, "lint/shell-escape"),
      find({ "*": "allow" }, "lint/shell-escape"),
      find({ bash_allow: ["git"] }, "lint/shell-escape"),
      find({ bash: { default: "allow", rules: { "rm **": "deny" } } }, "lint/shell-escape"),
    ];
    expect(whole).toMatchObject([{ category: "bash", within: [], severity: "warning" }]);
    expect(whole[0]?.programs?.length).toBeGreaterThan(100);
    expect(whole[0]?.message).toMatch(
      /^"bash": "allow" allows every command, by way of sh .* more: bash, zsh, .* \.\.\.$/,
    );
    expect(star).toMatchObject([{ category: "*", within: [] }]);
    expect(prefix).toMatchObject([{ category: "bash_allow", within: ["0"], programs: ["git"] }]);
    expect(rest).toMatchObject([{ category: "bash", within: ["default"] }]);
    expect(find({ bash_allow: [] }, "lint/shell-escape")).toEqual([]);
    expect(find({ edit: "allow" }, "lint/shell-escape")).toEqual([]);
  });

  it("knows only commands that can be written as rules", () => {
    for (const { pattern } of SHELL_ESCAPES)
      expect([pattern, readPattern("command", pattern, {}).ok]).toEqual([pattern, true]);
    expect(SHELL_ESCAPES.every(({ program, pattern }) => pattern.startsWith(`${program} `))).toBe(true);
    expect(SHELL_ESCAPES.length).toBeGreaterThan(200);
  });

  it("says where it cannot tell", () => {
    const hostile = Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => [`git ** a${i} **`, i % 2 ? "ask" : "deny"]),
    );
    const says = { bash: { default: "deny", rules: { ...hostile, "git ** x **": "allow" } } };
    expect(find(says, "lint/too-complex").length).toBeGreaterThan(0);
  });
});

describe("lint() of notation", () => {
  it("warns of a last star that stands for exactly one word", () => {
    const says = { bash: { rules: { "rm *": "deny", "git *": "allow", "ls * *": "ask" } } };
    expect(find(says, "lint/one-word-star").map(({ severity, hint }) => [severity, hint])).toEqual([
      ["warning", 'did you mean "rm **"?'],
      ["note", 'did you mean "git **"?'],
      ["warning", 'did you mean "ls * **"?'],
    ]);
    expect(find({ bash: { rules: { "git *": "ask", "git **": "deny" } } }, "lint/one-word-star")).toEqual([]);
    expect(find({ bash: { rules: { "git ** *": "ask", "git*": "ask" } } }, "lint/one-word-star")).toEqual([]);
    expect(find({ edit: { rules: { "src/*": "deny" } } }, "lint/one-word-star")).toEqual([]);
  });

  it("warns of what other harnesses write", () => {
    const hintOf = (category: string, pattern: string) =>
      find({ [category]: { rules: { [pattern]: "deny" } } }, "lint/foreign-notation").map(({ hint }) => hint);
    expect(hintOf("bash", "npm run test:*")).toEqual(['did you mean "npm run test **"?']);
    expect(hintOf("bash", "^git push **")).toEqual(['did you mean "git push **"?']);
    expect(hintOf("bash", "git push .*")).toEqual(['did you mean "git push **"?']);
    expect(hintOf("mcp", "mcp__github__push")).toEqual(['did you mean "github/push"?']);
    expect(hintOf("mcp", "mcp__github")).toEqual(['did you mean "github/**"?']);
    expect(hintOf("bash", "npm test **")).toEqual([]);
    expect(hintOf("edit", "a:*")).toEqual([]);
    expect(hintOf("mcp", "github/push")).toEqual([]);
  });

  it("warns of rules that differ only in case", () => {
    const [trap, ...more] = find(
      { edit: { rules: { "Secrets/**": "deny", "secrets/**": "allow" } } },
      "lint/case-trap",
    );
    expect(more).toEqual([]);
    expect(trap).toMatchObject({ severity: "warning", within: ["rules", "Secrets/**"], others: ["secrets/**"] });
  });

  it("notes a rule with capitals that only closes one spelling, unless the others are closed, too", () => {
    expect(find({ edit: { rules: { "Secrets/*Key": "deny" } } }, "lint/case-trap")).toMatchObject([
      { severity: "note", hint: 'add the rule "secrets/*key", which is asked there for every case' },
    ]);
    expect(find({ edit: { rules: { "Secrets/**": "deny", "secrets/**": "deny" } } }, "lint/case-trap")).toEqual([]);
    expect(find({ edit: { rules: { "README.md": "allow" } } }, "lint/case-trap")).toEqual([]);
    expect(find({ bash: { rules: { "Rscript **": "deny" } } }, "lint/case-trap")).toEqual([]);
    const folding = carve({ edit: { rules: { "Secrets/**": "deny" } } }, { fold: foldName });
    expect(lint(folding)).toEqual([]);
  });

  it("warns of a tool's name where a category belongs", () => {
    const { value } = parseCarve({
      Write: "deny",
      web_fetch: "ask",
      constructor: "deny",
      payment: "deny",
      bash: "ask",
    });
    expect(lint(value).map(({ code, category, hint }) => [code, category, hint])).toEqual([
      ["lint/tool-as-category", "Write", 'the category is "edit"'],
      ["lint/tool-as-category", "web_fetch", 'the category is "web"'],
    ]);
    const categories = withCategories({ write: "path" });
    expect(lint(carve({ write: "deny" }, { categories }), { categories })).toEqual([]);
  });
});

describe("lint()", () => {
  it("says where", () => {
    const source = { file: "roles.json", path: "me.tool_permission" };
    const sourceOf = (_: string, within: readonly string[]) => ({ line: within.length + 1 });
    const says = carve({ bash: { default: "allow", rules: { "rm *": "deny" } }, "*": "ask" }, { source, sourceOf });
    expect(lint(says).map(({ code, source: at }) => [code, at?.path, at?.line])).toEqual([
      ["lint/denylist-only", "me.tool_permission.bash.default", 2],
      ["lint/shell-escape", "me.tool_permission.bash.default", 2],
      ["lint/one-word-star", 'me.tool_permission.bash["rm *"]', 3],
    ]);
  });

  it("has nothing to say of nothing, and refuses what is no carve", () => {
    expect(lint(carve({}))).toEqual([]);
    expect(lint(carve({ bash: "ask", edit: "deny" }))).toEqual([]);
    // @ts-expect-error: the written JSON is no carve
    expect(() => lint({ bash: "allow" })).toThrow("Cannot lint: this is not a partial carve");
  });
});
