import { describe, expect, it } from "vitest";
import { readAnswer, whyNot } from "./answer.ts";
import { askOf } from "./store.suite.ts";

describe("readAnswer", () => {
  it("reads yeses and noes, and takes everything else for a no", () => {
    expect(readAnswer({ say: "once", pattern: "x" })).toEqual({ say: "once" });
    expect(readAnswer({ say: "project", pattern: "x", until: 5 })).toEqual({ say: "project", pattern: "x", until: 5 });
    expect(readAnswer({ say: "deny", because: "no" })).toEqual({ say: "deny", because: "no" });
    for (const given of [
      undefined,
      null,
      "once",
      [],
      { say: "run", pattern: 5 },
      { say: "run", until: "later" },
      { say: "run", until: Number.POSITIVE_INFINITY },
      { say: "run", until: 8.64e15 + 1 },
      { say: "session", until: 1e300 },
      { say: "project", until: Number.NaN },
      { say: "deny", because: 5 },
      Object.create({ say: "always" }),
    ]) {
      expect(readAnswer(given)).toEqual({ say: "deny" });
    }
  });
});

describe("whyNot", () => {
  const request = { tool: "bash", actions: [{ category: "bash", resource: ["ls"] }], advice: [] };
  const ask = askOf("a1", { allowed: ["once", "run", "deny"], request, wider: [{ pattern: "offered **", text: "" }] });

  it("says nothing where the answer can be taken", () => {
    expect(whyNot(ask, { say: "once" }, { id: "lead" }, 0)).toBeUndefined();
    expect(whyNot(ask, { say: "run", until: 1 }, "operator", 0)).toBeUndefined();
    // What was offered was looked at when it was; a category of a plugin is not known here.
    for (const pattern of ["ls **", "l*", "offered **"])
      expect(whyNot(ask, { say: "run", pattern }, "operator", 0)).toBeUndefined();
  });

  it("says why where it cannot", () => {
    expect(whyNot(ask, { say: "project" }, "operator", 0)).toBe('"project" is not offered here');
    expect(whyNot(ask, { say: "run" }, { id: "lead" }, 0)).toBe('"run" is for the operator to say');
    expect(whyNot(ask, { say: "run", until: 5 }, "operator", 5)).toBe("it would be over already");
    expect(whyNot(ask, { say: "run", pattern: "cat" }, "operator", 0)).toBe(
      'the pattern "cat" does not cover this call, or cannot be read',
    );
  });
});
