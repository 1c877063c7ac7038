import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { sqliteStore } from "../../src/node/sqlite/sqlite-store.ts";
import { readRunLog } from "../../src/run/read-run.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { folder } from "../field/folder.ts";
import { type Order, program } from "./program.ts";
import { END, WORLD, effectsIn, storyDeps, tell } from "./story.ts";

/** All boundaries take a minute; without it, every eighth is tried, in the file store, and four with SQLite. */
const isThorough = process.env.POLYGLAV_CASES !== undefined;

/** How many entries the whole story has, more or less: who is quicker is not always the same. */
async function length(): Promise<number> {
  const store = memoryStore();
  await tell({ ...storyDeps({ store, effects: effectsIn(join(folder(), "effects")) }), store }, "begin");
  return ((await readRunLog(store, "r1")) ?? []).length;
}

const LENGTH = await length();

/** Kills a process where it is told, and goes on in this one. */
async function killed(order: Omit<Order, "dir">) {
  const dir = folder();
  const first = await program({ ...order, dir });
  const place = join(dir, "runs");
  const store: RunStore = order.store === "file" ? fileStore(place) : sqliteStore(place);
  const effects = effectsIn(join(dir, "effects"));
  const before = (await readRunLog(store, "r1")) ?? [];
  const text = await tell({ ...storyDeps({ store, effects }), store }, "go on");
  return { first, before: before.length, text, effects: effects.all() };
}

/** What the world may look like: a call that only looks may have been made again, one that was cut may not have been made. */
function checkWorld(effects: readonly string[]): void {
  const unsafe = effects.filter((effect) => !effect.startsWith("look"));
  expect(unsafe.length).toBe(new Set(unsafe).size);
  const missing = WORLD.filter((effect) => !effects.includes(effect));
  // Calls that are not safe are made one by one, but two agents may each have one under way.
  expect(missing.length).toBeLessThan(3);
  expect(missing.filter((effect) => effect.startsWith("look"))).toEqual([]);
}

function boundaries(every: number): readonly number[] {
  const all = Array.from({ length: LENGTH - 2 }, (_, index) => index + 1);
  return isThorough ? all : all.filter((n) => n % every === 4);
}

describe("a process that is killed by SIGKILL, and another one that goes on", () => {
  it.each(boundaries(8))("after entry %i, in files", async (after) => {
    const { first, before, text, effects } = await killed({ store: "file", after });
    expect(first.signal).toBe("SIGKILL");
    expect(before).toBe(after);
    expect(text).toBe(END);
    checkWorld(effects);
  });

  it.each(boundaries(30))("after entry %i, in SQLite", async (after) => {
    const { first, before, text, effects } = await killed({ store: "sqlite", after });
    expect(first.signal).toBe("SIGKILL");
    expect(before).toBe(after);
    expect(text).toBe(END);
    checkWorld(effects);
  });

  it.each(isThorough ? WORLD : ["deploy v1", "test all", "look sky"])("between the effect %s and its entry", async (inside) => {
    const { first, text, effects } = await killed({ store: "file", inside });
    expect(first.signal).toBe("SIGKILL");
    expect(text).toBe(END);
    expect(effects.filter((effect) => effect === inside)).toHaveLength(inside.startsWith("look") ? 2 : 1);
    checkWorld(effects);
  });

  it("also when the one that goes on is killed in turn, and the next one, too", async () => {
    const dir = folder();
    let parts = 0;
    for (let order: Order = { dir, store: "file", after: 25 }; ; order = { ...order, goesOn: true }) {
      const { signal, said } = await program(order);
      parts += 1;
      if (signal === "SIGKILL") continue;
      expect(said).toBe(END);
      break;
    }
    expect(parts).toBeGreaterThan(3);
    checkWorld(effectsIn(join(dir, "effects")).all());
  });
});
