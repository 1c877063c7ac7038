import fc from "fast-check";
import { describe, it } from "vitest";
import { resourceOf } from "../../resource.ts";
import { commandLine, requestFor, SEARCH } from "../imports/calls.ts";
import type { Probe } from "../imports/differences.ts";
import { checkImport } from "../imports/import.suite.ts";
import { importOpencode } from "./import-opencode.ts";
import { rulesetOf } from "./ruleset.ts";
import { mcpName, opencodeDecides } from "./theirs.ts";

const places = { worktree: "/home/me/shop", home: "/home/me" };

const word = fc.constantFrom("allow", "ask", "deny");
const pieceOf = (...pieces: readonly string[]) => fc.constantFrom(...pieces);
const textOf = (pieces: fc.Arbitrary<string>, separator: string) =>
  fc.array(pieces, { minLength: 1, maxLength: 3 }).map((all) => all.join(separator));
const command = textOf(pieceOf("git", "git", "git*", "push", "p*h", "*", "--force", "*-f*", "x", "l?"), " ");
const path = textOf(pieceOf("src", "src", "s*", "*", "*.ts", "a.ts", "*a*", ".env", "*.env", "do?s"), "/");
const folder = textOf(pieceOf("~", "lib", "*", "l*", "/home", "me", "shop"), "/");
const tool = pieceOf("git_hub_*", "git_*", "*_get", "git_hub_get", "g*t*t", "*hub*");
const settings = fc.record(
  {
    "*": word,
    bash: fc.oneof(word, fc.dictionary(command, word, { maxKeys: 3 })),
    edit: fc.oneof(word, fc.dictionary(path, word, { maxKeys: 3 })),
    read: fc.oneof(word, fc.dictionary(path, word, { maxKeys: 3 })),
    external_directory: fc.oneof(word, fc.dictionary(folder, word, { maxKeys: 3 })),
    glob: word,
    webfetch: word,
    websearch: word,
    "web*": word,
    question: word,
    skill: fc.oneof(word, fc.dictionary(pieceOf("*", "plan", "p*", "*y"), word, { maxKeys: 3 })),
    task: fc.dictionary(pieceOf("code-*", "*", "code-a", "*-a", "c?de-a"), word, { maxKeys: 3 }),
  },
  { requiredKeys: [] },
);
const all = fc.tuple(settings, fc.dictionary(tool, word, { maxKeys: 2 }), settings).map(([permission, tools, own]) => ({
  permission: { ...permission, ...tools },
  agent: { build: { permission: own } },
}));

const words = fc.array(pieceOf("git", "gitx", "push", "ppush", "--force", "x", "-f", "ls", "lx", "y-fz"), {
  minLength: 1,
  maxLength: 4,
});
const names = fc.array(pieceOf("src", "sx", "a.ts", "b.ts", ".env", "x.env.y", "docs", "xayb", "lib", "home", "me"), {
  minLength: 1,
  maxLength: 4,
});
const file = fc.tuple(
  pieceOf("/home/me/shop/", "/home/me/shop/", "/home/me/", "/home/me/lib/", "/", "/home/me/shop/src/"),
  names,
);
const probe: fc.Arbitrary<Probe> = fc.oneof(
  words.map((each) => ({
    call: { tool: "bash", input: { command: commandLine(each) } },
    request: requestFor("bash", each, commandLine(each)),
  })),
  fc.tuple(pieceOf("read", "edit"), file).map(([name, [start, rest]]) => {
    const filePath = start + rest.join("/");
    return {
      call: { tool: name, input: { filePath } },
      request: requestFor(name, resourceOf(name, filePath, places) ?? [], filePath),
    };
  }),
  file.map(([start, rest]) => {
    const at = start + rest.join("/");
    const request = requestFor("list", resourceOf("list", at, places) ?? [], at);
    return { call: { tool: "glob", input: { pattern: "*", path: at } }, request };
  }),
  fc.constant({
    call: { tool: "webfetch", input: { url: "https://a.test/" } },
    request: requestFor("web", ["https", "test", "a", "/", ""], ""),
  }),
  fc.constant({ call: { tool: "websearch", input: { query: "q" } }, request: requestFor("web", SEARCH, "q") }),
  pieceOf("plan", "pay", "other").map((name) => ({
    call: { tool: "skill", input: { name } },
    request: requestFor("catalog", ["skill", name], name),
  })),
  fc.constant({ call: { tool: "question", input: {} }, request: requestFor("ask", ["direction"], "") }),
  pieceOf("code-a", "code-b", "x-a", "codx").map((name) => ({
    call: { tool: "task", input: { subagent_type: name } },
    request: requestFor("delegate", [name], name),
  })),
  fc.tuple(pieceOf("git", "git_hub", "x"), pieceOf("get", "hub_get", "git_x")).map(([server, name]) => ({
    call: { tool: mcpName(server, name), input: {} },
    request: requestFor("mcp", [server, name], ""),
  })),
);

describe("an import from opencode", () => {
  it("never permits more than the settings do, and lists every way in which it permits less", () => {
    checkImport({
      settings: all,
      probe,
      places,
      imported: (given) => importOpencode(given, places),
      theirs: (given) => opencodeDecides(rulesetOf(given, "build", places.home).rules, places),
      isWritable: (_, there) => !there.by.includes("?"),
    });
  }, 120_000);
});
