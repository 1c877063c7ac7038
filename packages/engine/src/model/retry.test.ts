import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ModelFault, planRetry } from "./retry.ts";

const error = {
  code: "POLYGLAV_MODEL_FAILED",
  message: "Cannot get an answer from the model: the provider answered 500",
};
const fault = (more: Partial<ModelFault> = {}): ModelFault => ({ error, retryable: true, ...more });

describe("planRetry()", () => {
  it("gives up at once on a fault that will not go away", () => {
    expect(planRetry(fault({ retryable: false }), 1, 2, 0)).toEqual({ retry: false, error });
  });

  it("makes as many further attempts as it is told, and says how many there were", () => {
    expect(planRetry(fault(), 1, 2, 0).retry).toBe(true);
    expect(planRetry(fault(), 2, 2, 0).retry).toBe(true);
    expect(planRetry(fault(), 3, 2, 0)).toEqual({
      retry: false,
      error: { ...error, message: `${error.message} (after 3 attempts)` },
    });
  });

  it("does not speak of attempts when there was one", () => {
    expect(planRetry(fault(), 1, 0, 0)).toEqual({ retry: false, error });
  });

  it("waits as long as the provider asks", () => {
    expect(planRetry(fault({ retryAfterMs: 1_234 }), 1, 2, 0.9)).toEqual({ retry: true, waitMs: 1_234 });
  });

  it("ends the run when the provider asks for more than two minutes", () => {
    expect(planRetry(fault({ retryAfterMs: 3_600_000 }), 1, 2, 0)).toMatchObject({
      retry: false,
      error: { hint: expect.stringContaining("3600 s") },
    });
  });

  it("waits longer each time, between half and all of the step, never more than half a minute", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const plan = planRetry(fault(), attempt, 99, random);
          const longest = Math.min(30_000, 500 * 2 ** (attempt - 1));
          if (!plan.retry) throw new Error("gave up");
          expect(plan.waitMs).toBeGreaterThanOrEqual(longest / 2);
          expect(plan.waitMs).toBeLessThanOrEqual(longest);
        },
      ),
    );
  });
});
