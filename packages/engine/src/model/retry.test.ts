import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ModelFault, type Tried, planRetry, waitOf } from "./retry.ts";

const error = {
  code: "POLYGLAV_MODEL_FAILED",
  message: "Cannot get an answer from the model: the provider answered 500",
};
const fault = (more: Partial<ModelFault> = {}): ModelFault => ({
  ...{ error, retryable: true, elsewhere: true, throttled: false },
  ...more,
});
const tried = (attempt: number, more: Partial<Tried> = {}): Tried => ({ attempt, retries: 2, hasNext: false, ...more });

describe("planRetry()", () => {
  it("gives up at once on a fault that will not go away", () => {
    expect(planRetry(fault({ retryable: false }), tried(1), 0)).toEqual({ then: "give-up", error });
  });

  it("makes as many further attempts as it is told, and says how many there were", () => {
    expect(planRetry(fault(), tried(1), 0).then).toBe("retry");
    expect(planRetry(fault(), tried(2), 0).then).toBe("retry");
    expect(planRetry(fault(), tried(3), 0)).toEqual({
      then: "give-up",
      error: { ...error, message: `${error.message} (after 3 attempts)` },
    });
  });

  it("does not speak of attempts when there was one", () => {
    expect(planRetry(fault(), tried(1, { retries: 0 }), 0)).toEqual({ then: "give-up", error });
  });

  it("waits as long as the provider asks", () => {
    expect(planRetry(fault({ retryAfterMs: 1_233.2 }), tried(1), 0.9)).toEqual({ then: "retry", waitMs: 1_234 });
  });

  it("does not wait when the provider asks for more than two minutes", () => {
    const long = fault({ retryAfterMs: 3_600_000 });
    expect(planRetry(long, tried(1), 0)).toMatchObject({
      then: "give-up",
      error: { hint: expect.stringContaining("3600 s") },
    });
    expect(planRetry(long, tried(1, { hasNext: true }), 0).then).toBe("next-model");
  });

  it("goes on to the next model when the retries have not helped, or cannot", () => {
    expect(planRetry(fault(), tried(1, { hasNext: true }), 0).then).toBe("retry");
    expect(planRetry(fault(), tried(3, { hasNext: true }), 0).then).toBe("next-model");
    expect(planRetry(fault({ retryable: false }), tried(1, { hasNext: true }), 0).then).toBe("next-model");
  });

  it("does not ask another model what is wrong with every one", () => {
    const wrong = fault({ retryable: false, elsewhere: false });
    expect(planRetry(wrong, tried(1, { hasNext: true }), 0)).toEqual({ then: "give-up", error });
  });

  it("waits longer each time, between half and all of the step, never more than half a minute", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const plan = planRetry(fault(), tried(attempt, { retries: 99 }), random);
          const longest = Math.min(30_000, 500 * 2 ** (attempt - 1));
          if (plan.then !== "retry") throw new Error("gave up");
          expect(plan.waitMs).toBeGreaterThanOrEqual(longest / 2);
          expect(plan.waitMs).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });
});

describe("waitOf()", () => {
  it("is what the plan says, and never longer than two minutes", () => {
    expect(waitOf(fault({ retryAfterMs: 250 }), 1, 0.5)).toBe(250);
    expect(waitOf(fault({ retryAfterMs: 3_600_000 }), 1, 0.5)).toBe(120_000);
    expect(planRetry(fault(), tried(2), 0.5)).toEqual({ then: "retry", waitMs: waitOf(fault(), 2, 0.5) });
  });
});
