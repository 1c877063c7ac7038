import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { diskError, errorCode } from "../../file/disk-error.ts";
import { makeFolder } from "../../file/make-folder.ts";
import { OWN_FILE } from "../../file/plain-file.ts";
import { refuseLeadingOut } from "../../file/runs-folder.ts";
import { RunStoreError } from "../../store/run-store-error.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { sqliteError } from "./sqlite-error.ts";

/** The version of the tables, in the file's `user_version`. 0 is a file without any. */
const TABLES = 1;

const MAKE_TABLES = `
  CREATE TABLE runs (
    key INTEGER PRIMARY KEY,
    run TEXT NOT NULL UNIQUE,
    began INTEGER NOT NULL,
    fence INTEGER NOT NULL,
    holder TEXT,
    renewed INTEGER NOT NULL,
    snapshot TEXT,
    snapshot_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE lines (
    key INTEGER NOT NULL REFERENCES runs,
    n INTEGER NOT NULL,
    t INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (key, n)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE letters (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key INTEGER NOT NULL REFERENCES runs,
    id TEXT NOT NULL,
    letter TEXT NOT NULL
  ) STRICT;
  CREATE INDEX letters_by_run ON letters (key, seq);
  CREATE TABLE artifacts (
    key INTEGER NOT NULL REFERENCES runs,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (key, name)
  ) STRICT;
  PRAGMA user_version = ${TABLES};
`;

/**
 * Opens the database of runs, and makes it where it is missing: for the user alone (mode 0600, its folder 0700). Writers
 * of other processes are waited for, 5 seconds at most. Never follows a link in the place of the file.
 */
export function openDatabase(file: string): DatabaseSync {
  const what = `Cannot open the database of runs "${file}"`;
  let database: DatabaseSync | undefined;
  try {
    refuseLeadingOut(dirname(file));
    makeFolder(dirname(file), 0o700);
    makeDatabaseFile(file);
    const { DatabaseSync } = loadSqlite();
    database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
    // A file from elsewhere must not choose what is called.
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    inTransaction(database, makeTables, file);
    return database;
  } catch (cause) {
    database?.close();
    throw sqliteError(what, cause);
  }
}

/** Does something as one write, that nobody comes between. */
export function inTransaction<T, A extends readonly unknown[]>(
  database: DatabaseSync,
  act: (database: DatabaseSync, ...args: A) => T,
  ...args: A
): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = act(database, ...args);
    database.exec("COMMIT");
    return result;
  } catch (cause) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw cause;
  }
}

function makeTables(database: DatabaseSync, file: string): void {
  const { user_version: version } = database.prepare("PRAGMA user_version").get() ?? {};
  if (version === TABLES) return;
  if (version === 0) {
    database.exec(MAKE_TABLES);
    return;
  }
  throw new RunStoreError(
    "POLYGLAV_RUN_FOLDER",
    `Cannot open the database of runs "${file}": its version is ${String(version)}, and this program reads ${TABLES}`,
    { hint: "Update Polyglav, or name another file" },
  );
}

function makeDatabaseFile(file: string): void {
  const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number;
  try {
    descriptor = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, OWN_FILE);
  } catch (cause) {
    if (errorCode(cause) !== "ELOOP") throw cause;
    const because = { state: "a link has its name", hint: "Put a file in the place of the link" };
    throw diskError(`Cannot open the database of runs "${file}"`, cause, because);
  }
  const isFile = fstatSync(descriptor).isFile();
  closeSync(descriptor);
  if (!isFile) throw new Error("it is no file");
}
