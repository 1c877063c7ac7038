/**
 * Approval of tool calls in the AI SDK by an authority.
 * @module
 */
export { type AuthorityNow, type RequestOf, type ToolCall } from "../shared/judge-call.ts";
export { type ApprovalCall, type ApprovalStatus, toolApproval, type ToolApprovalOptions } from "./tool-approval.ts";
