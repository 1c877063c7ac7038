import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, told, world } from "./world.ts";

it("S4: three permits are enough for five parents with two children each, because nobody holds one while it waits", async () => {
  let inside = 0;
  let peak = 0;
  const deps = world({
    permits: { provider: 3 },
    roles: { mid: {}, leaf: {} },
    moves: {
      boss: [{ call: Array.from({ length: 5 }, () => delegate("mid")) }, { text: "ok" }],
      mid: [
        { call: [delegate("leaf"), delegate("leaf")], waitMs: 5 },
        { text: "ok", waitMs: 5 },
      ],
      leaf: [{ text: "Done.", waitMs: 5 }],
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
  expect(all("delegate-end").map(({ outcome }) => outcome)).toEqual(Array.from({ length: 15 }, () => "done"));
  expect(end.status).toBe("ok");
  expect(peak).toBe(3);
});
