import { describe, expect, it } from "vitest";
import { parseScript } from "./parse-script.ts";

/** Problems as an editor lists them. */
const problems = (text: string, file?: string): readonly string[] =>
  parseScript(text, file).problems.map(
    ({ file, line, column, code, message, hint }) =>
      `${file === undefined ? "" : `${file}:`}${line}:${column} ${code} ${message}${hint === undefined ? "" : ` (${hint})`}`,
  );

describe("parseScript()", () => {
  it("reads every kind of move with everything that may stand beside it", () => {
    const script = {
      roles: {
        leader: [
          {
            call: [{ tool: "delegate", input: { role: "planner", task: "Plan it" } }],
            text: "First a plan.",
            usage: { input: 10, output: 5 },
          },
          { throw: { status: 429, retryAfterMs: 200, message: "slow down" } },
          { throw: { status: 500, message: "" }, waitMs: 1.5 },
          { hang: true },
          { chunkThenSilence: "Let me" },
          { text: "Done.", repeat: true },
        ],
        planner: [],
      },
      default: [{ text: "", waitMs: 0, repeat: false }],
    };
    expect(parseScript(JSON.stringify(script))).toEqual({ value: script, problems: [] });
  });

  it("reads a file with neither roles nor default, and one with a byte order mark", () => {
    expect(parseScript("{}")).toEqual({ value: {}, problems: [] });
    expect(parseScript('\uFEFF{ "default": [] }')).toEqual({ value: { default: [] }, problems: [] });
    expect(problems('\uFEFF{ "defaul": [] }')).toEqual([
      '1:3 script/unknown-key Cannot read the script: "defaul" is no known key (Did you mean "default"?)',
    ]);
  });

  it("takes hostile names for what they are", () => {
    const { value } = parseScript(
      '{ "roles": { "__proto__": [{ "text": "a" }], "constructor": [{ "call": [{ "tool": "", "input": { "__proto__": { "x": 1 } } }] }], "": [] } }',
    );
    expect(Object.keys(value?.roles ?? {})).toEqual(["__proto__", "constructor", ""]);
    expect(JSON.stringify(value?.roles)).toContain('"input":{"__proto__":{"x":1}}');
    expect(problems('{ "default": [{ "__proto__": 1, "text": "a" }] }')).toEqual([
      '1:17 script/unknown-key Cannot read move 1 of "default": "__proto__" is no known key (Known: call, text, throw, hang, chunkThenSilence, waitMs, usage, repeat)',
    ]);
    expect(problems('{ "default": [{ "constructor": 1 }] }')[0]).toContain('"constructor" is no known key');
  });

  it("reports a syntax error alone, where it is", () => {
    expect(problems('{\n  "default": [\n    { "text": "a" }\n    { "text": "b" }\n  ]\n}', "demo.json")).toEqual([
      'demo.json:4:5 script/syntax Cannot read the script: expected "," or "]"',
    ]);
    expect(problems("")).toEqual(["1:1 script/syntax Cannot read the script: the text ends too early"]);
  });

  it("reports everything else at once, in the order of the file", () => {
    const text = `{
  "role": {},
  "roles": {
    "leader": [
      { "txt": "a" },
      { "text": 7, "waitMs": -1 },
      { "call": { "tool": "read", "input": {} } },
      { "call": [] },
      { "call": [{ "tool": "read" }, { "tool": 1, "input": [], "inptu": {} }] },
      { "throw": { "status": 200, "mesage": "x" } },
      { "hang": false },
      { "text": "a", "hang": true },
      { "waitMs": 5 },
      { "text": "a", "usage": { "input": 1.5 } },
      "text",
      { "text": "b", "repeat": true },
      { "text": "c", "repeat": "yes" }
    ],
    "planner": { "text": "a" },
    "planner": []
  },
  "default": null
}`;
    expect(problems(text)).toMatchInlineSnapshot(`
      [
        "2:3 script/unknown-key Cannot read the script: "role" is no known key (Did you mean "roles"?)",
        "5:9 script/unknown-key Cannot read move 1 of role "leader": "txt" is no known key (Did you mean "text"?)",
        "6:17 script/wrong-type Cannot read move 2 of role "leader": text must be a string",
        "6:30 script/wrong-type Cannot read move 2 of role "leader": waitMs must be 0 or more",
        "7:17 script/wrong-type Cannot read move 3 of role "leader": call must be a list",
        "8:17 script/wrong-type Cannot read move 4 of role "leader": call must not be empty",
        "9:18 script/missing-key Cannot read move 5 of role "leader": call[0].input is missing",
        "9:48 script/wrong-type Cannot read move 5 of role "leader": call[1].tool must be a string",
        "9:60 script/wrong-type Cannot read move 5 of role "leader": call[1].input must be an object",
        "9:64 script/unknown-key Cannot read move 5 of role "leader": "inptu" is no known key (Did you mean "input"?)",
        "10:18 script/missing-key Cannot read move 6 of role "leader": throw.message is missing",
        "10:30 script/wrong-type Cannot read move 6 of role "leader": throw.status must be 400 or more",
        "10:35 script/unknown-key Cannot read move 6 of role "leader": "mesage" is no known key (Did you mean "message"?)",
        "11:17 script/wrong-type Cannot read move 7 of role "leader": hang must be true",
        "12:22 script/unknown-key Cannot read move 8 of role "leader": "hang" does not go with its other keys",
        "13:7 script/no-move Cannot read move 9 of role "leader": it has none of call, text, throw, hang, chunkThenSilence",
        "14:31 script/missing-key Cannot read move 10 of role "leader": usage.output is missing",
        "14:42 script/wrong-type Cannot read move 10 of role "leader": usage.input must be a whole number",
        "15:7 script/wrong-type Cannot read move 11 of role "leader": it must be an object",
        "16:22 script/early-repeat Cannot read move 12 of role "leader": only the last move of a list can repeat",
        "17:32 script/wrong-type Cannot read move 13 of role "leader": repeat must be true or false",
        "20:5 script/duplicate-key Cannot read the script: the key "planner" is there twice",
        "22:14 script/wrong-type Cannot read the moves of "default": they must be a list",
      ]
    `);
    expect(parseScript(text).value).toBeUndefined();
  });

  it.each(["null", "[]", '"a"', "1"])("does not take %s for a script", (text) => {
    expect(problems(text)).toEqual(["1:1 script/wrong-type Cannot read the script: it must be an object"]);
  });

  it("does not take a list of roles", () => {
    expect(problems('{ "roles": [] }')).toEqual([
      '1:12 script/wrong-type Cannot read the script: "roles" must be an object',
    ]);
  });
});
