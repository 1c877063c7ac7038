import { type AuditEntry } from "@polyglav/permissions/gate";
import { readAudit } from "@polyglav/permissions/gate/file";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { auditFile } from "../run/gate-files.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";

/** Shows what was asked, answered, granted, claimed, started and refused at the gates of this folder, the last ones last. */
export function showAudit(last: number | undefined, session: Session): Output {
  const entries = read(session).slice(-(last ?? 50) || Number.POSITIVE_INFINITY);
  return {
    data: { entries },
    lines: entries.length === 0 ? [["nothing has been asked here"]] : entries.map(lineOf),
  };
}

function read(session: Session): readonly AuditEntry[] {
  const file = auditFile(session);
  try {
    return readAudit(file);
  } catch (cause) {
    const state = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`Cannot read "${file}": ${state}`, {
      code: "POLYGLAV_AUDIT",
      exit: "config",
      hint: undefined,
    });
  }
}

function lineOf(entry: AuditEntry): Line {
  const { t, type, role, holder, summary, answer, reason, message, grant, covers } = entry;
  const who = role ?? holder ?? "";
  const about = [summary, answer, reason, message, covers].filter((text) => text !== undefined).join(", ");
  const of = grant === undefined ? "" : ` (${grant})`;
  return [
    ["dim", `${visibleLine(t.slice(0, 19).replace("T", " "))}  `],
    visibleLine(type).padEnd(9),
    ["name", ` ${visibleLine(who)}`],
    ` ${visibleLine(about)}${visibleLine(of)}`,
  ];
}
