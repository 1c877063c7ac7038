import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
        const { pid } = spawnSync(process.execPath, ["-e", ""]);
        change("UPDATE runs SET holder = json_set(holder, '$.pid', ?) WHERE run = ?", pid, run);
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
