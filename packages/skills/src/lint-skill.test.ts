import { describe, expect, it } from "vitest";
import { lintSkill } from "./index.ts";
import { readYaml } from "./yaml/index.ts";

const codes = (text: string, name = "s", folder?: string): readonly string[] =>
  lintSkill(text, name, { folder, yaml: readYaml }).map(({ code, line }) =>
    line === undefined ? code.slice(6) : `${code.slice(6)} ${line}`,
  );
const head = (more: string, body = "Body.\n"): string => `---\nname: s\ndescription: D\n${more}---\n${body}`;

describe("lintSkill()", () => {
  it("has nothing to say about a good skill", () => {
    expect(
      codes(head("license: MIT\ntags: [a]\nmetadata:\n  a: b\nallowed-tools: Read Grep\ncompatibility: git\n")),
    ).toEqual([]);
  });

  it("wants a head with a name and a description", () => {
    expect(codes("# A\n")).toEqual(["no-head"]);
    expect(codes("---\ndescription: D\n---\nBody.\n")).toEqual(["no-name"]);
    expect(codes("---\nname: s\n---\nBody.\n")).toEqual(["no-description"]);
    expect(codes("---\nname: s\ndescription: ''\n---\nBody.\n")).toEqual(["no-description 3"]);
  });

  it("wants a name as the open format has it, which is that of the folder", () => {
    expect(codes(head("").replace("name: s", "name: A b"), "A b")).toEqual(["bad-name"]);
    expect(codes(head(""), "s", "s")).toEqual([]);
    expect(codes(head(""), "s", "other")).toEqual(["other-folder"]);
    expect(codes(head(""), "t")).toEqual(["other-name 2"]);
  });

  it("wants a description that can be shown everywhere", () => {
    const described = (text: string): readonly string[] => codes(`---\nname: s\ndescription: ${text}\n---\nBody.\n`);
    expect(described("x".repeat(1_024))).toEqual([]);
    expect(described("x".repeat(1_025))).toEqual(["long-description 3"]);
    expect(described("a <b> c")).toEqual(["markup 3"]);
    expect(described("a > c")).toEqual(["markup 3"]);
  });

  it("names the fields that nobody knows, and those that are written otherwise than others read them", () => {
    expect(codes(head("color: red\n__proto__: x\nallowed-tools: [Read]\n"))).toEqual([
      "unknown-field 4",
      "unknown-field 5",
      "tools-list 6",
    ]);
    expect(codes(head(`compatibility: ${"x".repeat(501)}\n`))).toEqual(["long-compatibility 4"]);
  });

  it("wants a short body", () => {
    expect(codes(head("", "x\n".repeat(500)))).toEqual([]);
    expect(codes(head("", "x\n".repeat(501)))).toEqual(["long"]);
    expect(codes(head("", "x".repeat(20_000)))).toEqual([]);
    expect(codes(head("", "x".repeat(20_001)))).toEqual(["long"]);
  });

  it("finds what is not seen, tags of prompts, and what parseSkill() warns of, in the order of the lines", () => {
    const body = "a\n## Skills\nb\u200bc\n</skill>\n```\n";
    expect(codes(head("", body))).toEqual(["section-heading 6", "unseen 7", "prompt-tag 8", "open-fence 9"]);
    expect(codes(head("", "\u202eabc\n"))).toEqual(["unseen 5"]);
    expect(codes(head("", "a\u200db\n"))).toEqual(["unseen 5"]);
    expect(codes(head("", "\u{1F468}\u200D\u{1F4BB} and <skills-like> and \u00a0\n"))).toEqual([]);
    expect(codes("\uFEFFBody.\n")).toEqual(["no-head"]);
  });

  it("gives warnings alone, each with the name of the skill and a hint or a line", () => {
    for (const problem of lintSkill(head("color: red\n", "```\n"), "t", { folder: "u" })) {
      expect(problem).toMatchObject({ severity: "warning", name: "t" });
      expect(problem.hint ?? problem.line).toBeDefined();
    }
  });
});
