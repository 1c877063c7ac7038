import { describe, expect, it } from "vitest";
import { parseRoleConfig } from "./role-config.ts";

const read = (text: string) =>
  Object.fromEntries([...parseRoleConfig(text).aliases].map(([name, { value }]) => [name, value]));

describe("parseRoleConfig()", () => {
  it("reads a line for each alias, quoted or not, with comments", () => {
    const text = `# aliases
other: { a: b }
model_aliases: # of mine
  fast: local/qwen3:8b   # small
  "smart one": 'mine/it''s # large'

  mid: "a/b"
nested:
  fast: not/this
`;
    expect(parseRoleConfig(text)).toEqual({
      aliases: new Map([
        ["fast", { value: "local/qwen3:8b", line: 4 }],
        ["smart one", { value: "mine/it's # large", line: 5 }],
        ["mid", { value: "a/b", line: 7 }],
      ]),
      problems: [],
    });
  });

  it("reads braces, and nothing where nothing is", () => {
    expect(read('model_aliases: { fast: local/x, "a, b": c/d, }')).toEqual({ fast: "local/x", "a, b": "c/d" });
    for (const text of ["", "model_aliases:", "model_aliases: {}", "model_aliases: null", "# model_aliases: {a: b}"]) {
      expect(parseRoleConfig(text)).toEqual({ aliases: new Map(), problems: [] });
    }
  });

  it("takes any line end and a byte order mark", () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(read(`\uFEFFmodel_aliases:${end}  fast: a/b${end}  slow: c/d`)).toEqual({ fast: "a/b", slow: "c/d" });
    }
  });

  it.each([
    "  fast:",
    '  fast: ""',
    "  - fast",
    "  fast: [a]",
    "  fast: &x y",
    "  fast: !!js/function x",
    "  fast: |",
    '  "\\x41": b',
    "  fast",
  ])("leaves out %j with a warning, and takes the rest", (line) => {
    const { aliases, problems } = parseRoleConfig(`model_aliases:\n${line}\n  slow: a/b\n`);
    expect([...aliases.keys()]).toEqual(["slow"]);
    expect(problems).toMatchObject([{ code: "config/unread-alias", severity: "warning", line: 2 }]);
  });

  it("does not look at endless lines", () => {
    const { aliases, problems } = parseRoleConfig(`model_aliases:\n  a: ${" ".repeat(200_000)}x\n  b: c/d\n`);
    expect([...aliases.keys()]).toEqual(["b"]);
    expect(problems).toHaveLength(1);
  });

  it("warns of a map that is none", () => {
    expect(parseRoleConfig("model_aliases: fast").problems).toHaveLength(1);
  });

  it("knows hostile names, and takes the later of two", () => {
    expect(read("model_aliases:\n  constructor: a/b\n  __proto__: c/d\n")).toEqual(
      JSON.parse('{ "constructor": "a/b", "__proto__": "c/d" }'),
    );
    expect(read("model_aliases:\n  a: x\n  a: y\n")).toEqual({ a: "y" });
  });
});
