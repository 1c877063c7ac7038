import type { RunEnd, RunEvent } from "@polyglav/engine";
import { paintLines } from "../colour.ts";
import type { Out } from "../world.ts";
import { failureLines, faultLine } from "./fault-line.ts";
import { endOf } from "./run-end.ts";
import type { Skin } from "./skin.ts";

export interface NdjsonSkinOptions {
  readonly stdout: Out;
  readonly stderr: Out;
  readonly debug: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a command that is no run calls itself in the stream. */
const NO_RUN = "cli";

/**
 * For programs that watch: one event on each line of stdout, and the last one is `run-end`, once, on every path. A
 * command that is no run gives one `result` with its data before it.
 */
export function ndjsonSkin({ stdout, stderr, debug, now }: NdjsonSkinOptions): Skin {
  let seq = 0;
  let run = NO_RUN;
  let ended = false;
  const write = async (body: { readonly type: string }): Promise<void> => {
    seq += 1;
    await stdout.write(`${JSON.stringify({ v: 1, seq, t: new Date(now()).toISOString(), run, ...body })}\n`);
  };
  const end = async (body: RunEnd): Promise<void> => {
    if (ended) return;
    ended = true;
    await write({ type: "run-end", ...body });
  };
  return {
    event: async (event: RunEvent) => {
      if (ended) return;
      ended = event.type === "run-end";
      if (seq === 0) run = event.run;
      seq = event.seq;
      await stdout.write(`${JSON.stringify(event)}\n`);
    },
    // Its events have the ids of their runs: nothing has to be known to read them.
    recall: () => undefined,
    output: async ({ data, exit = "ok", fault }) => {
      if (!ended) await write({ type: "result", ...{ data } });
      await end(endOf(exit, "", fault));
      if (fault !== undefined) await stderr.write(paintLines([faultLine(fault)], false));
    },
    failure: async (error) => {
      await end(endOf(error.exit, "", error));
      await stderr.write(paintLines(failureLines(error, debug), false));
    },
  };
}
