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

/** All boundaries take minutes, a process each. Without it, every twelfth is tried in files, and two in SQLite. */
const isThorough = process.env.POLYGLAV_CASES !== undefined;

/** How many entries the whole story has, more or less: who is quicker is not always the same. */
async function length(): Promise<number> {
  const store = memoryStore();
  const effects = { all: () => [], happen: () => undefined, forget: () => undefined };
  await tell({ ...storyDeps({ store, effects }), store }, "begin");
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
  // The first two are texts: before its start there is no run to go on with. The last few may not be there.
  const all = Array.from({ length: LENGTH - 8 }, (_, index) => index + 1).filter((n) => n >= 3);
  return isThorough ? all : all.filter((n) => n % every === 5);
}

describe("a process that is killed by SIGKILL, and another one that goes on", () => {
  it.each(boundaries(12))("after entry %i, in files", async (after) => {
    const { first, before, text, effects } = await killed({ store: "file", after });
    expect(first.signal).toBe("SIGKILL");
    expect(before).toBe(after);
    expect(text).toBe(END);
    checkWorld(effects);
  });

  it.each(boundaries(60))("after entry %i, in SQLite", async (after) => {
    const { first, before, text, effects } = await killed({ store: "sqlite", after });
    expect(first.signal).toBe("SIGKILL");
    expect(before).toBe(after);
    expect(text).toBe(END);
    checkWorld(effects);
  });

  it.each(isThorough ? WORLD : ["deploy v1", "test all", "look sky"])(
    "between the effect %s and its entry",
    async (inside) => {
      const { first, text, effects } = await killed({ store: "file", inside });
      expect(first.signal).toBe("SIGKILL");
      expect(text).toBe(END);
      expect(effects.filter((effect) => effect === inside)).toHaveLength(inside.startsWith("look") ? 2 : 1);
      checkWorld(effects);
    },
  );

  it("also when the one that goes on is killed in turn, and the next one, too", async () => {
    const dir = folder();
    const store = fileStore(join(dir, "runs"));
    const endOf = async () => (await readRunLog(store, "r1"))?.find((entry) => entry.kind === "run.ended");
    let parts = 0;
    for (; (await endOf()) === undefined; parts += 1) {
      const { signal } = await program({ dir, store: "file", after: 45, goesOn: parts > 0 });
      if (signal !== "SIGKILL") expect(await endOf()).toBeDefined();
    }
    expect(parts).toBeGreaterThan(2);
    expect(await endOf()).toMatchObject({ content: END });
    checkWorld(effectsIn(join(dir, "effects")).all());
  });
});
