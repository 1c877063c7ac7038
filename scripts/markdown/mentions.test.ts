import { describe, expect, it } from "vitest";
import { anchorsOf, codeSpansIn, linksIn } from "./mentions.ts";

const texts = (mentions: readonly { readonly text: string; readonly line: number }[]): readonly string[] =>
  mentions.map(({ text, line }) => `${line} ${text}`);

describe("linksIn()", () => {
  it("finds links, images, titles, angle brackets and brackets inside", () => {
    const prose = ['[a](one.md) ![b](two.png "T")', "[`c`](<three four.md>) [d [e]](five_(six).md)"].join("\n");
    expect(texts(linksIn(prose))).toEqual(["1 one.md", "1 two.png", "2 three four.md", "2 five_(six).md"]);
  });

  it("finds a link whose words run over the end of a line", () => {
    expect(texts(linksIn("see [the\nlong page](a.md)"))).toEqual(["1 a.md"]);
  });

  it("finds definitions, and references that nothing defines", () => {
    const prose = "[a][known] [b][unknown] [Lonely][]\n\n[known]: one.md\n";
    expect(texts(linksIn(prose))).toEqual(["3 one.md", "1 [unknown]", "1 [Lonely]"]);
  });

  it("finds links written in HTML", () => {
    expect(texts(linksIn('<a class="x" href="a.md">a</a>\n<img src="b.png">'))).toEqual(["1 a.md", "2 b.png"]);
  });

  it("leaves code alone", () => {
    expect(linksIn("`[a](b)` and ``x ` [c](d)``")).toEqual([]);
  });
});

describe("codeSpansIn()", () => {
  it("finds spans of any number of ticks, over the end of a line but not over a paragraph", () => {
    expect(texts(codeSpansIn("`a` ``b`c`` `d\ne`\n\nstray ` here\n\nand ` there"))).toEqual(["1 a", "1 b`c", "1 d e"]);
  });
});

describe("anchorsOf()", () => {
  it("words headings the way GitHub does", () => {
    const prose = "# What's `new` in 2.0?\n## A, B & C\n## [Link](x.md) _under_score\n## Größe\n";
    expect([...anchorsOf(prose)]).toEqual(["whats-new-in-20", "a-b--c", "link-_under_score", "größe"]);
  });

  it("numbers headings of the same words", () => {
    expect([...anchorsOf("# A\n# A\n# A\n")]).toEqual(["a", "a-1", "a-2"]);
  });

  it("takes ids written in HTML", () => {
    expect([...anchorsOf('<a id="here"></a>')]).toEqual(["here"]);
  });
});
