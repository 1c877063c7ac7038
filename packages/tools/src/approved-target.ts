import type { Request } from "@polyglav/permissions";
import type { PathTarget } from "@polyglav/permissions/path";
import { requireSame } from "./approval.ts";
import { type PathTool, requestPath } from "./path-request.ts";
import type { Place } from "./place.ts";
import { quote } from "./quote.ts";
import type { ExecuteOptions } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/**
 * Resolves the path of a call that is about to be executed, and refuses when it leads elsewhere than what was
 * approved, or nowhere.
 */
export async function findApproved(
  tool: PathTool,
  path: string,
  place: Place,
  options: Pick<ExecuteOptions, "abortSignal"> & { readonly request?: Request | undefined },
): Promise<PathTarget> {
  options.abortSignal?.throwIfAborted();
  const { request, target } = await requestPath(tool, path, place);
  requireSame(options.request, request);
  if (target.fault === undefined) return target;
  throw new ToolError("POLYGLAV_BAD_PATH", `Cannot ${tool} ${quote(path)}: ${target.fault}`);
}
