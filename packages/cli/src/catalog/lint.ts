import { type LintFinding, lintCatalog } from "@polyglav/catalog/analysis";
import type { Output } from "../command.ts";
import { problemLines } from "../catalog-report.ts";
import type { Session } from "../session.ts";
import { GROUPS, missing } from "./kinds.ts";

/** Looks for what is probably a mistake in roles or teams, or in one of them. */
export async function lintEntries(kind: "role" | "team", name: string | undefined, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const entries = catalog[GROUPS[kind]];
  if (name !== undefined && !entries.has(name)) throw missing(kind, name, catalog, session.viewpoint);
  const found = lintCatalog(catalog).filter(
    (finding) => finding.kind === kind && (name ?? finding.name) === finding.name,
  );
  const count = name === undefined ? entries.names().length : 1;
  return report(found, `${count} ${count === 1 ? kind : GROUPS[kind]}`, session);
}

/** Shows findings, and how many there are. */
export function report(found: readonly LintFinding[], checked: string, { viewpoint }: Session): Output {
  const count = `${found.length} ${found.length === 1 ? "finding" : "findings"}`;
  return {
    data: { findings: found },
    lines: [...problemLines(found, viewpoint), [`${checked}, ${count}`]],
    ...(found.length > 0 && { exit: "differs" as const }),
  };
}
