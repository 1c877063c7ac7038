import type { Request } from "@polyglav/permissions";
import type { z } from "zod";

/**
 * A tool that a role can use. It is a tool of the AI SDK that can also say beforehand, by `request`, what a call
 * would touch, so that a gate decides before anything happens.
 */
export interface PolyglavTool<I> {
  /** What the tool does, written for the model that calls it. */
  readonly description: string;
  /** The shape of the input. An input that does not fit is answered to the model and reaches neither method. */
  readonly inputSchema: z.ZodType<I>;
  /** The category that every call needs, known before there is an input: who may not have it is not shown the tool. */
  readonly category: string;
  /**
   * Whether a call may be made again when its process died in the middle of it, and beside others: `safe` for a tool
   * that only looks; absent for one that may not.
   */
  readonly replay?: "safe";
  /**
   * Says what a call would touch. It looks at the disk (links are followed), changes nothing, and does not reject
   * because of a path: one that cannot be resolved gets advice instead.
   */
  request(input: I): Promise<Request>;
  /**
   * Does the call and resolves to the text for the model. Rejects with a `ToolError` when it could not be done, and
   * with the reason of the signal when that aborted.
   */
  execute(input: I, options: ExecuteOptions): Promise<string>;
}

/** What `execute` is told besides its input. The options that the AI SDK passes fit. */
export interface ExecuteOptions {
  /** The id of the model's call. */
  readonly toolCallId: string;
  /** Ends the call. The promise settles only once nothing of the call runs any more. */
  readonly abortSignal?: AbortSignal | undefined;
  /** The request that was approved. When the call would touch anything else by now, it is refused. */
  readonly request?: Request | undefined;
}
