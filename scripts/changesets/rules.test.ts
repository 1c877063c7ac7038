import { describe, expect, it } from "vitest";
import { type History, judge, parseChangeset, reachesUsers, type Released } from "./rules.ts";

const released = (history: History, name = "@polyglav/a"): Released => ({ name, folder: "packages/a", history });
const changed = (...files: readonly string[]): History => ({ kind: "changed", files });
const changeset = (text: string): ReturnType<typeof parseChangeset> => parseChangeset(".changeset/x.md", text);
const messages = (packages: readonly Released[], ...texts: readonly string[]): readonly string[] =>
  judge(packages, texts.map(changeset)).findings.map(({ message }) => message);

describe("parseChangeset()", () => {
  it("reads names with any quotes, and the text", () => {
    const { bumps, summary } = changeset(
      "---\n\"@polyglav/a\": minor\n'@polyglav/b': patch\nc: major\n---\n\nAdds x.\n",
    );
    expect([...bumps]).toEqual([
      ["@polyglav/a", "minor"],
      ["@polyglav/b", "patch"],
      ["c", "major"],
    ]);
    expect(summary).toBe("Adds x.");
  });

  it("reads lines that end as on Windows", () => {
    expect([...changeset('---\r\n"a": minor\r\n---\r\nAdds x.\r\n').bumps]).toEqual([["a", "minor"]]);
  });
});

describe("judge()", () => {
  it("asks for a changeset when a file changed that users get", () => {
    expect(messages([released(changed("packages/a/src/x.ts"))])).toEqual([
      "Cannot release @polyglav/a without a changeset: changed since its last version: packages/a/src/x.ts",
    ]);
  });

  it("is satisfied when one names the package", () => {
    expect(messages([released(changed("packages/a/src/x.ts"))], '---\n"@polyglav/a": patch\n---\nFixes x.')).toEqual(
      [],
    );
  });

  it("asks for nothing when nothing changed, or only tests", () => {
    expect(messages([released(changed())])).toEqual([]);
    expect(messages([released(changed("packages/a/src/x.test.ts", "packages/a/laws/x.laws.test.ts"))])).toEqual([]);
  });

  it("asks for the first release", () => {
    expect(messages([released({ kind: "never versioned" })]).at(0)).toMatch(/it was never released/);
  });

  it("accuses nobody when git cannot tell, and says so", () => {
    const { findings, notes } = judge([released({ kind: "unknown", why: "no history" })], []);
    expect(findings).toEqual([]);
    expect(notes).toEqual(["Cannot judge @polyglav/a: no history"]);
  });

  it("refuses changesets that name nobody, say nothing, or use other words", () => {
    expect(messages([], "Adds x.").join("\n")).toMatch(/names no package/);
    expect(messages([released(changed())], '---\n"@polyglav/a": patch\n---\n').at(0)).toMatch(/tells users nothing/);
    expect(messages([released(changed())], '---\n"@polyglav/a": huge\n---\nx').at(0)).toMatch(/by "huge"/);
    expect(messages([], '---\n"constructor": patch\n---\nx').at(0)).toMatch(/no package has that name/);
  });
});

describe("reachesUsers()", () => {
  it("knows what never leaves the repository", () => {
    const files = ["src/a.ts", "README.md", "package.json", "src/a.test.ts", "laws/a.laws.test.ts", "CHANGELOG.md"];
    expect(files.filter(reachesUsers)).toEqual(["src/a.ts", "README.md", "package.json"]);
  });
});
