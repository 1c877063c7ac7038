/**
 * Commands of bash as requests: each command in them, at any depth, and what they do to files and hosts.
 * @module
 */
export { DYNAMIC } from "./dynamic.ts";
export { type CommandOptions, type CommandRequest, requestCommand } from "./request-command.ts";
export type { Touched } from "./findings.ts";
