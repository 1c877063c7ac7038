import { describe, expect, it } from "vitest";
import { close, createGate, opensIn, start, widen } from "./gate-pace.ts";

describe("close()", () => {
  it("waits as long as was asked, and up to a tenth or a second longer", () => {
    const waits = [0, 1_000, 60_000].map((waitMs) => {
      const gate = createGate();
      close(gate, waitMs, 0, 0.5);
      return opensIn(gate, 0);
    });
    expect(waits).toEqual([0, 1_050, 60_500]);
  });

  it("takes what is no time for none", () => {
    for (const waitMs of [Number.NaN, -5]) {
      const gate = createGate();
      close(gate, waitMs, 0, 0.5);
      expect(opensIn(gate, 0)).toBe(0);
    }
  });

  it("remembers how many were too many from the first refusal of a moment", () => {
    const gate = createGate();
    const leaves = Array.from({ length: 8 }, () => start(gate, 0));
    close(gate, 100, 0, 0);
    for (const leave of leaves) leave();
    close(gate, 100, 1, 0);
    expect(gate).toMatchObject({ width: 1, knee: 4, peak: 8, closedUntil: 101, inside: 0, insideSince: 0 });
  });
});

describe("widen()", () => {
  const recovering = () => {
    const gate = createGate();
    const leaves = Array.from({ length: 4 }, () => start(gate, 0));
    close(gate, 100, 0, 0);
    for (const leave of leaves) leave();
    return gate;
  };

  it("grows by one for each success up to half of what was too much, then by one for each round", () => {
    const gate = recovering();
    const widths = Array.from({ length: 4 }, () => {
      widen(gate, 100);
      return gate.width;
    });
    expect(widths).toEqual([2, 2.5, 2.9, 2.9 + 1 / 2.9]);
  });

  it("hears nothing of successes from before it was closed", () => {
    const gate = recovering();
    widen(gate, 99);
    expect(gate.width).toBe(1);
  });

  it("is as open as ever with more than were too many, once nobody waits", () => {
    const gate = recovering();
    gate.waiting = 1;
    for (let success = 0; success < 20; success += 1) widen(gate, 100);
    expect(gate.width).toBeGreaterThan(4);
    expect(gate.width).toBeLessThan(Infinity);
    expect(opensIn(gate, 100)).toBeLessThanOrEqual(0);
    gate.waiting = 0;
    widen(gate, 100);
    expect(gate.width).toBe(Infinity);
  });

  it("is not so before, also when nobody waits", () => {
    const gate = recovering();
    widen(gate, 100);
    expect(gate.width).toBe(2);
  });
});

describe("opensIn()", () => {
  it("keeps a pace after a refusal, and no longer than that when the clock is set back", () => {
    const gate = createGate();
    start(gate, 1_000);
    expect(opensIn(gate, 1_000)).toBeLessThanOrEqual(0);
    close(gate, 0, 1_000, 0);
    expect(opensIn(gate, 1_010)).toBe(15);
    gate.closedUntil = -Infinity;
    expect(opensIn(gate, 0)).toBe(25);
  });
});
