import { describe, expect, it } from "vitest";
import { type World, delegate, told, world } from "../../tests/field/world.ts";
import { run } from "./run.ts";

/** Runs six children side by side, and counts how many of their requests are under way at once. */
async function peak(permits: World["permits"]): Promise<number> {
  let now = 0;
  let most = 0;
  const { end } = await told(
    run(
      { role: "boss", task: "x" },
      world({
        permits,
        roles: { leaf: {} },
        moves: {
          boss: [{ call: Array.from({ length: 6 }, () => delegate("leaf")) }, { text: "Done." }],
          leaf: [{ text: "ok", waitMs: 5 }],
        },
        visit: () => {
          now += 1;
          most = Math.max(most, now);
          return () => {
            now -= 1;
          };
        },
      }),
    ),
  );
  expect(end.status).toBe("ok");
  return most;
}

describe("permits", () => {
  it("hold for a provider, for a run, and for all", async () => {
    expect(await peak({ provider: 2 })).toBe(2);
    expect(await peak({ run: 1 })).toBe(1);
    expect(await peak({ all: 3 })).toBe(3);
  });

  it("are not counted where nobody says so", async () => {
    expect(await peak(undefined)).toBe(6);
  });
});

it("an answer that takes longer than it may as a whole is a fault of its model", async () => {
  const moves = { boss: [{ text: "late", waitMs: 1_000, repeat: true }] };
  const { end } = await told(run({ role: "boss", task: "x" }, world({ moves, totalTimeoutMs: 30, retries: 0 })));
  expect(end).toMatchObject({ status: "error", error: { code: "POLYGLAV_MODEL_SLOW" } });
});
