import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeCall, quote } from "./call-summary.ts";

describe("describeCall()", () => {
  it("shows the tool and its first words", () => {
    expect(describeCall("bash", { timeoutMs: 5, command: "npm test" })).toBe('bash "npm test"');
    expect(describeCall("list", {})).toBe("list");
    expect(describeCall("list", null)).toBe("list");
    expect(describeCall("x", "raw")).toBe('x "raw"');
  });
});

describe("quote()", () => {
  it("shows any text on one line of printable length, without control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        // eslint-disable-next-line no-control-regex -- that there are none is the point
        expect(quote(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
    expect(quote("a".repeat(500)).length).toBeLessThan(90);
  });
});
