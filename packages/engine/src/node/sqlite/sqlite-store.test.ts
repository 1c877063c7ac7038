import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deadPid } from "../../file/abandon.fixture.ts";
import { describeRunStore } from "../../store/run-store.suite.ts";
import { sqliteStore } from "./sqlite-store.ts";

for (const durability of ["write", "sync", "exit"] as const) {
  describeRunStore(`sqliteStore() with the durability ${durability}`, () => {
    const dir = mkdtempSync(join(tmpdir(), "polyglav-sqlite-"));
    const file = join(dir, "runs.sqlite");
    const [store, other] = [sqliteStore(file, { durability }), sqliteStore(file, { durability })];
    const change = (sql: string, ...values: readonly (string | number)[]): void => {
      const database = new DatabaseSync(file, { timeout: 5000 });
      database.prepare(sql).run(...values);
      database.close();
    };
    return {
      store,
      other,
      abandon: (run) => {
        change("UPDATE runs SET holder = json_set(holder, '$.pid', ?) WHERE run = ?", deadPid(), run);
      },
      spoil: (run, lines) => {
        for (const line of lines) {
          change(
            `INSERT INTO lines SELECT key, 1 + (SELECT max(n) FROM lines WHERE lines.key = runs.key), 0, ?
             FROM runs WHERE run = ?`,
            line,
            run,
          );
        }
      },
      remove: () => {
        store.close();
        other.close();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  });
}

describe("sqliteStore()", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "polyglav-sqlite-"));
  });
  afterEach(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  const refusal = async (file: string): Promise<unknown> => {
    const store = sqliteStore(file);
    try {
      await store.list();
    } catch (cause) {
      return cause;
    } finally {
      store.close();
    }
    return undefined;
  };

  it("makes nothing until it is used, and then what only the user can read", async () => {
    const before = process.umask(0o022);
    try {
      const file = join(dir, ".polyglav", "runs.sqlite");
      const store = sqliteStore(file);
      expect(readdirSync(dir)).toEqual([]);
      const log = await store.create("r1");
      log.append("{}");
      const modes = readdirSync(join(dir, ".polyglav")).map(
        (name) => statSync(join(dir, ".polyglav", name)).mode & 0o777,
      );
      expect(new Set(modes)).toEqual(new Set([0o600]));
      expect(statSync(join(dir, ".polyglav")).mode & 0o777).toBe(0o700);
      await log.close();
      store.close();
    } finally {
      process.umask(before);
    }
  });

  it("says so where there is no database, or a newer one, and leaves it as it was", async () => {
    const file = join(dir, "runs.sqlite");
    const what = `Cannot open the database of runs "${file}"`;
    writeFileSync(file, "something else that is long enough to be taken for a page of a database, or nearly so");
    expect(await refusal(file)).toMatchObject({
      name: "RunStoreError",
      code: "POLYGLAV_RUN_FOLDER",
      message: `${what}: it is no database`,
    });
    rmSync(file);
    const newer = new DatabaseSync(file);
    newer.exec("PRAGMA user_version = 2");
    newer.close();
    expect(await refusal(file)).toMatchObject({
      message: `${what}: its version is 2, and this program reads 1`,
      hint: "Update Polyglav, or name another file",
    });
  });

  it("does not follow a link in the place of its file, nor of the folder in a project", async () => {
    symlinkSync(join(dir, "elsewhere"), join(dir, "linked"));
    expect(await refusal(join(dir, "linked"))).toMatchObject({
      message: `Cannot open the database of runs "${join(dir, "linked")}": a link has its name`,
    });
    mkdirSync(join(dir, "other"));
    mkdirSync(join(dir, "project"));
    symlinkSync(join(dir, "other"), join(dir, "project", ".polyglav"));
    expect(await refusal(join(dir, "project", ".polyglav", "runs.sqlite"))).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
    });
    mkdirSync(join(dir, "folder.sqlite"));
    expect(await refusal(join(dir, "folder.sqlite"))).toMatchObject({ code: "POLYGLAV_RUN_FOLDER" });
    expect(readdirSync(dir).toSorted()).toEqual(["folder.sqlite", "linked", "other", "project"]);
    expect(readdirSync(join(dir, "other"))).toEqual([]);
  });

  it("refuses an artifact that was changed", async () => {
    const file = join(dir, "runs.sqlite");
    const store = sqliteStore(file);
    const log = await store.create("r1");
    const name = await log.keep("text");
    const database = new DatabaseSync(file);
    database.exec("UPDATE artifacts SET text = 'tex!'");
    database.close();
    expect(() => store.artifact("r1", name)).toThrow(expect.objectContaining({ code: "POLYGLAV_RUN_BROKEN" }) as Error);
    store.close();
  });

  it("opens its file again after close()", async () => {
    const store = sqliteStore(join(dir, "runs.sqlite"), { durability: "sync" });
    for (const run of ["a", "b"]) {
      const log = await store.create(run);
      log.append("{}");
      await log.commit();
      await log.close();
      store.close();
    }
    expect((await store.list()).map(({ run }) => run)).toEqual(["a", "b"]);
    store.close();
    store.close();
  });

  it("loads SQLite when it is needed, without a word, and keeps other warnings", () => {
    const program = `
      const { sqliteStore } = await import(${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)});
      const store = sqliteStore(${JSON.stringify(join(dir, "runs.sqlite"))});
      const before = process.emitWarning;
      (await store.create("r1")).append("{}");
      if (process.emitWarning !== before) throw new Error("the warnings are not as they were");
      process.emitWarning("another");`;
    const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stderr).toContain("another");
    expect(stderr).not.toMatch(/SQLite|experimental/i);
  });
});
