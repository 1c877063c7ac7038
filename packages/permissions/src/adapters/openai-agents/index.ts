/**
 * Approval of tool calls in the OpenAI Agents SDK by an authority.
 * @module
 */
export { type AuthorityNow, type RequestOf, type ToolCall } from "../shared/judge-call.ts";
export { type PermittedTool, permitTool, type PermitToolOptions } from "./permit-tool.ts";
