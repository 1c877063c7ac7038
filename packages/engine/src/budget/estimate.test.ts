import { describe, expect, it } from "vitest";
import { estimateCall, estimateTokens } from "./estimate.ts";

describe("estimateTokens()", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["abc", 1],
    ["abcd", 2],
    ["é", 1],
    ["日本語", 3],
    ["😀😀😀", 4],
    ["\u{ff5e}", 1],
  ])("counts %j as %i", (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it("counts the bytes of UTF-8", () => {
    const text = "aé日😀\u{7f}\u{80}\u{7ff}\u{800}\u{e000}\u{10ffff}";
    expect(estimateTokens(text.repeat(3))).toBe(new TextEncoder().encode(text).length);
  });
});

describe("estimateCall()", () => {
  it("estimates everything for a first call", () => {
    expect(estimateCall({ kind: "step", texts: ["abcdef", ""] })).toEqual({
      inputTokens: 2 + 8 + 8,
      outputTokens: 4_096,
      leastOutputTokens: 1_024,
    });
  });

  it("takes what was reported of the last call for the truth, and estimates only what is new", () => {
    const call = { kind: "step", last: { inputTokens: 5_000, outputTokens: 70 }, texts: ["abc"] } as const;
    expect(estimateCall(call).inputTokens).toBe(5_000 + 70 + 1 + 8);
  });

  it("goes by the settings and the price of the model", () => {
    const price = { input: 1, output: 2 };
    expect(estimateCall({ kind: "step", texts: [], maxOutputTokens: 500, price })).toEqual({
      inputTokens: 0,
      outputTokens: 500,
      leastOutputTokens: 500,
      maxOutputTokens: 500,
      price,
    });
    expect(estimateCall({ kind: "step", texts: [], maxOutputTokens: 90_000 }).outputTokens).toBe(90_000);
  });

  it("keeps a closing turn short", () => {
    expect(estimateCall({ kind: "closing", texts: [], maxOutputTokens: 90_000 })).toMatchObject({
      outputTokens: 1_024,
      leastOutputTokens: 256,
    });
    expect(estimateCall({ kind: "closing", texts: [], maxOutputTokens: 100 })).toMatchObject({
      outputTokens: 100,
      leastOutputTokens: 100,
    });
  });
});
