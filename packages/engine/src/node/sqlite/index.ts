/**
 * Logs of runs in one SQLite database, for Node.
 * @module
 */
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "./sqlite-store.ts";
export type { Durability } from "../../file/line-writer.ts";
export { RunStoreError } from "../../store/run-store-error.ts";
