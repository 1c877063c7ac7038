import { describe, expect, it } from "vitest";
import { readPage } from "./fences.ts";

const page = (...lines: readonly string[]): ReturnType<typeof readPage> => readPage(lines.join("\n"));

describe("readPage()", () => {
  it("gives each block its language, its words, its code and the line where the code begins", () => {
    expect(page("# T", "", "```ts no-run", "a;", "b;", "```", "end").fences).toEqual([
      { language: "ts", words: ["no-run"], code: "a;\nb;", line: 4 },
    ]);
  });

  it("leaves the prose where it was, without the code", () => {
    expect(page("one", "```", "[a](b)", "```", "two").prose).toBe("one\n\n\n\ntwo");
  });

  it("takes the indentation of a list off", () => {
    expect(page("- x", "  ```ts", "  if (a)", "    b;", "  ```").fences[0]?.code).toBe("if (a)\n  b;");
  });

  it("closes a fence only by one that is as long and has no words", () => {
    expect(page("````md", "```ts", "a;", "```", "````", "x").fences).toEqual([
      { language: "md", words: [], code: "```ts\na;\n```", line: 2 },
    ]);
  });

  it("knows tildes, and lets an open fence run to the end", () => {
    expect(page("~~~sh", "```").fences).toEqual([{ language: "sh", words: [], code: "```", line: 2 }]);
  });

  it("reads lines that end as on Windows", () => {
    expect(readPage("```ts\r\na;\r\n```\r\n").fences[0]).toEqual({ language: "ts", words: [], code: "a;", line: 2 });
  });

  it("blanks comments and keeps their lines", () => {
    expect(page("a", "<!-- b", "c -->d").prose).toBe("a\n      \n     d");
  });
});
