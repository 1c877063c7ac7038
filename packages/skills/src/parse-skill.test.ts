import { describe, expect, it } from "vitest";
import { describeContent, parseSkill } from "./index.ts";

const codes = (text: string): readonly unknown[] =>
  parseSkill(text, "s").problems.map(({ code, line }) => (line === undefined ? code : `${code} ${line}`));

describe("parseSkill()", () => {
  it("keeps the text byte for byte, whatever is in it", () => {
    for (const text of [
      "\uFEFF# A\r\n\r\nb\r\n",
      "  a\n\n\n",
      "---\ntitle: x\n---\nbody",
      "<b>${x}</b> !`ls`",
      "\0",
      "",
    ]) {
      expect(parseSkill(text, "s").skill.content).toBe(text);
    }
  });

  it("describes a skill by the first line of its trimmed content, the mark of a heading included", () => {
    const first = (text: string): string => parseSkill(text, "s").skill.description;
    expect(first("# finders\n\nLook.\n")).toBe("# finders");
    expect(first("\uFEFF\r\n\r\n  One\r\nTwo")).toBe("One");
    expect(first("One\rTwo")).toBe("One");
    expect(first("  \n ")).toBe("");
    expect(describeContent("only")).toBe("only");
  });

  it("has nothing to say about ordinary Markdown", () => {
    expect(codes("# A\n\n---\n\n```sh\nls\n```\n\n### Skills\n\ntext with ## Skills in it\n")).toEqual([]);
  });

  it("says when no prompt will get the skill", () => {
    expect(codes("")).toEqual(["skill/empty"]);
    expect(codes(" \n\t\uFEFF")).toEqual(["skill/empty"]);
  });

  it("says that a head of something else is content", () => {
    expect(codes("---\ntitle: a\n---\nbody\n")).toEqual(["skill/frontmatter 1"]);
    expect(codes("\uFEFF--- \r\ntitle: a\r\n---\r\n")).toEqual(["skill/frontmatter 1"]);
    expect(codes("----\nrule\n")).toEqual([]);
  });

  it("finds a block of code that is not closed, and the line that opens it", () => {
    expect(codes("a\n\n```js\nb\n")).toEqual(["skill/open-fence 3"]);
    expect(codes("````\n```\n````\n")).toEqual([]);
    expect(codes("~~~\n```\n~~~~ \n")).toEqual([]);
    expect(codes("```\n~~~\n")).toEqual(["skill/open-fence 1"]);
    expect(codes("```\n``` js\n")).toEqual(["skill/open-fence 1"]);
    expect(codes("```a``` is code\r\n```\rb\r```")).toEqual([]);
  });

  it("finds a heading that looks like the one above all skills", () => {
    expect(codes("a\n## Skills \nb")).toEqual(["skill/section-heading 2"]);
  });

  it("gives its problems a name, a message and what to do", () => {
    expect(parseSkill("~~~~\n", "s").problems).toMatchInlineSnapshot(`
      [
        {
          "code": "skill/open-fence",
          "hint": "Close it with ~~~~",
          "line": 1,
          "message": "Cannot leave a block of code open in skill "s": prompts close it at the end",
          "name": "s",
          "severity": "warning",
        },
      ]
    `);
  });
});
