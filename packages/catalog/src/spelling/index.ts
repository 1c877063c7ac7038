/**
 * How people write names and times: what a command line has to know before it knows any role. Loads nothing else of
 * this package, and no zod.
 *
 * @module
 */
export { nearest } from "../nearest.ts";
export { durationMs } from "../duration.ts";
