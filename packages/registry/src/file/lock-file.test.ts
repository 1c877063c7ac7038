import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { putEntry, type PutResult } from "./index.ts";
import { lockFile, lockOf } from "./lock-file.ts";

const put = (file: string, name: string): PutResult => putEntry(file, name, {}, { layer: "local" });

const ID = "00000000-0000-4000-8000-000000000000";
const HERE = `${hostname()} ${process.platform === "linux" ? readlinkSync("/proc/self/ns/pid") : ""}`;

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

/** Writes a lock as somebody else would have. */
function lockBy(file: string, owner: { readonly pid: number; readonly place?: string; readonly ageMs?: number }): void {
  const { pid, place = HERE, ageMs = 0 } = owner;
  writeFileSync(lockOf(file), JSON.stringify({ id: ID, pid, place, time: Date.now() - ageMs }));
}

/** Starts a program that has `file` and what `file/` exports of the package. */
function start(program: string, file: string): ReturnType<typeof spawn> {
  const source = `
    import { putEntry } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
    import { lockFile } from ${JSON.stringify(new URL("./lock-file.ts", import.meta.url).href)};
    const file = ${JSON.stringify(file)};
    ${program}`;
  return spawn(process.execPath, ["--input-type=module", "-e", source], { stdio: ["pipe", "pipe", "inherit"] });
}

describe("the lock of a file", () => {
  it("is beside the real file while somebody writes, and gone afterwards", () => {
    const file = fileWith("{}");
    const lock = lockFile(file);
    expect(lock?.isHeld()).toBe(true);
    expect(readdirSync(dirname(file)).toSorted()).toEqual([".roles.json.lock", "roles.json"]);
    lock?.release();
    expect(lock?.isHeld()).toBe(false);
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("is gone as well when the file was refused or could not be written", () => {
    const broken = fileWith("{");
    expect(put(broken, "a")).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
    expect(readdirSync(dirname(broken))).toEqual(["roles.json"]);
    const folder = folderWith({ "roles.json/x": "" });
    expect(put(join(folder, "roles.json"), "a")).toMatchObject({ ok: false });
    expect(readdirSync(folder)).toEqual(["roles.json"]);
  });

  it("stops others for five seconds, who then say so and leave file and lock alone", () => {
    const file = fileWith("{}");
    lockBy(file, { pid: process.pid });
    const start = performance.now();
    expect(put(file, "a")).toMatchObject({
      ok: false,
      problem: {
        code: "file/locked",
        message: 'Cannot write "roles.json": another process is writing it',
        hint: `Try again; when nothing else is writing, remove "${lockOf(file)}"`,
      },
    });
    const tookMs = performance.now() - start;
    expect(tookMs).toBeGreaterThan(4900);
    expect(tookMs).toBeLessThan(8000);
    expect(readFileSync(file, "utf8")).toBe("{}");
    expect(readFileSync(lockOf(file), "utf8")).toContain(ID);
  }, 20_000);

  it("does not count when its process is dead, or when it is older than ten seconds", () => {
    for (const owner of [
      { pid: deadPid() },
      { pid: process.pid, ageMs: 10_500 },
      { pid: process.pid, ageMs: -10_500 },
      { pid: 1, place: "another host", ageMs: 10_500 },
    ]) {
      const file = fileWith("{}");
      lockBy(file, owner);
      const start = performance.now();
      expect(put(file, "a"), JSON.stringify(owner)).toMatchObject({ ok: true });
      expect(performance.now() - start).toBeLessThan(2000);
      expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
    }
  });

  it("counts when the same number belongs to a process of another host, which nobody here can ask", () => {
    const file = fileWith("{}");
    lockBy(file, { pid: deadPid(), place: "another host" });
    expect(lockFile(file, 200)).toBeUndefined();
  });

  it("is never written or removed outside its folder, whatever it says", () => {
    const folder = folderWith({ victim: "v", "in/roles.json": "{}" });
    const file = join(folder, "in/roles.json");
    const old = new Date(Date.now() - 20_000);
    writeFileSync(lockOf(file), JSON.stringify({ id: "x/../../../victim", pid: deadPid(), place: HERE, time: 0 }));
    utimesSync(lockOf(file), old, old);
    expect(put(file, "a")).toMatchObject({ ok: true });
    expect(readdirSync(folder).toSorted()).toEqual(["in", "victim"]);
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);

    symlinkSync("../victim", lockOf(file));
    expect(lockFile(file, 200)).toBeUndefined();
    expect(readFileSync(join(folder, "victim"), "utf8")).toBe("v");
    // Nor is it read there: a pipe or a device would never answer.
    lockBy(join(folder, "other"), { pid: deadPid() });
    rmSync(lockOf(file));
    symlinkSync(lockOf(join(folder, "other")), lockOf(file));
    expect(lockFile(file, 200)).toBeUndefined();
  });

  it("is left to the one who is breaking it, unless that one died as well", () => {
    const file = fileWith("{}");
    lockBy(file, { pid: deadPid() });
    const right = `${lockOf(file)}.${ID}`;
    const owner = { id: ID, place: HERE, time: Date.now() };
    writeFileSync(right, JSON.stringify({ ...owner, pid: process.pid }));
    expect(lockFile(file, 200)).toBeUndefined();
    expect(existsSync(lockOf(file))).toBe(true);
    writeFileSync(right, JSON.stringify({ ...owner, pid: deadPid() }));
    expect(put(file, "a")).toMatchObject({ ok: true });
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("that is empty, as when its maker died at once, or that says nothing, gets old like all others", () => {
    const old = new Date(Date.now() - 20_000);
    for (const text of ["", "{", "null", "42", '{"pid":-1}', "x".repeat(5000)]) {
      const file = fileWith("{}");
      writeFileSync(lockOf(file), text);
      utimesSync(lockOf(file), old, old);
      expect(put(file, "a"), text.slice(0, 20)).toMatchObject({ ok: true });
      expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
    }
  });

  it("that is a folder cannot be broken, and ends the waiting", () => {
    const file = fileWith("{}");
    mkdirSync(lockOf(file));
    expect(lockFile(file, 200)).toBeUndefined();
    expect(existsSync(lockOf(file))).toBe(true);
  });

  it("of a process that was killed while it held it does not stop the next one", async () => {
    const file = fileWith("{}");
    const child = start('lockFile(file); console.log("held"); setInterval(() => {}, 1000);', file);
    await once(child.stdout ?? child, "data");
    expect(existsSync(lockOf(file))).toBe(true);
    child.kill("SIGKILL");
    await once(child, "exit");
    const startMs = performance.now();
    expect(put(file, "a")).toMatchObject({ ok: true });
    expect(performance.now() - startMs).toBeLessThan(2000);
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("is broken by one alone: of many who find it stale, no two ever hold it", async () => {
    const file = fileWith("0");
    const program = `
      import { readFileSync, writeFileSync, unlinkSync } from "node:fs";
      const lock = ${JSON.stringify(lockOf(file))};
      process.stdin.once("data", () => {
        for (let i = 0; i < 60; i++) {
          const held = lockFile(file);
          if (held === undefined) throw new Error("waited too long");
          writeFileSync(file, String(Number(readFileSync(file, "utf8")) + 1));
          // Every other time it is left behind as by a process that died.
          if (i % 2 === 0) held.release();
          else writeFileSync(lock, readFileSync(lock, "utf8").replace(/"pid":\\d+/, '"pid":${deadPid()}'));
        }
        process.exit(0);
      });
      console.log("ready");`;
    const children = Array.from({ length: 4 }, () => start(program, file));
    await Promise.all(children.map((child) => once(child.stdout ?? child, "data")));
    for (const child of children) child.stdin?.write("go");
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(file, "utf8")).toBe("240");
  }, 60_000);
});

it("eight processes that write one entry each into a missing file lose none", async () => {
  const root = mkdtempSync(join(tmpdir(), "polyglav-registry-"));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const rounds = 12;
  const program = `
    process.stdin.on("data", (data) => {
      const [round, me] = String(data).trim().split(" ");
      const put = putEntry(file + "/" + round + "/.polyglav/roles.json", me, { round }, { layer: "local" });
      console.log(JSON.stringify(put.ok ? "ok" : put.problem));
    });
    console.log("ready");`;
  const children = Array.from({ length: 8 }, () => start(program, root));
  const said = (): Promise<readonly string[]> =>
    Promise.all(children.map(async (child) => String((await once(child.stdout ?? child, "data"))[0]).trim()));
  await said();
  for (let round = 0; round < rounds; round++) {
    const answers = said();
    children.forEach((child, i) => child.stdin?.write(`${round} writer-${i}\n`));
    expect(await answers).toEqual(children.map(() => '"ok"'));
    const folder = join(root, `${round}`, ".polyglav");
    const text: unknown = JSON.parse(readFileSync(join(folder, "roles.json"), "utf8"));
    expect(Object.keys(text ?? {}).toSorted()).toEqual(children.map((_, i) => `writer-${i}`));
    expect(readdirSync(folder)).toEqual(["roles.json"]);
  }
  for (const child of children) child.kill();
}, 60_000);
