import fc from "fast-check";
import { describe, it } from "vitest";
import { resourceOf } from "../../resource.ts";
import { commandLine, requestFor, SEARCH } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import { checkImport } from "../imports/import.suite.ts";
import { importClaudeCode } from "./import-claude-code.ts";
import { MODES, readPermissions } from "./settings.ts";
import { claudeDecides } from "./theirs.ts";

const places = { worktree: "/home/me/shop", home: "/home/me" };
const anchors = { ...places, anchor: "/home/me/.claude" };

const pieceOf = (...pieces: readonly string[]) => fc.constantFrom(...pieces);
const textOf = (pieces: fc.Arbitrary<string>, separator: string) =>
  fc.array(pieces, { minLength: 1, maxLength: 3 }).map((all) => all.join(separator));
const command = fc
  .tuple(textOf(pieceOf("git", "git", "git*", "push", "p*h", "*", "--force", "*-f*", "x"), " "), pieceOf("", "", ":*"))
  .map(([text, end]) => `Bash(${text}${end})`);
const path = fc
  .tuple(
    pieceOf("Read", "Edit"),
    pieceOf("", "", "./", "/", "~/", "//", "//home/me/", "**/"),
    textOf(pieceOf("src", "src", "s*", "**", "*.ts", "a.ts", ".env", "lib", "me", "d?cs", "[ab].ts"), "/"),
    pieceOf("", "", "/", "/**"),
  )
  .map(([tool, start, text, end]) => `${tool}(${start}${text}${end})`);
const rule = fc.oneof(
  { weight: 4, arbitrary: command },
  { weight: 6, arbitrary: path },
  {
    weight: 3,
    arbitrary: pieceOf(
      ..."Bash Read Edit Write Glob Grep WebFetch WebSearch Agent mcp__git mcp__git__* mcp__git__get mcp__* mcp__git__d* B* * Skill Skill(plan) Skill(p*) S* ReadMcpResourceTool AskUserQuestion".split(
        " ",
      ),
      ..."WebFetch(domain:a.test) WebFetch(domain:*.a.test) WebFetch(domain:*) Agent(Explore) Agent(Plan) Task(Plan)".split(
        " ",
      ),
    ),
  },
);
const rules = fc.array(rule, { maxLength: 4 });
const settings = fc.record({
  permissions: fc.record(
    {
      allow: rules,
      ask: rules,
      deny: rules,
      defaultMode: pieceOf(...MODES),
      additionalDirectories: fc.array(pieceOf("~/lib", "/opt", "../other"), { maxLength: 1 }),
    },
    { requiredKeys: [] },
  ),
});

const words = fc.array(pieceOf("git", "gitx", "push", "ppush", "--force", "x", "-f", "y-fz"), {
  minLength: 1,
  maxLength: 4,
});
const names = fc.array(pieceOf("src", "sx", "a.ts", "b.ts", ".env", "docs", "lib", "me"), {
  minLength: 1,
  maxLength: 4,
});
const start = pieceOf(
  "/home/me/shop/",
  "/home/me/shop/",
  "/home/me/",
  "/home/me/lib/",
  "/",
  "/home/me/shop/src/",
  "/home/me/.claude/",
);
const probe: fc.Arbitrary<Probe> = fc.oneof(
  words.map((each) => ({
    call: { tool: "Bash", input: { command: commandLine(each) } },
    request: requestFor("bash", each, commandLine(each)),
  })),
  fc
    .tuple(
      fc.constantFrom(
        ["Read", "read", "file_path"],
        ["Edit", "edit", "file_path"],
        ["Write", "edit", "file_path"],
        ["Glob", "list", "path"],
        ["Grep", "list", "path"],
      ),
      start,
      names,
    )
    .map(([[tool = "", category = "", field = ""], from, rest]) => {
      const at = from + rest.join("/");
      return {
        call: { tool, input: { [field]: at } },
        request: requestFor(category, resourceOf(category, at, places) ?? [], at),
      };
    }),
  pieceOf("a.test", "b.a.test", "c.test").map((host) => {
    const url = `https://${host}/`;
    return {
      call: { tool: "WebFetch", input: { url } },
      request: requestFor("web", resourceOf("web", url) ?? [], url),
    };
  }),
  fc.constant({ call: { tool: "WebSearch", input: { query: "q" } }, request: requestFor("web", SEARCH, "q") }),
  pieceOf("plan", "pay", "other").map((name) => ({
    call: { tool: "Skill", input: { skill: name } },
    request: requestFor("catalog", ["skill", name], name),
  })),
  fc.constant({ call: { tool: "AskUserQuestion", input: {} }, request: requestFor("ask", ["direction"], "") }),
  pieceOf("git", "mail").map((server) => ({
    call: { tool: "ReadMcpResourceTool", input: { server, uri: "x://a/b" } },
    request: requestFor("mcp", [server, "resources", "x://a/b"], ""),
  })),
  pieceOf("Explore", "Plan", "other").map((name) => ({
    call: { tool: "Agent", input: { subagent_type: name } },
    request: requestFor("delegate", [name], name),
  })),
  fc.tuple(pieceOf("git", "mail"), pieceOf("get", "delete")).map(([server, tool]) => ({
    call: { tool: `mcp__${server}__${tool}`, input: {} },
    request: requestFor("mcp", [server, tool], ""),
  })),
);

describe("an import from Claude Code", () => {
  it("never permits more than the settings do, and lists every way in which it permits less", () => {
    checkImport({
      settings,
      probe,
      places,
      imported: (given) => importClaudeCode(given, { ...places, scope: "user" }),
      theirs: (given) => claudeDecides(readPermissions(given, "user"), anchors),
      isWritable: ({ permissions: { allow = [], ask = [], deny = [] } }) =>
        ![...allow, ...ask, ...deny].some((text) => /[?[]/.test(text)),
    });
  }, 120_000);
});
