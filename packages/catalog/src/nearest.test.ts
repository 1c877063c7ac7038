import { describe, expect, it } from "vitest";
import { nearest } from "./nearest.ts";

describe("nearest", () => {
  const roles = ["code-reviewer", "planner", "programmer", "researcher"];

  it.each([
    ["reseacher", "researcher"],
    ["reviewer", undefined],
    ["code-reviwer", "code-reviewer"],
    ["PLANNER", "planner"],
    ["palnner", "planner"],
    ["planer", "planner"],
    ["xxxxxxx", undefined],
    ["", undefined],
  ])("finds for %j the role %j", (word, found) => {
    expect(nearest(word, roles)).toBe(found);
  });

  it("allows a short word fewer edits than a long one", () => {
    expect(nearest("abc", ["axc"])).toBe("axc");
    expect(nearest("abc", ["xxc"])).toBeUndefined();
    expect(nearest("abcdefg", ["xxcdefg"])).toBe("xxcdefg");
    expect(nearest("abcdefghi", ["xxxdefghi"])).toBeUndefined();
  });

  it("takes the first of equally near candidates, and a nearer one over an earlier one", () => {
    expect(nearest("cat", ["car", "bat"])).toBe("car");
    expect(nearest("steps", ["stepx", "steps"])).toBe("steps");
  });

  it("treats hostile words like others and takes no time over long ones", () => {
    expect(nearest("constructr", ["constructor", "__proto__"])).toBe("constructor");
    expect(nearest("x".repeat(1_000_000), ["y".repeat(1_000_000)])).toBeUndefined();
  });
});
