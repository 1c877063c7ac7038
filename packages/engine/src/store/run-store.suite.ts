import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { Letter, RunLog, RunStore } from "./run-store.ts";

/** A place for logs, as the suite needs it. */
export interface StorePlace {
  readonly store: RunStore;
  /** Another store on the same place, as another process would have it. */
  readonly other: RunStore;
  /** Makes the holder of a run one that is dead, as if its process had been killed. */
  readonly abandon: (run: string) => void;
  /** Adds lines to the log of a run that nobody holds, whatever they say. */
  readonly spoil: (run: string, lines: readonly string[]) => void;
  readonly remove: () => void;
}

const letter = (id: string, says: unknown = id): Letter => ({ id, says });
const line = (n: number): string => JSON.stringify({ n, text: "é👋" });
const entries = (...ns: readonly number[]): unknown => ns.map((n) => JSON.parse(line(n)) as unknown);

/** Says what every store of runs has to do. `make` gives a new, empty place. */
export function describeRunStore(name: string, make: () => StorePlace): void {
  describe(`${name}, as a store of runs`, () => {
    const places: StorePlace[] = [];
    const place = (): StorePlace => {
      const made = make();
      places.push(made);
      return made;
    };
    afterEach(() => {
      for (const made of places.splice(0)) made.remove();
    });

    const filled = async (store: RunStore, run: string, ...ns: readonly number[]): Promise<RunLog> => {
      const log = await store.create(run);
      for (const n of ns) log.append(line(n));
      await log.commit();
      return log;
    };

    describe("entries", () => {
      it("are read as they were written, by this store and others, also while they are written", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1", 1, 2);
        for (const reader of [store, other]) {
          expect(await reader.read("r1")).toMatchObject({ entries: entries(1, 2), problems: [] });
        }
        log.append(line(3));
        await log.commit();
        expect((await other.read("r1"))?.entries).toEqual(entries(1, 2, 3));
        await log.close();
        expect((await other.read("r1"))?.entries).toEqual(entries(1, 2, 3));
      });

      it("of one run are not those of another", async () => {
        const { store } = place();
        for (const run of ["a", "constructor", "20261130-015622-k3x9", "a.1"]) {
          await filled(store, run).then((log) => {
            log.append(JSON.stringify({ run }));
            return log.close();
          });
        }
        for (const { run } of await store.list()) expect((await store.read(run))?.entries).toEqual([{ run }]);
      });

      it("may have any keys, NUL characters and half characters in them", async () => {
        const { store, other } = place();
        const log = await store.create("r1");
        const texts = ['{"__proto__":{"x":1},"n":1}', '{"n":"\\u0000\\ud800"}', JSON.stringify({ t: "\u2028\0" })];
        for (const text of texts) log.append(text);
        await log.close();
        const read = (await other.read("r1"))?.entries;
        expect(read).toEqual(texts.map((text) => JSON.parse(text) as unknown));
        expect(Object.keys(read?.[0] ?? {})).toEqual(["__proto__", "n"]);
      });

      it("are one line each: anything else is refused", async () => {
        const { store } = place();
        const log = await filled(store, "r1", 1);
        for (const wrong of ["{}\n{}", "{}\r", "\n"]) {
          expect(() => {
            log.append(wrong);
          }).toThrow(TypeError);
        }
        expect(() => {
          log.append(" ".repeat(64 * 2 ** 20 + 1));
        }).toThrow(RangeError);
        await log.close();
        expect((await store.read("r1"))?.entries).toEqual(entries(1));
      });

      it("are followed from where a reading ended", async () => {
        const { store, other } = place();
        const log = await store.create("r1");
        let next = (await other.read("r1"))?.next;
        for (const n of [1, 2, 3]) {
          log.append(line(n));
          await log.commit();
          const read = await other.read("r1", { from: next ?? NaN });
          expect(read?.entries).toEqual(entries(n));
          next = read?.next;
        }
        expect((await other.read("r1", { from: next ?? NaN }))?.entries).toEqual([]);
        await log.close();
        const { log: again } = await other.open("r1");
        again.append(line(4));
        await again.close();
        expect((await store.read("r1", { from: next ?? NaN }))?.entries).toEqual(entries(4));
      });

      it("that are broken are an error, and nobody goes on from them", async () => {
        const { store, other, spoil } = place();
        const log = await filled(store, "r1", 1);
        await log.close();
        spoil("r1", ["[1]", line(3)]);
        const read = await other.read("r1");
        expect(read?.entries).toEqual(entries(1, 3));
        expect(read?.problems).toMatchObject([{ code: "log/broken-line", severity: "error", line: 2 }]);
        for (const time of [1, 2]) {
          await expect((async () => other.open("r1"))(), `${time}`).rejects.toMatchObject({
            name: "RunStoreError",
            code: "POLYGLAV_RUN_BROKEN",
            message: 'Cannot go on with the run "r1": cannot read line 2 of the log: it is no JSON object',
            problems: [{ line: 2 }],
          });
        }
        expect((await store.read("r1"))?.holder).toBeUndefined();
      });
    });

    describe("runs", () => {
      it("have one log each: a second is not made", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1", 1);
        for (const maker of [store, other]) {
          await expect((async () => maker.create("r1"))()).rejects.toMatchObject({ code: "POLYGLAV_RUN_EXISTS" });
        }
        await log.close();
        await expect((async () => other.create("r1"))()).rejects.toMatchObject({
          name: "RunStoreError",
          code: "POLYGLAV_RUN_EXISTS",
          message: expect.stringMatching(/^Cannot make the log .*"r1|log\.ndjson".*: it exists already$/) as string,
          hint: "A run has its own log: choose another id",
        });
        expect((await store.read("r1"))?.entries).toEqual(entries(1));
      });

      it("that are not there are not opened nor written to, and reading them gives nothing", async () => {
        const { store } = place();
        const unknown = {
          name: "RunStoreError",
          code: "POLYGLAV_UNKNOWN_RUN",
          message: 'Cannot find the run "r1": there is none with this id',
        };
        await expect((async () => store.open("r1"))()).rejects.toMatchObject(unknown);
        await expect((async () => store.post("r1", letter("a")))()).rejects.toMatchObject(unknown);
        expect(await store.read("r1")).toBeUndefined();
        expect(await store.artifact("r1", "x")).toBeUndefined();
        expect(await store.list()).toEqual([]);
      });

      it.each([
        "",
        ".",
        "..",
        "../r",
        "a/b",
        "a\\b",
        "/etc",
        "-x",
        ".hidden",
        "a\0b",
        "a b",
        "ä",
        "a\n",
        "x".repeat(129),
      ])("have ids that stay in their place: %j is refused by everything", async (run) => {
        const { store } = place();
        const uses = [
          () => store.create(run),
          () => store.open(run),
          () => store.read(run),
          () => store.post(run, letter("a")),
          () => store.artifact(run, "x"),
        ];
        for (const use of uses) await expect((async () => use())()).rejects.toThrow(RangeError);
        expect(await store.list()).toEqual([]);
      });

      it("are listed, the oldest first, with who has them", async () => {
        const { store, other } = place();
        const before = Date.now();
        const logs: RunLog[] = [];
        for (const run of ["b", "a", "c"]) {
          logs.push(await filled(store, run, 1));
          await sleep(3);
        }
        const [first, second] = logs;
        await second?.close();
        const listed = await other.list();
        expect(listed.map(({ run }) => run)).toEqual(["b", "a", "c"]);
        expect(listed.map(({ holder }) => holder?.fence)).toEqual([1, undefined, 1]);
        for (const { began, changed } of listed) {
          expect(began).toBeGreaterThanOrEqual(before - 1);
          expect(began).toBeLessThanOrEqual(Date.now());
          expect(changed).toBeGreaterThanOrEqual(began - 20);
          expect(changed).toBeLessThanOrEqual(Date.now() + 1);
        }
        await first?.close();
        const { log } = await other.open("b");
        log.append(line(2));
        await log.close();
        const [again] = await store.list();
        expect(again).toMatchObject({ run: "b", began: listed[0]?.began });
        expect(again?.holder).toBeUndefined();
        expect(again?.changed).toBeGreaterThan(listed[2]?.changed ?? Infinity);
      });
    });

    describe("a lease", () => {
      it("is one holder's, who is named to all others", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1", 1);
        for (const taker of [store, other]) {
          await expect((async () => taker.open("r1"))()).rejects.toMatchObject({
            name: "RunStoreError",
            code: "POLYGLAV_RUN_HELD",
            message: expect.stringMatching(/^Cannot take the run "r1": .* has it$/) as string,
            holder: { fence: log.fence },
          });
          expect((await taker.read("r1"))?.holder).toMatchObject({ fence: log.fence });
        }
        log.append(line(2));
        await log.close();
        expect((await other.read("r1"))?.holder).toBeUndefined();
        const opened = await other.open("r1");
        expect(opened.entries).toEqual(entries(1, 2));
        await opened.log.close();
      });

      it("has a higher number each time", async () => {
        const { store, other, abandon } = place();
        const fences = [(await filled(store, "r1")).fence];
        for (const taker of [other, store, other]) {
          abandon("r1");
          fences.push((await taker.open("r1")).log.fence);
        }
        expect(fences).toEqual(fences.toSorted((a, b) => a - b));
        expect(new Set(fences).size).toBe(4);
      });

      it("is taken over from a dead holder, who cannot write any more if it lives after all", async () => {
        const { store, other, abandon } = place();
        const stale = await filled(store, "r1", 1, 2);
        abandon("r1");
        const { log, entries: found } = await other.open("r1");
        expect(found).toEqual(entries(1, 2));
        expect(() => {
          stale.append(line(66));
        }).toThrow(
          expect.objectContaining({
            name: "RunStoreError",
            code: "POLYGLAV_LEASE_LOST",
            message: 'Cannot write to the run "r1": another process took it over',
          }) as Error,
        );
        log.append(line(3));
        stale.snapshot("stale");
        expect(() => {
          stale.append(line(67));
        }).toThrow(expect.objectContaining({ code: "POLYGLAV_LEASE_LOST" }) as Error);
        await stale.close();
        await log.commit();
        expect(await store.read("r1")).toMatchObject({ entries: entries(1, 2, 3), holder: { fence: log.fence } });
        expect((await store.read("r1"))?.snapshot).toBeUndefined();
        log.append(line(4));
        await log.close();
        expect((await store.read("r1"))?.entries).toEqual(entries(1, 2, 3, 4));
      });

      it("is over with close(): nothing but append() throws after it", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1", 1);
        await log.close();
        await log.close();
        expect(() => {
          log.append(line(2));
        }).toThrow(TypeError);
        await log.commit();
        log.snapshot("late");
        log.discard("a");
        log.letters(() => {
          throw new Error("read after the end");
        });
        await other.post("r1", letter("a"));
        expect(await other.read("r1")).toMatchObject({ entries: entries(1) });
        expect((await other.read("r1"))?.snapshot).toBeUndefined();
        const { log: next } = await other.open("r1");
        await log.close();
        next.append(line(2));
        await next.close();
      });
    });

    describe("a snapshot", () => {
      it("is read with the entries after it, and all of them are there for who wants them", async () => {
        const { store, other, abandon } = place();
        const log = await filled(store, "r1", 1, 2);
        log.snapshot('{"n":2,"é":"👋"}');
        expect(await other.read("r1")).toMatchObject({ snapshot: '{"n":2,"é":"👋"}', entries: [], problems: [] });
        log.append(line(3));
        await log.commit();
        expect(await other.read("r1")).toMatchObject({ snapshot: '{"n":2,"é":"👋"}', entries: entries(3) });
        const whole = await other.read("r1", { from: "start" });
        expect(whole?.entries).toEqual(entries(1, 2, 3));
        expect(whole?.snapshot).toBeUndefined();
        abandon("r1");
        const opened = await other.open("r1");
        expect(opened).toMatchObject({ snapshot: '{"n":2,"é":"👋"}', entries: entries(3), problems: [] });
        opened.log.append(line(4));
        await opened.log.close();
        const third = await store.open("r1");
        expect(third).toMatchObject({ snapshot: '{"n":2,"é":"👋"}', entries: entries(3, 4) });
        third.log.snapshot("later");
        await third.log.close();
        expect(await store.open("r1")).toMatchObject({ snapshot: "later", entries: [] });
      });

      it("does not hide a broken line that comes after it", async () => {
        const { store, spoil } = place();
        const log = await filled(store, "r1", 1, 2);
        log.snapshot("{}");
        await log.close();
        spoil("r1", ["nothing", line(4)]);
        expect((await store.read("r1"))?.problems).toMatchObject([{ code: "log/broken-line", line: 3 }]);
      });
    });

    describe("an artifact", () => {
      it("has one name for one text, that says nothing about where it is, and is given back whole", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1");
        const texts = ["", "a", "é👋\0\r\n", "x".repeat(3_000_000), "__proto__"];
        const names = new Map<string, string>();
        for (const text of texts) names.set(text, await log.keep(text));
        for (const text of texts) expect(await log.keep(text)).toBe(names.get(text));
        expect(new Set(names.values()).size).toBe(texts.length);
        await log.close();
        for (const [text, name] of names) {
          expect(name).toMatch(/^[a-z0-9-]+$/);
          expect((await other.artifact("r1", name)) === text).toBe(true);
        }
      });

      it("is of its run, and is not had by names that nobody gave", async () => {
        const { store } = place();
        const [one] = [await filled(store, "r1"), await filled(store, "r2")];
        const name = await one.keep("text");
        expect(await store.artifact("r2", name)).toBeUndefined();
        for (const other of ["", "..", "../log.ndjson", "log.ndjson", "constructor", "__proto__", "a\0", name + "/"]) {
          expect(await store.artifact("r1", other)).toBeUndefined();
        }
      });
    });

    describe("letters", () => {
      const until = async (what: () => boolean): Promise<void> => {
        for (let i = 0; i < 400 && !what(); i += 1) await sleep(5);
      };

      it("are read in the order of their posting: those that waited at once, others soon", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1");
        for (const id of ["z", "constructor", "a"]) await other.post("r1", letter(id, { id, n: [1, null, "é"] }));
        const read: Letter[] = [];
        log.letters((one) => {
          read.push(one);
        });
        expect(read).toEqual(["z", "constructor", "a"].map((id) => letter(id, { id, n: [1, null, "é"] })));
        const start = performance.now();
        await other.post("r1", letter("late"));
        await until(() => read.length > 3);
        expect(performance.now() - start).toBeLessThan(1000);
        expect(read.map(({ id }) => id)).toEqual(["z", "constructor", "a", "late"]);
        await log.close();
        await other.post("r1", letter("after"));
        await sleep(200);
        expect(read).toHaveLength(4);
      });

      it("are known by their ids: one that is posted twice is read once, and discarded whole", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1");
        for (const by of [store, other]) await by.post("r1", letter("a"));
        const read: string[] = [];
        log.letters(({ id }) => {
          read.push(id);
        });
        expect(read).toEqual(["a"]);
        log.discard("a");
        await log.close();
        const { log: next } = await other.open("r1");
        next.letters(({ id }) => {
          read.push(id);
        });
        expect(read).toEqual(["a"]);
      });

      it("stop with the log, also when the one who reads them closes it", async () => {
        const { store, other } = place();
        const log = await filled(store, "r1");
        for (const id of ["a", "b"]) await other.post("r1", letter(id));
        const read: string[] = [];
        let closing: unknown;
        log.letters(({ id }) => {
          read.push(id);
          closing = log.close();
        });
        await closing;
        expect(read).toEqual(["a"]);
      });

      it("wait until they are discarded, whoever holds the run", async () => {
        const { store, other, abandon } = place();
        const first = await filled(store, "r1");
        for (const id of ["a", "b", "c"]) await other.post("r1", letter(id));
        const seen: string[] = [];
        first.letters(({ id }) => {
          seen.push(id);
        });
        first.discard("b");
        first.discard("nobody");
        expect(seen).toEqual(["a", "b", "c"]);
        abandon("r1");
        await other.post("r1", letter("d"));
        const { log } = await other.open("r1");
        const again: string[] = [];
        log.letters(({ id }) => {
          again.push(id);
          log.discard(id);
        });
        expect(again).toEqual(["a", "c", "d"]);
        await log.close();
        const { log: last } = await store.open("r1");
        last.letters(({ id }) => {
          again.push(id);
        });
        expect(again).toEqual(["a", "c", "d"]);
      });

      it("are never lost nor read twice by one holder, however they come", { timeout: 60_000 }, async () => {
        const { store, other } = place();
        const steps = fc.array(
          fc.record({ by: fc.boolean(), discard: fc.boolean(), wait: fc.integer({ min: 0, max: 3 }) }),
          { minLength: 1, maxLength: 12 },
        );
        let runs = 0;
        await fc.assert(
          fc.asyncProperty(steps, async (posts) => {
            runs += 1;
            const run = `run-${runs}`;
            const log = await filled(store, run);
            const discards = new Map(posts.map(({ discard }, i) => [`l${i}`, discard]));
            const read: string[] = [];
            log.letters(({ id }) => {
              read.push(id);
              if (discards.get(id) === true) log.discard(id);
            });
            for (const [i, { by, wait }] of posts.entries()) {
              await (by ? store : other).post(run, letter(`l${i}`));
              if (wait > 0) await sleep(wait);
            }
            await until(() => read.length >= posts.length);
            expect(read).toEqual(posts.map((_, i) => `l${i}`));
            await log.close();
            const { log: next } = await other.open(run);
            const left: string[] = [];
            next.letters(({ id }) => {
              left.push(id);
            });
            expect(left).toEqual(posts.flatMap(({ discard }, i) => (discard ? [] : [`l${i}`])));
            await next.close();
          }),
          { numRuns: 8 },
        );
      });

      it("that are too large are not posted", async () => {
        const { store } = place();
        const log = await filled(store, "r1");
        await expect((async () => store.post("r1", letter("a", "é".repeat(600_000))))()).rejects.toThrow(RangeError);
        await store.post("r1", letter("b", "x".repeat(1_000_000)));
        const read: string[] = [];
        log.letters(({ id }) => {
          read.push(id);
        });
        expect(read).toEqual(["b"]);
      });
    });
  });
}
