import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { abandonIn } from "./abandon.fixture.ts";
import { fileStore } from "./file-store.ts";
import { ownMark } from "./process-mark.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "polyglav-takeover-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

const inRun = (...names: readonly string[]): string => join(dir, "r1", ...names);
const leaseName = (): string => readdirSync(inRun()).find((name) => name.startsWith("lease.")) ?? "";
const opening = async () => fileStore(dir).open("r1");

async function killed(...lines: readonly string[]): Promise<void> {
  const log = await fileStore(dir).create("r1");
  for (const line of lines) log.append(line);
  abandonIn(inRun());
}

describe("a log that was cut anywhere", () => {
  it("gives a prefix of its entries, and goes on from there", async () => {
    const entry = fc.record({ text: fc.string({ unit: "binary", maxLength: 12 }), n: fc.nat() });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 5 }), fc.nat(), async (entries, where) => {
        rmSync(inRun(), { recursive: true, force: true });
        await killed(...entries.map((one) => JSON.stringify(one)));
        const at = where % (statSync(inRun("log.ndjson")).size + 1);
        truncateSync(inRun("log.ndjson"), at);
        const before = await fileStore(dir).read("r1");
        const opened = await opening();
        expect(before).toMatchObject({ entries: opened.entries, problems: opened.problems });
        const found = opened.entries;
        expect(found).toEqual(JSON.parse(JSON.stringify(entries.slice(0, found.length))));
        // No whole line is given up.
        const whole = entries.map((one) => Buffer.byteLength(JSON.stringify(one)));
        const lengths = whole.map((length, index) => whole.slice(0, index).reduce((a, b) => a + b + 1, length));
        expect(found.length).toBe(lengths.filter((length) => length <= at).length);
        expect(opened.problems.every(({ code }) => code === "log/torn-line")).toBe(true);
        opened.log.append('{"after":true}');
        await opened.log.close();
        const again = await fileStore(dir).read("r1");
        expect(again).toMatchObject({ entries: [...found, { after: true }], problems: [] });
      }),
      { numRuns: 150 },
    );
  });

  it("is read from the beginning when the cut was before its snapshot", async () => {
    const log = await fileStore(dir).create("r1");
    log.append('{"n":1}');
    log.append('{"n":2}');
    log.snapshot("state");
    abandonIn(inRun());
    truncateSync(inRun("log.ndjson"), 8);
    const { entries, problems, snapshot, log: next } = await opening();
    expect(entries).toEqual([{ n: 1 }]);
    expect(snapshot).toBeUndefined();
    expect(problems).toMatchObject([{ code: "log/broken-snapshot", severity: "warning" }]);
    await next.close();
    expect((await fileStore(dir).read("r1"))?.problems).toEqual([]);
  });

  it("after its holder gave it back is put in order all the same, and followed over it", async () => {
    for (const [cut, entries] of [
      [3, [{ n: 1 }]],
      [1, [{ n: 1 }, { n: 2 }]],
    ] as const) {
      rmSync(inRun(), { recursive: true, force: true });
      const log = await fileStore(dir).create("r1");
      log.append('{"n":1}');
      log.append('{"n":2}');
      await log.close();
      truncateSync(inRun("log.ndjson"), 16 - cut);
      const read = await fileStore(dir).read("r1");
      expect(read?.entries).toEqual(entries);
      const { log: next } = await opening();
      next.append('{"n":3}');
      expect((await fileStore(dir).read("r1", { from: "start" }))?.entries).toEqual([...entries, { n: 3 }]);
      expect((await fileStore(dir).read("r1", { from: read?.next ?? NaN }))?.entries).toEqual([{ n: 3 }]);
      await next.close();
    }
  });

  it("of which a disk made NUL characters loses only them", async () => {
    await killed('{"n":1}');
    appendFileSync(inRun("log.ndjson"), Buffer.alloc(5000));
    const { entries, problems } = await opening();
    expect(entries).toEqual([{ n: 1 }]);
    expect(problems).toMatchObject([{ code: "log/torn-line", line: 2 }]);
    expect(readFileSync(inRun("log.ndjson"), "utf8")).toBe('{"n":1}\n');
  });
});

describe("a lease", () => {
  const becomes = (what: object): void => {
    writeFileSync(inRun(leaseName()), JSON.stringify(what));
  };
  const age = (seconds: number): void => {
    const then = Date.now() / 1000 - seconds;
    utimesSync(inRun(leaseName()), then, then);
  };

  it.skipIf(ownMark().start === undefined)(
    "of a number that another process has now is nobody's: processes are known by their start",
    async () => {
      await (await fileStore(dir).create("r1")).close();
      becomes({ ...ownMark(), start: "1" });
      await (await opening()).log.close();
      becomes(ownMark());
      await expect(opening()).rejects.toMatchObject({ code: "POLYGLAV_RUN_HELD" });
    },
  );

  it("of another machine is forgotten when it was not renewed for 30 seconds", async () => {
    await (await fileStore(dir).create("r1")).close();
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    becomes({ pid, host: "other", place: "other x y" });
    await expect(opening()).rejects.toMatchObject({
      message: `Cannot take the run "r1": process ${pid} on other has it`,
    });
    age(25);
    await expect(opening()).rejects.toMatchObject({ code: "POLYGLAV_RUN_HELD" });
    age(35);
    const { log } = await opening();
    expect(log.fence).toBe(2);
  });

  it("that says nothing is one that is being made, for a while", async () => {
    await (await fileStore(dir).create("r1")).close();
    for (const nothing of ["", "{", "null", "[]", '{"pid":-1}', "\0".repeat(9)]) {
      writeFileSync(inRun(leaseName()), nothing);
      await expect(opening()).rejects.toMatchObject({ message: 'Cannot take the run "r1": somebody has it' });
      age(35);
      await (await opening()).log.close();
    }
  });

  it("that is a link, a folder or very large is treated the same, and a log without any is free", async () => {
    await (await fileStore(dir).create("r1")).close();
    const path = inRun(leaseName());
    rmSync(path);
    symlinkSync("/dev/zero", path);
    await expect(opening()).rejects.toMatchObject({ code: "POLYGLAV_RUN_HELD" });
    rmSync(path);
    mkdirSync(path);
    await expect(opening()).rejects.toMatchObject({ code: "POLYGLAV_RUN_HELD" });
    age(35);
    await (await opening()).log.close();
    rmSync(inRun(leaseName()));
    const { log } = await opening();
    expect(log.fence).toBe(1);
  });

  it("that was given back in good order leaves the log where it is, any other a copy", async () => {
    const inode = (): number => statSync(inRun("log.ndjson")).ino;
    const log = await fileStore(dir).create("r1");
    log.append("{}");
    await log.close();
    const first = inode();
    const { log: second } = await opening();
    expect(inode()).toBe(first);
    abandonIn(inRun());
    const changed = statSync(inRun("log.ndjson")).mtimeMs;
    await opening();
    expect(inode()).not.toBe(first);
    expect(statSync(inRun("log.ndjson")).mode & 0o777).toBe(0o600);
    expect(Math.abs(statSync(inRun("log.ndjson")).mtimeMs - changed)).toBeLessThan(5);
    await second.close();
    expect(readdirSync(inRun()).toSorted()).toEqual(["lease.3", "log.ndjson", "snapshot.3"]);
  });

  it("that somebody lost lets nobody have a snapshot that was written after", async () => {
    await killed('{"n":1}');
    const stale = await opening();
    abandonIn(inRun());
    const live = await opening();
    for (const n of [2, 3]) live.log.append(JSON.stringify({ n }));
    stale.log.snapshot("of a log that nobody has");
    expect(await fileStore(dir).read("r1")).toMatchObject({ entries: [{ n: 1 }, { n: 2 }, { n: 3 }] });
    abandonIn(inRun());
    const next = await opening();
    expect(next.snapshot).toBeUndefined();
    expect(next.entries).toHaveLength(3);
  });
});

it("two writers never both append, however they take turns", async () => {
  const move = fc.record({ who: fc.nat(2), what: fc.constantFrom("append", "append", "steal", "close", "snapshot") });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 25 }), async (moves) => {
      rmSync(inRun(), { recursive: true, force: true });
      const stores = [0, 1, 2].map(() => fileStore(dir));
      const logs = [await fileStore(dir).create("r1"), undefined, undefined] as (
        Awaited<ReturnType<(typeof stores)[0]["create"]>> | undefined
      )[];
      let owner = 0;
      const expected: number[] = [];
      for (const [n, { who, what }] of moves.entries()) {
        if (what === "steal") {
          abandonIn(inRun());
          const opened = await stores[who]?.open("r1");
          logs[who] = opened?.log;
          owner = who;
          expect((await fileStore(dir).read("r1", { from: "start" }))?.entries).toEqual(expected.map((m) => ({ m })));
        } else if (what === "close") {
          await logs[who]?.close();
          if (owner === who) owner = -1;
        } else if (what === "snapshot") {
          logs[who]?.snapshot(`${n}`);
        } else {
          let failed = false;
          try {
            logs[who]?.append(JSON.stringify({ m: n }));
          } catch {
            failed = true;
          }
          if (logs[who] !== undefined) expect(failed).toBe(owner !== who);
          if (owner === who) expected.push(n);
        }
      }
      expect((await fileStore(dir).read("r1", { from: "start" }))?.entries).toEqual(expected.map((m) => ({ m })));
    }),
    { numRuns: 60 },
  );
});

const linkTo =
  (target: string) =>
  (path: string): unknown => {
    symlinkSync(target, path);
    return undefined;
  };

describe("what is hostile in the folder of a run", () => {
  it.each([
    ["a folder", (log: string): unknown => mkdirSync(log, { recursive: true })],
    ["a link", linkTo("/etc/hostname")],
    ["a pipe", (log: string): unknown => spawnSync("mkfifo", [log])],
    ["a link to itself", linkTo("log.ndjson")],
  ])("in the place of the log, %s is reported, and not gone on with", async (_, make) => {
    await (await fileStore(dir).create("r1")).close();
    rmSync(inRun("log.ndjson"));
    make(inRun("log.ndjson"));
    expect(await fileStore(dir).read("r1")).toMatchObject({ entries: [], problems: [{ code: "log/unreadable" }] });
    await expect(opening()).rejects.toMatchObject({ code: "POLYGLAV_RUN_BROKEN" });
    // It is listed, so that somebody is told that it cannot be read.
    expect(await fileStore(dir).list()).toMatchObject([{ run: "r1" }]);
  });

  it("a snapshot that was changed is not used: the whole log is", async () => {
    const log = await fileStore(dir).create("r1");
    log.append('{"n":1}');
    log.snapshot("state");
    const path = inRun("snapshot.1");
    const good = readFileSync(path, "utf8");
    const bad = [
      good.slice(0, -1),
      good + "x",
      good.replace('"at":8', '"at":7'),
      good.replace('"at":8', '"at":99'),
      "",
      "\n",
    ];
    for (const text of [...bad, '{"at":-1,"lines":0}\n', '{"at":0}\nx', "x".repeat(100)]) {
      writeFileSync(path, text);
      const read = await fileStore(dir).read("r1");
      expect(read?.entries).toEqual([{ n: 1 }]);
      expect(read?.snapshot).toBeUndefined();
      expect(read?.problems).toMatchObject([{ code: "log/broken-snapshot", severity: "warning" }]);
    }
    rmSync(path);
    symlinkSync("/etc/hostname", path);
    expect((await fileStore(dir).read("r1"))?.problems).toMatchObject([{ code: "log/broken-snapshot" }]);
    abandonIn(inRun());
    expect((await opening()).entries).toEqual([{ n: 1 }]);
    expect(existsSync("/etc/hostname")).toBe(true);
  });

  it("letters that are none are left alone, and the others are read", async () => {
    const log = await fileStore(dir).create("r1");
    await fileStore(dir).post("r1", { id: "first", says: 1 });
    const uuid = "00000000-0000-0000-0000-000000000000";
    const named = (n: number): string => inRun("inbox", `${`${n}`.padStart(12, "0")}-${uuid}.json`);
    const texts = ["", "{", "null", '{"says":1}', '{"id":1}', `{"id":"x","says":"${"x".repeat(2 ** 20)}"}`];
    for (const [n, text] of texts.entries()) writeFileSync(named(n + 2), text);
    symlinkSync(inRun("log.ndjson"), named(20));
    mkdirSync(named(21));
    spawnSync("mkfifo", [named(22)]);
    writeFileSync(inRun("inbox", "readme.txt"), "x");
    await fileStore(dir).post("r1", { id: "last", says: { ["__proto__"]: 1 } });
    const read: string[] = [];
    log.letters(({ id }) => {
      read.push(id);
    });
    expect(read).toEqual(["first", "last"]);
    expect(readdirSync(inRun("inbox"))).toHaveLength(texts.length + 6);
  });

  it("an inbox or a folder of artifacts that is a link leads nobody anywhere", async () => {
    const log = await fileStore(dir).create("r1");
    const elsewhere = mkdtempSync(join(tmpdir(), "polyglav-elsewhere-"));
    symlinkSync(elsewhere, inRun("inbox"));
    symlinkSync(elsewhere, inRun("artifacts"));
    await expect((async () => fileStore(dir).post("r1", { id: "a", says: 1 }))()).rejects.toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
    });
    expect(() => log.keep("text")).toThrow(expect.objectContaining({ code: "POLYGLAV_RUN_FOLDER" }) as Error);
    log.letters(() => undefined);
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  it("an artifact that was changed is an error, not another text", async () => {
    const log = await fileStore(dir).create("r1");
    const name = await log.keep("text");
    expect(statSync(inRun("artifacts", name)).mode & 0o777).toBe(0o600);
    writeFileSync(inRun("artifacts", name), "tex!");
    expect(() => fileStore(dir).artifact("r1", name)).toThrow(
      expect.objectContaining({ code: "POLYGLAV_RUN_BROKEN" }) as Error,
    );
    writeFileSync(inRun("artifacts", name), "torn");
    truncateSync(inRun("artifacts", name), 1);
    expect(await log.keep("text")).toBe(name);
    expect(await fileStore(dir).artifact("r1", name)).toBe("text");
  });

  it("bytes that are no UTF-8 make their line broken, and a line may be longer than what is read at once", async () => {
    await killed(JSON.stringify({ text: "é".repeat(400_000) }), "{}");
    const bytes = Buffer.from('{"t":"é"}\n');
    appendFileSync(inRun("log.ndjson"), Buffer.concat([bytes.subarray(0, 7), bytes.subarray(8), Buffer.from("{}\n")]));
    const read = await fileStore(dir).read("r1");
    expect(read?.entries).toEqual([{ text: "é".repeat(400_000) }, {}, {}]);
    expect(read?.problems).toMatchObject([
      { code: "log/broken-line", line: 3, message: "Cannot read line 3 of the log: it is no UTF-8" },
    ]);
  });
});

it("list() passes over what is no run, and lists what is one and cannot be read", async () => {
  await (await fileStore(dir).create("r1")).close();
  mkdirSync(join(dir, "empty"));
  mkdirSync(join(dir, "-x"));
  mkdirSync(join(dir, "folder", "log.ndjson"), { recursive: true });
  writeFileSync(join(dir, "file"), "");
  symlinkSync("r1", join(dir, "linked"));
  expect((await fileStore(dir).list()).map(({ run }) => run).toSorted()).toEqual(["folder", "r1"]);
  expect(await fileStore(join(dir, "nothing")).list()).toEqual([]);
});
