/**
 * Logs of runs in files, for Node.
 * @module
 */
export { type FileStoreOptions, fileStore } from "./file-store.ts";
export type { Durability } from "./line-writer.ts";
export { readLog } from "./read-log.ts";
export type { ReadLog } from "./read-log.ts";
export { RunStoreError } from "../store/run-store-error.ts";
