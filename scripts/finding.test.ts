import { describe, expect, it } from "vitest";
import { reportLines } from "./finding.ts";

describe("reportLines()", () => {
  it("gives the good news when nothing was found", () => {
    expect(reportLines([], "all fine")).toEqual(["all fine"]);
  });

  it("orders findings by place and counts them", () => {
    const findings = [
      { file: "b.md", line: 1, message: "x" },
      { file: "a.md", line: 12, message: "y" },
      { file: "a.md", line: 3, message: "z" },
      { file: "a.md", message: "w" },
    ];
    expect(reportLines(findings, "")).toEqual(["a.md  w", "a.md:3  z", "a.md:12  y", "b.md:1  x", "", "4 problems"]);
  });
});
