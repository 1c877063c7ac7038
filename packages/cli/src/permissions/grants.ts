import { type Grant, patternOf } from "@polyglav/permissions";
import { GrantStoreError } from "@polyglav/permissions/gate/file";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { notFound } from "../not-found.ts";
import { projectGrants } from "../run/gate-files.ts";
import type { Session } from "../session.ts";
import { displayDate } from "../view/amounts.ts";
import { visibleLine } from "../visible.ts";

/** Lists the yeses that stand for this project, oldest first. */
export function listGrants(session: Session): Output {
  const grants = granted(session);
  return {
    data: { grants },
    lines: [[`${grants.length} ${grants.length === 1 ? "grant" : "grants"} for this project`], ...grants.map(lineOf)],
  };
}

/** Takes one of them back. A run that is going on asks again at its next call. */
export function revokeGrant(id: string, session: Session): Output {
  const ids = granted(session).map((grant) => grant.id);
  if (!ids.includes(id)) throw notFound({ one: "grant", list: "grants list" }, id, ids);
  safely(() => projectGrants(session)?.revoke(id));
  return { data: { revoked: id }, lines: [[`Revoked ${visibleLine(id)}`]] };
}

/** The yeses of this project that are good now, for those who explain what a run would do. */
export const standingGrants = (session: Session): readonly Grant[] =>
  granted(session).filter(({ until }) => until === undefined || until > session.world.now());

const granted = (session: Session): readonly Grant[] => safely(() => projectGrants(session)?.list()) ?? [];

function safely<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof GrantStoreError)) throw cause;
    throw new CommandError(cause.message, { code: cause.code, exit: "config", hint: cause.hint });
  }
}

function lineOf({ id, holder, covers, until }: Grant): Line {
  const who = typeof holder === "string" ? holder : holder.chain.join(" › ");
  const ends = until === undefined ? "" : ` until ${displayDate(until)}`;
  return [`  ${visibleLine(id)}  `, ["name", visibleLine(who)], `  ${visibleLine(coverOf(covers))}`, ["dim", ends]];
}

function coverOf(covers: Grant["covers"]): string {
  switch (covers.kind) {
    case "category":
      return `any ${covers.category} call`;
    case "pattern":
      return `${covers.category} ${covers.pattern}`;
    case "request":
      return covers.actions
        .map(({ category, resource }) => `${category} ${patternOf(category, resource) ?? resource.join(" ")}`)
        .join(" and ");
  }
}
