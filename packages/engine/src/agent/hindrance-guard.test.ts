import { describe, expect, it } from "vitest";
import { hindranceGuard } from "./hindrance-guard.ts";

describe("hindranceGuard()", () => {
  const denied = (key: string) => ({ of: "denial", key }) as const;
  const [a, b] = [denied("a"), denied("b")];

  it("ends a run at the third step in a row that is hindered by the same thing", () => {
    const guard = hindranceGuard();
    expect([guard.saw([a]), guard.saw([a]), guard.saw([a])]).toEqual([undefined, undefined, a]);
  });

  it("starts anew after another hindrance, and after a step that was carried out", () => {
    const guard = hindranceGuard();
    const steps = [[a], [a], [b], [a], [a], [undefined], [a], [a]];
    expect(steps.map((step) => guard.saw(step))).toEqual(steps.map(() => undefined));
    expect(guard.saw([a])).toBe(a);
  });

  it("counts the calls of one step once, and only when all are hindered alike", () => {
    const guard = hindranceGuard();
    expect(guard.saw([a, a, a, a])).toBeUndefined();
    expect(guard.saw([a, undefined])).toBeUndefined();
    expect(guard.saw([a, b])).toBeUndefined();
    expect([guard.saw([a, a]), guard.saw([a]), guard.saw([a, a])]).toEqual([undefined, undefined, a]);
  });

  it("tells a limit from a denial of the same key", () => {
    const guard = hindranceGuard(2);
    expect(guard.saw([a])).toBeUndefined();
    expect(guard.saw([{ of: "limit", key: "a" }])).toBeUndefined();
  });

  it("never ends a run that is not hindered", () => {
    const guard = hindranceGuard();
    for (let i = 0; i < 10; i += 1) expect(guard.saw([undefined])).toBeUndefined();
  });
});
