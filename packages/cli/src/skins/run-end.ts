import type { OutcomeStatus, RunEnd } from "@polyglav/engine";
import type { Fault } from "../command.ts";
import { exitCode, type ExitName } from "../exit-codes.ts";

/** Says how a command ended that is no run, in the shape of a run: programs read one shape on every path. */
export function endOf(exit: ExitName, content: string, fault: Fault | undefined): RunEnd {
  return {
    status: STATUSES[exit],
    exitCode: exitCode(exit),
    outcome: OUTCOMES[exit],
    content,
    denials: [],
    usage: { inputTokens: 0, outputTokens: 0, calls: 0, unknown: 0 },
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

const OUTCOMES: Readonly<Record<ExitName, OutcomeStatus>> = {
  ok: "done",
  failed: "error",
  usage: "refused",
  config: "refused",
  "not-ready": "refused",
  denied: "denied",
  limit: "limit",
  waiting: "done",
  differs: "done",
  interrupted: "cancelled",
  terminated: "cancelled",
};
