import { type Decision, explain } from "@polyglav/permissions";
import type { Output } from "../command.ts";
import type { ExitName } from "../exit-codes.ts";
import type { Session } from "../session.ts";
import { explanationData, refusalData } from "./explanation-data.ts";
import { explanationLines, refusalLines } from "./explanation-lines.ts";
import { standingGrants } from "../permissions/grants.ts";
import { requestOf } from "./request-of.ts";
import { followPath } from "./role-chain.ts";

export interface Question {
  /** Roles from the root, with slashes. */
  readonly path: string | undefined;
  readonly what: string;
  readonly args: readonly string[];
}

const EXITS: Readonly<Record<Decision, ExitName>> = { allow: "ok", deny: "denied", ask: "waiting" };

/**
 * Explains one call, with the yeses that stand for this project. A chain that would never come about is a deny, whatever
 * its end could do.
 */
export async function explainCall({ path, what, args }: Question, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const chain = followPath(path, catalog, session.viewpoint);
  const request = await requestOf(what, args, catalog, session);
  const { refused } = chain;
  if (refused !== undefined) {
    return {
      data: refusalData(request, chain, refused),
      lines: refusalLines(request, chain, refused, session.viewpoint),
      exit: EXITS.deny,
    };
  }
  const explanation = explain(chain.holder, request, standingGrants(session));
  return {
    data: explanationData(request, chain, explanation),
    lines: explanationLines(request, chain, explanation, session.viewpoint),
    exit: EXITS[explanation.verdict.decision],
  };
}
