/**
 * Tools of MCP servers: which of them to show, and what a call of one asks for.
 * @module
 */
export { callRequest, type McpCall, type McpTool, visibleTools } from "./mcp-tools.ts";
