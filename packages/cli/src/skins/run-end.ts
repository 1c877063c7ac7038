import type { RunEnd } from "@polyglav/engine";
import type { Fault } from "../command.ts";
import { exitCode, type ExitName } from "../exit-codes.ts";

/** Written out here: the engine is loaded by what carries out a run, and by nothing else. */
const NO_USAGE: RunEnd["usage"] = {
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
  calls: 0,
  unknown: 0,
  unpriced: 0,
};

/** Says how a command ended that is no run, in the shape of a run: programs read one shape on every path. */
export function endOf(exit: ExitName, content: string, fault: Fault | undefined): RunEnd {
  return {
    status: STATUSES[exit],
    exitCode: exitCode(exit),
    outcome: OUTCOMES[exit],
    content,
    denials: [],
    usage: NO_USAGE,
    ...(fault === undefined ? {} : { error: faultOf(fault) }),
  };
}

function faultOf({ code, message, hint }: Fault): NonNullable<RunEnd["error"]> {
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

const STATUSES: Readonly<Record<ExitName, RunEnd["status"]>> = {
  ok: "ok",
  failed: "error",
  usage: "error",
  config: "error",
  "not-ready": "error",
  denied: "denied",
  limit: "limit",
  waiting: "waiting",
  differs: "error",
  interrupted: "cancelled",
  terminated: "cancelled",
};

const OUTCOMES: Readonly<Record<ExitName, RunEnd["outcome"]>> = {
  ok: "done",
  failed: "error",
  usage: "refused",
  config: "refused",
  "not-ready": "refused",
  denied: "denied",
  limit: "limit",
  waiting: "waiting",
  differs: "done",
  interrupted: "cancelled",
  terminated: "cancelled",
};
