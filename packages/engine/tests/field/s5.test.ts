import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it.each([false, true])(
  "S5: a permit that somebody gave back while waiting for two at once is given back once (in the background: %s)",
  async (background) => {
    let inside = 0;
    let peak = 0;
    const deps = world({
      permits: { provider: 1 },
      roles: { a: {}, b: {} },
      moves: {
        boss: [{ call: [delegate("a", { background }), delegate("b", { background })] }, { text: "ok", repeat: true }],
        a: [{ text: "A.", waitMs: 10 }],
        b: [{ text: "B.", waitMs: 10 }],
      },
      visit: () => {
        inside += 1;
        peak = Math.max(peak, inside);
        return () => {
          inside -= 1;
        };
      },
    });
    const request = { role: "boss", task: "Do it", stream: false, limits: { ms: 5_000 } };
    const { all, end } = await told(run(request, deps));
    expect(all("delegate-end").map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(end.status).toBe("ok");
    expect([peak, inside]).toEqual([1, 0]);
  },
);
