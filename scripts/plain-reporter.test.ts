import { describe, expect, it } from "vitest";
import { countsLine } from "./counts.ts";
import { type CountedModule, tally } from "./plain-reporter.ts";

const file = (state: string, ...tests: readonly string[]): CountedModule => ({
  children: { allTests: () => tests.map((test) => ({ result: () => ({ state: test }) })) },
  state: () => state,
});

describe("tally()", () => {
  it("counts each test by how it ended", () => {
    const files = [file("passed", "passed", "skipped"), file("failed", "passed", "failed", "failed")];
    expect(tally(files, [])).toEqual({ passed: 2, failed: 2, skipped: 1 });
  });

  it("counts a file that did not load as one failure", () => {
    expect(tally([file("failed")], [])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it("counts a hook that threw after all tests passed as one failure", () => {
    expect(tally([file("failed", "passed")], [])).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts an error outside of every test as a failure", () => {
    expect(tally([file("passed", "passed")], [new Error("late")])).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts a test that never ran as skipped, never as passed", () => {
    expect(tally([file("pending", "pending")], [])).toEqual({ passed: 0, failed: 0, skipped: 1 });
  });

  it("calls a run without any file a failure", () => {
    expect(tally([], [])).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe("countsLine()", () => {
  it("names skipped tests only when there are some", () => {
    expect(countsLine({ passed: 3, failed: 0, skipped: 0 })).toBe("3 passed, 0 failed");
    expect(countsLine({ passed: 0, failed: 1, skipped: 2 })).toBe("0 passed, 1 failed, 2 skipped");
  });
});
