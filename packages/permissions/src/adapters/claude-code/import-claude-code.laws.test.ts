import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { root } from "../../authority.ts";
import { total } from "../../carve.ts";
import { decide } from "../../decide.ts";
import { leq } from "../../decision.ts";
import { parseCarve } from "../../parse.ts";
import { resourceOf } from "../../resource.ts";
import { commandLine, requestFor, SEARCH } from "../imports/calls.ts";
import { causeOf, type Probe, ruleIn } from "../imports/differences.ts";
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
      ..."Bash Read Edit Write Glob Grep WebFetch WebSearch Agent mcp__git mcp__git__* mcp__git__get mcp__* mcp__git__d* B* *".split(
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
    let differing = 0;
    fc.assert(
      fc.property(settings, fc.array(probe, { minLength: 40, maxLength: 40 }), (given, probes) => {
        const { carve, differs, isComplete } = importClaudeCode(given, { ...places, scope: "user" });
        const ours = root({ id: "me", use: total(parseCarve(carve, places).value, "ask") });
        const theirs = claudeDecides(readPermissions(given, "user"), anchors);
        const causeAt = (each: Probe) => {
          const [there, here] = [theirs(each.call), decide(ours, each.request)];
          return { there, here, cause: causeOf(each, there, here.decision, ruleIn(here.because)) };
        };
        const listed = new Set(differs.map((each) => causeAt(each).cause));
        for (const each of probes) {
          const { there, here, cause } = causeAt(each);
          if (there.decision === here.decision) continue;
          differing += 1;
          expect(leq(here.decision, there.decision), JSON.stringify([each, there, here])).toBe(true);
          // What a wildcard for one character is about cannot be said here: it is a problem of its own.
          const isWritable = !/[?[]/.test(there.by) && !/[?[]/.test(JSON.stringify(given));
          if (isWritable && isComplete) expect(listed, JSON.stringify([each, there, here])).toContain(cause);
        }
      }),
      { numRuns: 25 },
    );
    expect(differing).toBeGreaterThan(0);
  }, 120_000);
});
