import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { sqliteStore } from "../node/sqlite/sqlite-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { fileStore } from "./file-store.ts";

const made: string[] = [];
const started: Holder[] = [];
afterEach(async () => {
  for (const holder of started.splice(0)) {
    holder.process.kill("SIGKILL");
    await holder.ended;
  }
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

interface Holder {
  readonly process: ChildProcessByStdio<null, Readable, null>;
  /** The line with this number, from 0, when it is there; `undefined` when the process ended without it. */
  readonly line: (index: number) => Promise<string | undefined>;
  readonly ended: Promise<readonly string[]>;
}

function start(kind: string, place: string, run: string, what: string): Holder {
  const args = [join(import.meta.dirname, "holder.fixture.ts"), kind, place, run, what];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  let hasEnded = false;
  const waiting: (() => void)[] = [];
  const lines = (): readonly string[] => said.split("\n").slice(0, -1);
  const wake = (): void => {
    for (const look of waiting.splice(0)) look();
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    wake();
  });
  const ended = new Promise<readonly string[]>((resolve) => {
    child.on("close", () => {
      hasEnded = true;
      wake();
      resolve(lines());
    });
  });
  const line = async (index: number): Promise<string | undefined> => {
    while (!hasEnded && lines().length <= index) await new Promise<void>((resolve) => waiting.push(resolve));
    return lines()[index];
  };
  const holder = { process: child, line, ended };
  started.push(holder);
  return holder;
}

const stores: readonly (readonly [string, (place: string) => RunStore])[] = [
  ["file", fileStore],
  ["sqlite", sqliteStore],
];

describe.each(stores)("processes with one store of kind %s", (kind, storeAt) => {
  const place = (): string => {
    const dir = mkdtempSync(join(tmpdir(), "polyglav-processes-"));
    made.push(dir);
    return join(dir, "runs");
  };

  it("name the one that has a run, and take it over when it was killed", async () => {
    const dir = place();
    const store = storeAt(dir);
    const holder = start(kind, dir, "r1", "create");
    expect(await holder.line(0)).toBe("has 1");
    const { pid } = holder.process;
    await expect((async () => store.open("r1"))()).rejects.toMatchObject({
      code: "POLYGLAV_RUN_HELD",
      message: `Cannot take the run "r1": process ${pid} on ${hostname()} has it`,
      holder: { pid, host: hostname(), fence: 1 },
    });
    expect(await store.list()).toMatchObject([{ run: "r1", holder: { pid } }]);
    holder.process.kill("SIGKILL");
    await holder.ended;
    expect((await store.list())[0]?.holder).toBeUndefined();
    const { log, entries } = await store.open("r1");
    expect(log.fence).toBe(2);
    expect(entries).toEqual([{ n: 1 }]);
    await log.close();
  });

  it("that want a run at the same moment: one gets it", async () => {
    const dir = place();
    const store = storeAt(dir);
    const abandoned = start(kind, dir, "r1", "create");
    await abandoned.line(0);
    abandoned.process.kill("SIGKILL");
    await abandoned.ended;
    const said = await Promise.all(Array.from({ length: 4 }, async () => start(kind, dir, "r1", "race").ended));
    const words = said.map(([line = ""]) => line.split(" ")[0]);
    // One that comes when the first has closed the log may have it after that.
    const winners = words.filter((word) => word === "has").length;
    expect(words.filter((word) => word === "POLYGLAV_RUN_HELD").length).toBe(4 - winners);
    expect(winners).toBeGreaterThanOrEqual(1);
    const fences = said.flatMap(([line = ""]) => (line.startsWith("has") ? [Number(line.slice(4))] : []));
    expect(fences.toSorted()).toEqual(Array.from({ length: winners }, (_, index) => index + 2));
    const read = await store.read("r1", { from: "start" });
    expect(read?.entries.filter((entry) => "by" in entry)).toHaveLength(winners);
    expect(read?.problems).toEqual([]);
  });

  it("find everything that was committed before a kill, whenever it comes", async () => {
    const dir = place();
    const store = storeAt(dir);
    for (const [round, after] of [1, 7, 40].entries()) {
      const run = `r${round}`;
      await (await store.create(run)).close();
      const holder = start(kind, dir, run, "sync");
      await holder.line(after);
      holder.process.kill("SIGKILL");
      const promised = Number((await holder.ended).at(-1));
      expect(promised).toBeGreaterThanOrEqual(after);
      const { entries, log } = await store.open(run);
      expect(entries.length).toBeGreaterThanOrEqual(promised);
      expect(entries).toEqual(entries.map((_, index) => ({ n: index + 1 })));
      await log.close();
    }
  });

  it("end when nothing but letters is waited for, and with exit keep what they had to write", async () => {
    const dir = place();
    const store = storeAt(dir);
    await (await store.create("r1")).close();
    await store.post("r1", { id: "a", says: 1 });
    expect(await start(kind, dir, "r1", "letters").ended).toEqual(["has 2", "a"]);
    expect(await start(kind, dir, "r1", "exit").ended).toEqual(["has 3"]);
    expect((await store.read("r1"))?.entries).toEqual([{ n: 1 }]);
  });
});
