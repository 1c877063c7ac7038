import { describe, expect, it } from "vitest";
import { programsInDocument, programsInSource } from "./programs.ts";

const FENCE = "```";

describe("programsInDocument()", () => {
  it("finds ts blocks with the line of their code, and counts those marked no-run", () => {
    const text = [
      "# A",
      `${FENCE}ts`,
      "one();",
      FENCE,
      `${FENCE}ts no-run`,
      "two();",
      FENCE,
      `${FENCE}json`,
      "{}",
      FENCE,
    ];
    expect(programsInDocument("a.md", text.join("\n"))).toEqual({
      programs: [{ file: "a.md", line: 3, code: "one();" }],
      findings: [],
      skipped: 1,
    });
  });
});

describe("programsInSource()", () => {
  const source = (...lines: readonly string[]): ReturnType<typeof programsInSource> =>
    programsInSource("a.ts", ["// top", "/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n"));

  it("finds the block of an example, without the stars", () => {
    expect(source("Adds.", "", "@example", `${FENCE}ts`, 'import "a";', "if (b)", "  c();", FENCE).programs).toEqual([
      { file: "a.ts", line: 7, code: 'import "a";\nif (b)\n  c();' },
    ]);
  });

  it("finds every block of every example, and stops at the next tag", () => {
    const block = (name: string): readonly string[] => [`${FENCE}ts`, `import "${name}";`, FENCE];
    const found = source(
      "@example",
      ...block("a"),
      "then",
      ...block("b"),
      "@see x",
      ...block("c"),
      "@example",
      ...block("d"),
    );
    expect(found.programs.map(({ code }) => code)).toEqual(['import "a";', 'import "b";', 'import "d";']);
    expect(found.findings).toEqual([]);
  });

  it("does not take an @ in the code for a tag", () => {
    const [program] = source("@example", `${FENCE}ts`, 'import "a";', "@b", "class C {}", FENCE).programs;
    expect(program?.code).toBe('import "a";\n@b\nclass C {}');
  });

  it("reports an example that imports nothing", () => {
    expect(source("@example", `${FENCE}ts`, "narrow(a); // important", FENCE).findings).toEqual([
      { file: "a.ts", line: 5, message: "Cannot run this example: it imports nothing" },
    ]);
  });

  it("reports an example without a block", () => {
    expect(source("@example narrow(a)").findings).toEqual([
      { file: "a.ts", line: 3, message: "Cannot run this example: it has no ```ts block" },
    ]);
  });

  it("leaves blocks outside of examples alone", () => {
    expect(source("Like this:", `${FENCE}ts`, "x", FENCE)).toEqual({ programs: [], findings: [], skipped: 0 });
  });
});
