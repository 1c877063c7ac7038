import { describe, expect, it } from "vitest";
import { logged, read, told, world } from "../../tests/field/world.ts";
import { resume, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import { killPoints, killingStore } from "./kill-points.ts";

const moves = { boss: [{ call: [read()] }, { text: "End." }] };

describe("killPoints()", () => {
  it("goes on from each beginning of the log, from the start up to the last entry but one, with nothing else in the store", async () => {
    const seen: number[] = [];
    let length = 0;
    let start = 0;
    const { whole, points } = await killPoints({
      start: async (store) => {
        const { end } = await told(run({ role: "boss", task: "Go" }, world({ moves, store })));
        length = store.lines("r1").length;
        start = store.lines("r1").findIndex((line) => line.includes('"run.started"')) + 1;
        return end.content;
      },
      resume: async (store, id) => {
        expect(store.list()).toMatchObject([{ run: "r1" }]);
        seen.push(store.lines(id).length);
        return (await told(resume({ run: id }, world({ moves, store })))).end.content;
      },
    });
    expect(whole).toBe("End.");
    expect(seen).toEqual(Array.from({ length: length - start }, (_, index) => start + index));
    expect(points.map(({ after }) => after)).toEqual(seen);
    expect(points.at(-1)).toMatchObject({ outcome: "End." });
    expect(points.some(({ kind }) => kind === "tool.intended")).toBe(true);
  });

  it("leaves a run that can be taken over, as one whose process is dead", async () => {
    await killPoints({
      start: async (store) => {
        await told(run({ role: "boss", task: "Go" }, world({ moves, store })));
      },
      resume: async (store, id) => {
        await store.open(id).log.close();
      },
    });
  });
});

describe("killingStore()", () => {
  it("kills after an entry is there and before the next one, counted over all that a process opens", async () => {
    const inner = memoryStore();
    const at: number[] = [];
    const store = killingStore(inner, 4, () => at.push(inner.lines("r1").length));
    const first = await store.create("r1");
    for (const n of [1, 2]) first.append(JSON.stringify({ n }));
    await first.close();
    const { log } = await store.open("r1");
    for (const n of [3, 4, 5]) log.append(JSON.stringify({ n }));
    expect(at).toEqual([4]);
  });

  it("changes nothing else about a run", async () => {
    const store = memoryStore();
    const { end } = await told(
      run({ role: "boss", task: "Go" }, world({ moves, store: killingStore(store, 0, () => expect.unreachable()) })),
    );
    expect(end.content).toBe("End.");
    expect(await logged(store, "run.ended")).toHaveLength(1);
  });
});
