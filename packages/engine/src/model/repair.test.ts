import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeBadInput, readCallInput, readToolName } from "./repair.ts";

const read = (written: unknown): unknown => {
  const input = readCallInput(written);
  return input.ok ? input.value : `raw ${input.text}`;
};

describe("readCallInput()", () => {
  it("reads any object as what it is", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("proto"));
        expect(read(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("takes no text and null for no arguments", () => {
    for (const nothing of ["", "  \n", "null", undefined, null]) expect(read(nothing)).toEqual({});
  });

  it("takes off a fence around everything", () => {
    for (const fenced of ['```json\n{"a":1}\n```', '```\n{"a":1}```', '  ```JSON\r\n{"a":1}\r\n```\n'])
      expect(read(fenced)).toEqual({ a: 1 });
    expect(read('{"a":"```json\\n{}\\n```"}')).toEqual({ a: "```json\n{}\n```" });
  });

  it("reads an object that was encoded twice, and not a string that is only a string", () => {
    expect(read(JSON.stringify(JSON.stringify({ a: 1 })))).toEqual({ a: 1 });
    expect(read('"{\\"a\\":"')).toBe('raw "{\\"a\\":"');
    expect(read('"hello"')).toBe('raw "hello"');
    expect(read(JSON.stringify(JSON.stringify(JSON.stringify({}))))).toMatch(/^raw /);
  });

  it("reads line breaks and tabs that stand in a string as they are", () => {
    expect(read('{"text":"one\ntwo\t\\"three\\"\r\n","n":\n1}')).toEqual({ text: 'one\ntwo\t"three"\r\n', n: 1 });
  });

  it("completes nothing: whatever is cut stays as it is", () => {
    const whole = '{"path":"a/b","lines":[1,{"x":null}],"text":"é\\n\\u00e9"}';
    for (let length = 1; length < whole.length; length += 1) {
      const cut = whole.slice(0, length);
      expect(readCallInput(cut)).toEqual({ ok: false, text: cut });
    }
  });

  it("leaves alone what could mean more than one thing", () => {
    for (const text of ['{"a":1}{"b":2}', '{"a":1}}', "{'a':1}", '{"a":1,}', '{"a":True}', '{"re":"\\d"}', "yes"])
      expect(read(text)).toBe(`raw ${text}`);
  });

  it("keeps values that are no objects: the schema of the tool has the word", () => {
    expect(read("[1]")).toEqual([1]);
    expect(read("7")).toBe(7);
    expect(read({ a: 1 })).toEqual({ a: 1 });
  });

  it("refuses keys that change a prototype, however deep and however they are written", () => {
    for (const text of [
      '{"__proto__":{"x":1}}',
      '{"a":[{"\\u005f_proto__":1}]}',
      '{"constructor":{"prototype":{}}}',
      '{"a":{"constructor":{"pr\\u006ftotype":1}}}',
    ])
      expect(read(text)).toBe(`raw ${text}`);
    expect(read('{"constructor":"Ltd","proto":1}')).toEqual({ constructor: "Ltd", proto: 1 });
  });

  it("survives texts that are very long or very deep", () => {
    const long = `{"a":"${"x\\n\n".repeat(300_000)}"}`;
    expect(readCallInput(long).ok).toBe(true);
    expect(readCallInput(long.slice(0, -2)).ok).toBe(false);
    expect(readCallInput("[".repeat(300_000)).ok).toBe(false);
  });
});

describe("readToolName()", () => {
  const tools = ["read", "web_fetch", "Bash", "BASH", "todo-list", "todo_list"].map((name) => ({ name }));

  it("finds the one tool that differs in case and dashes alone", () => {
    expect(readToolName("READ", tools)).toBe("read");
    expect(readToolName(" Web-Fetch", tools)).toBe("web_fetch");
  });

  it("takes the exact name before any other", () => {
    expect(readToolName("Bash", tools)).toBe("Bash");
    expect(readToolName("todo_list", tools)).toBe("todo_list");
  });

  it("guesses nothing: what fits none or several stays", () => {
    for (const name of ["bash", "Todo-List", "reed", "constructor", "__proto__", ""])
      expect(readToolName(name, tools)).toBe(name);
  });
});

describe("describeBadInput()", () => {
  it("says where the text breaks and what should be there", () => {
    expect(describeBadInput("read", '{"path": oops')).toBe(
      'the arguments of read are not valid JSON: at character 10, a value should stand where "oops" does. Send the call again with one whole JSON object',
    );
  });

  it("says that a text is cut, and where", () => {
    expect(describeBadInput("read", '{"path":"a')).toContain(
      "they end after 10 characters, where the rest of a string should follow",
    );
  });

  it("shows only the beginning of what is wrong", () => {
    expect(describeBadInput("read", "x".repeat(10_000)).length).toBeLessThan(250);
  });

  it("counts in the text that the model wrote, its fence included", () => {
    expect(describeBadInput("read", '```json\n{"a":oops}\n```')).toContain("at character 14");
  });

  it("has words for JSON that is no arguments, too", () => {
    expect(describeBadInput("read", '"hello"')).toContain("they are a string and not an object");
    expect(describeBadInput("read", '{"__proto__":1}')).toContain("__proto__");
  });
});
