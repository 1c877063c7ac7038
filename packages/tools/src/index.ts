/**
 * The tools that roles use: read, list, edit, write and bash. Each says first what it would touch, and then touches
 * exactly that.
 *
 * @module
 */
export { createTools, type Tools, type ToolsOptions } from "./create-tools.ts";
export { killRunningCommands } from "./kill-at-exit.ts";
export type { ExecuteOptions, PolyglavTool } from "./tool.ts";
export type { BashInput } from "./bash.ts";
export type { EditInput } from "./edit.ts";
export type { ListInput } from "./list.ts";
export type { ReadInput } from "./read.ts";
export type { WriteInput } from "./write.ts";
export { ToolError, type ToolErrorCode } from "./tool-error.ts";
