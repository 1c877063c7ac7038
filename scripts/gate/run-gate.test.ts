import { describe, expect, it } from "vitest";
import { runGate } from "./run-gate.ts";
import type { Step } from "./steps.ts";

const step = (name: string, alone = false): Step => ({ name, command: [name], ...(alone ? { alone: true } : {}) });

describe("runGate()", () => {
  it("runs every step, shows what failed and counts", async () => {
    const said: string[] = [];
    let clock = 0;
    const counts = await runGate([step("a"), step("b"), step("c")], {
      run: async ({ name }) => {
        const code = name === "b" ? 1 : 0;
        return { code, output: `${name} says\n\nno\n`, stdout: "" };
      },
      say: (line) => said.push(line),
      now: () => (clock += 100),
    });
    expect(counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
    expect(said.join("\n")).toMatch(/^ok {4}a {12}0\.\d s$/m);
    expect(said.join("\n")).toMatch(/^FAIL {2}b {12}0\.\d s\n {6}b says\n\n {6}no$/m);
    expect(said.join("\n")).not.toMatch(/c says/);
  });

  it("gives the machine to the tests, then runs two at a time", async () => {
    const now = new Set<string>();
    const most: string[] = [];
    await runGate([step("a"), step("tests", true), step("b"), step("c")], {
      run: async ({ name }) => {
        now.add(name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        most.push([...now].sort().join(" "));
        now.delete(name);
        return { code: 0, output: "", stdout: "" };
      },
      say: () => undefined,
      now: () => 0,
    });
    expect(most[0]).toBe("tests");
    expect(most[1]).toBe("a b");
    expect(Math.max(...most.map((names) => names.split(" ").length))).toBe(2);
  });
});
