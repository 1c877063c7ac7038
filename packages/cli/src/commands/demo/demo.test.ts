import { afterEach, describe, expect, it } from "vitest";
import { openPlace } from "../../../tests/fake-world.ts";

const places: { remove: () => void }[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});
const demo = async (...flags: string[]) => {
  const place = openPlace();
  places.push(place);
  return place.polyglav(["demo", "--fast", ...flags], { env: { PATH: process.env.PATH ?? "", TMPDIR: place.cwd } });
};

describe("polyglav demo", () => {
  it("shows a team at work, an ask, a denial with its why, the diff and a summary, and exits 0", async () => {
    const { code, stdout, stderr } = await demo();

    expect(code).toBe(0);
    expect(stderr).toContain("the model and the operator's answers are scripted");
    for (const role of ["supervisor", "planner", "programmer", "code-reviewer"]) expect(stderr).toContain(role);
    expect(stderr).toMatch(/\? asks for bash "node --test"/);
    expect(stderr).toMatch(/denied bash "node --test".*\.polyglav\/roles\.json:9:7/);
    expect(stdout).toContain("-  return sum > 10_000");
    expect(stdout).toContain("+  return sum >= 10_000");
    expect(stdout).toMatch(/tests +red → green/);
  });

  it("gives the same as data: what ran really failed first and passed in the end", async () => {
    const { code, stdout } = await demo("--json");
    const result = JSON.parse(stdout) as Record<string, unknown>;

    expect(code).toBe(0);
    expect(result).toMatchObject({
      delegated: ["planner", "programmer", "code-reviewer"],
      testRuns: [1, 0],
      approved: ['programmer: bash "node --test"', 'programmer: bash "node --test"'],
      denied: [{ role: "supervisor", summary: 'bash "node --test"', why: "supervisor.tool_permission.bash" }],
      missing: [],
    });
  });

  it("ends with run-end as a stream", async () => {
    const { stdout } = await demo("--output", "ndjson");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string; exitCode?: number; data?: object });
    expect(lines.at(-1)).toMatchObject({ type: "run-end", exitCode: 0 });
    expect(lines.filter((line) => line.type === "run-end")).toHaveLength(1);
    expect(lines.at(-2)).toMatchObject({ type: "result", data: { testRuns: [1, 0], missing: [] } });
  });
});
