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
  it("leaves nothing that steers a terminal or reorders text, whatever it is given", () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom("\u009b", "\u001b", "\u202e", "\u2066", "\u200b", "\ufeff", "\n"),
        fc.string({ unit: "binary", maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        expect(quote(text)).not.toMatch(/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
      }),
    );
  });

  it("cuts long text between characters, and says so", () => {
    const cut = quote("😀".repeat(200));
    expect(cut).toBe(`"${"😀".repeat(79)}…"`);
    expect(quote("a".repeat(80))).toBe(`"${"a".repeat(80)}"`);
  });
});
