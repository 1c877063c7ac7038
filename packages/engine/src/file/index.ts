/**
 * Logs of runs in files, for Node.
 * @module
 */
export { fileStore } from "./file-store.ts";
export { readLog } from "./read-log.ts";
export type { ReadLog } from "./read-log.ts";
export { RunFolderError } from "./run-folder-error.ts";
