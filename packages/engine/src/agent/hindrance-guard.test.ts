import { describe, expect, it } from "vitest";
import { type Hindered, countHindrance } from "./hindrance-guard.ts";
import type { Hindrance } from "./hindrance.ts";

const denied = (key: string): Hindrance => ({ of: "denial", key });
const [a, b] = [denied("a"), denied("b")];

/** The counts after each of these steps. */
function counts(...steps: readonly (readonly (Hindrance | undefined)[])[]): readonly number[] {
  let state: Hindered | undefined;
  return steps.map((step) => (state = countHindrance(state, step))?.steps ?? 0);
}

describe("countHindrance()", () => {
  it("counts steps in a row that are hindered by the same thing", () => {
    expect(counts([a], [a], [a])).toEqual([1, 2, 3]);
  });

  it("starts anew after another hindrance, and after a step that was carried out", () => {
    expect(counts([a], [a], [b], [a], [a], [undefined], [a], [a])).toEqual([1, 2, 1, 1, 2, 0, 1, 2]);
  });

  it("counts the calls of one step once, and only when all are hindered alike", () => {
    expect(counts([a, a, a, a])).toEqual([1]);
    expect(counts([a], [a, undefined])).toEqual([1, 0]);
    expect(counts([a], [a, b])).toEqual([1, 0]);
    expect(counts([a, a], [a], [a, a])).toEqual([1, 2, 3]);
  });

  it("tells a limit from a denial of the same key", () => {
    expect(counts([a], [{ of: "limit", key: "a" }])).toEqual([1, 1]);
  });

  it("never counts a run that is not hindered", () => {
    expect(counts(...Array.from({ length: 10 }, () => [undefined]))).toEqual(Array.from({ length: 10 }, () => 0));
  });
});
