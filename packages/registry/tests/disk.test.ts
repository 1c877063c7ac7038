/** What only a real disk shows: one that is full, one that is read-only, and files of other users. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { configHome, putEntry, readJsonDocument, readJsonLayer } from "../src/file/index.ts";
import { lockOf } from "../src/file/lock-file.ts";
import { fileWith, folderWith } from "./folder.ts";
import { start } from "./programs.ts";

// A small disk that only the program sees; where the system does not allow it, these tests are skipped.
const PRIVATE = ["unshare", "--map-root-user", "--mount"];
const canMount = spawnSync("unshare", [...PRIVATE.slice(1), "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Runs a program on a disk of its own of 32 kB, at `given.file`'s folder. */
async function onSmallDisk(source: string): Promise<unknown> {
  const folder = folderWith({});
  const mount = ["sh", "-c", 'mount -t tmpfs -o size=32k tmpfs "$0" && exec "$@"', folder];
  const program = start(source, { file: join(folder, "roles.json"), folder }, { before: [...PRIVATE, ...mount] });
  const said = await program.says();
  expect(await program.end()).toEqual({ by: 0, errors: "" });
  expect(readdirSync(folder)).toEqual([]);
  return said;
}

describe.skipIf(!canMount)("on a disk of its own", () => {
  it("a full one is a problem, wherever in the save it gets full, and nothing is lost or left", async () => {
    const said = await onSmallDisk(`
      const answers = [];
      const text = '{ "a": {} /* kept */ }';
      for (let free = 0; free < 6; free++) {
        fs.writeFileSync(given.file, text);
        const filler = given.folder + "/filler";
        // All of it, and then a few pages less.
        try { fs.writeFileSync(filler, Buffer.alloc(64 * 1024)); } catch {}
        fs.truncateSync(filler, Math.max(0, fs.statSync(filler).size - free * 4096));
        const full = put("b", { text: "x".repeat(9000) });
        const isOld = fs.readFileSync(given.file, "utf8") === text;
        const left = fs.readdirSync(given.folder).toSorted();
        fs.rmSync(filler);
        const then = put("b", { text: "x".repeat(9000) });
        answers.push([full.ok ? "ok" : full.problem.code + ": " + full.problem.message, isOld, left.join(), then.ok]);
        fs.rmSync(given.file);
      }
      console.log(JSON.stringify(answers));`);
    const full = ['file/cannot-write: Cannot write "roles.json": the disk is full', true, "filler,roles.json", true];
    const fits = ["ok", false, "filler,roles.json", true];
    expect(said).toEqual([full, full, full, full, fits, fits]);
  });

  it("a read-only one is a problem for writers; readers and watchers do not mind", async () => {
    const said = await onSmallDisk(`
      import { execFileSync } from "node:child_process";
      fs.writeFileSync(given.file, '{ "a": {} }');
      execFileSync("mount", ["-o", "remount,ro", given.folder]);
      watchFiles([given.file, given.folder + "/in/none.json"], () => undefined).close();
      const inNew = putEntry(given.folder + "/in/new.json", "b", {}, { layer: "local" });
      const same = put("a", {});
      console.log(JSON.stringify([
        put("b").problem.message, inNew.problem.message, same.problem?.message ?? "unchanged",
        [...readJsonLayer(given.file, { layer: "local" }).entries.keys()],
        readJsonLayer(given.folder + "/in/none.json", { layer: "local" }).problems,
        fs.readdirSync(given.folder),
      ]));`);
    const readOnly = 'Cannot write "roles.json": the file system is read-only';
    expect(said).toEqual([readOnly, readOnly.replace("roles", "new"), readOnly, ["a"], [], ["roles.json"]]);
  });
});

// Root may do everything, so root asks as somebody else; where that one cannot even start Node, it is skipped.
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;
const canAsk =
  process.platform !== "win32" &&
  (NOBODY === undefined ||
    spawnSync(process.execPath, ["-e", `import(${JSON.stringify(import.meta.resolve("../src/file/index.ts"))})`], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: "/",
    }).status === 0);

describe.skipIf(!canAsk)("as a user who is not root", () => {
  /** Gives files and folders to that user. */
  const give = (...paths: readonly string[]): void => {
    for (const path of paths) if (NOBODY !== undefined) chownSync(path, NOBODY, NOBODY);
  };
  const ask = async (source: string, file: string): Promise<unknown> => {
    const program = start(
      `console.log(JSON.stringify(${source}))`,
      { file },
      NOBODY === undefined ? {} : { uid: NOBODY },
    );
    const said = await program.says();
    expect(await program.end()).toEqual({ by: 0, errors: "" });
    return said;
  };
  const denied = {
    ok: false,
    problem: { code: "file/cannot-write", message: 'Cannot write "roles.json": permission is denied' },
  };

  it("a folder that is read-only is a problem, and nothing in it changes", async () => {
    const file = fileWith("{}");
    give(dirname(file), file);
    chmodSync(dirname(file), 0o555);
    expect(await ask('put("a")', file)).toMatchObject(denied);
    expect(await ask('putEntry(given.file.replace("roles", "in/roles"), "a", {}, { layer: "x" })', file)).toMatchObject(
      denied,
    );
    expect(await ask("[...readJsonLayer(given.file, { layer: 'local' }).problems]", file)).toEqual([]);
    chmodSync(dirname(file), 0o755);
    expect(readFileSync(file, "utf8")).toBe("{}");
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("a file that is read-only is not replaced, though its folder would allow it", async () => {
    const file = fileWith("{}");
    give(dirname(file), file);
    chmodSync(file, 0o444);
    expect(await ask('put("a")', file)).toMatchObject(denied);
    expect(readFileSync(file, "utf8")).toBe("{}");
    expect(statSync(file).mode & 0o777).toBe(0o444);
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("a file or a folder that cannot be read is no layer and is not written (B71)", async () => {
    const file = fileWith("{}");
    give(dirname(file), file);
    const unreadable = {
      exists: true,
      readable: false,
      problems: [{ code: "file/cannot-read", message: 'Cannot read "roles.json": permission is denied' }],
    };
    chmodSync(file, 0o000);
    expect(await ask('readJsonLayer(given.file, { layer: "local" })', file)).toMatchObject(unreadable);
    expect(await ask('put("a")', file)).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
    chmodSync(file, 0o644);
    chmodSync(dirname(file), 0o000);
    expect(await ask('readJsonLayer(given.file, { layer: "local" })', file)).toMatchObject(unreadable);
    expect(await ask('put("a")', file)).toMatchObject(denied);
    expect(await ask("stampOf(given.file)", file)).toBe("EACCES");
    expect(await ask("watchFiles([given.file], () => undefined).close() ?? 0", file)).toBe(0);
    chmodSync(dirname(file), 0o755);
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  it("a lock that another user left is broken when it is old", async () => {
    const file = fileWith("{}");
    give(dirname(file), file);
    writeFileSync(lockOf(file), "", { mode: 0o600 });
    utimesSync(lockOf(file), 0, 0);
    expect(await ask('put("a")', file)).toMatchObject({ ok: true });
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });
});

it.skipIf(NOBODY === undefined)("root leaves a file to the one who owns it", () => {
  const file = fileWith("{}");
  chownSync(file, 65_534, 65_534);
  chmodSync(file, 0o4640);
  expect(putEntry(file, "a", {}, { layer: "local" })).toMatchObject({ ok: true });
  expect(statSync(file)).toMatchObject({ uid: 65_534, gid: 65_534 });
  expect(statSync(file).mode & 0o7777).toBe(0o4640);
});

describe("a home that is not there (B70, B71)", () => {
  it("has no settings and gets none by reading, whatever the environment says", () => {
    const folder = folderWith({ plain: "" });
    for (const home of [join(folder, "none"), join(folder, "plain"), "/nonexistent", "/dev/null", "", undefined]) {
      for (const XDG_CONFIG_HOME of [undefined, "", "relative/config"]) {
        const place = configHome("polyglav", { XDG_CONFIG_HOME }, home);
        if (home === undefined || home === "") expect(place).toBeUndefined();
        else expect(place).toBe(join(home, ".config/polyglav"));
        if (place === undefined) continue;
        const file = join(place, "roles.json");
        const layer = readJsonLayer(file, { layer: "global" });
        expect(layer).toMatchObject({ exists: false, readable: true, entries: new Map() });
        expect(layer.problems.length).toBeLessThanOrEqual(1);
        expect(readJsonDocument(file, { layer: "global" })).toMatchObject({ exists: false, value: undefined });
      }
    }
    expect(configHome("polyglav", { XDG_CONFIG_HOME: folder }, "/nonexistent")).toBe(join(folder, "polyglav"));
    expect(readdirSync(folder)).toEqual(["plain"]);
  });
});
