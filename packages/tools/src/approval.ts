import type { Action, Request } from "@polyglav/permissions";
import { ToolError } from "./tool-error.ts";

/**
 * Refuses a call that would touch anything else than what was approved. `now` is the request computed just before
 * executing; without an approved request there is nothing to compare with.
 */
export function requireSame(approved: Request | undefined, now: Request): void {
  if (approved === undefined) return;
  const isSameTool = approved.tool === undefined || approved.tool === now.tool;
  if (isSameTool && describe(approved) === describe(now)) return;
  throw new ToolError(
    "POLYGLAV_TARGET_CHANGED",
    `Cannot run ${now.summary ?? "the call"}: it is no longer what was approved, which was ${approved.summary ?? "another call"}`,
    { hint: "Call the tool again, so that the new target can be approved" },
  );
}

/** Writes down the actions of a request, one text for each meaning. */
function describe(request: Request): string {
  return JSON.stringify(request.actions.map((action: Action) => [action.category, action.resource]));
}
