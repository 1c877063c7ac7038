import type { Catalog } from "@polyglav/catalog";
import { type Finding, lint, lintRoles } from "@polyglav/permissions/analysis";
import type { Output } from "../command.ts";
import { findRole } from "../catalog-lookup.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayWhere } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

/** A finding, and the field it is in, such as `leader.grant_permission`. */
interface Found extends Finding {
  readonly field: string;
}

/** Checks the permissions of one role, or of all of them, for what probably means something else than it seems to. */
export async function lintPermissions(role: string | undefined, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const { viewpoint } = session;
  const names =
    role === undefined ? catalog.roles.names() : [findRole(role, { catalog, viewpoint, verb: "show" }).role.name];
  const found = [
    ...names.flatMap((name): readonly Found[] => {
      const { use, pass } = catalog.carvesOf(name);
      return [
        ...lint(use).map((finding) => ({ ...finding, field: `${name}.tool_permission` })),
        ...lint(pass).map((finding) => ({ ...finding, field: `${name}.grant_permission` })),
      ];
    }),
    ...lintRoles(catalog.roles.names().map((name) => catalog.carvesOf(name)))
      .filter((finding) => names.includes(finding.role ?? ""))
      .map((finding): Found => ({ ...finding, field: `${finding.role ?? ""}.tool_permission` })),
  ];
  const shown = role === undefined ? found.map((finding) => lowered(finding, catalog)) : found;
  const warnings = shown.filter(({ severity }) => severity === "warning");
  return {
    data: { findings: shown },
    lines: [
      ...shown.flatMap((finding) => linesOf(finding, displayWhere(finding.source ?? {}, viewpoint))),
      [
        `${names.length} ${names.length === 1 ? "role" : "roles"}, ${warnings.length} warnings, ${shown.length - warnings.length} notes`,
      ],
    ],
    ...(warnings.length > 0 && { exit: "differs" as const }),
  };
}

/** What a bundled role says nobody here can mend: in a check of all roles it is worth a note, and fails nothing. */
function lowered(finding: Found, catalog: Catalog): Found {
  const isBundled = catalog.roles.origin(finding.field.split(".", 1)[0] ?? "") === "bundled";
  return isBundled ? { ...finding, severity: "note" } : finding;
}

function linesOf({ severity, code, message, hint, field }: Found, where: string): readonly Line[] {
  const place = where === "" ? field : `${where} › ${field}`;
  return [
    [
      [severity === "warning" ? "warn" : "dim", `${severity}  `],
      `${visibleLine(place)}: ${visibleLine(message)}`,
      ["dim", `   ${code}`],
    ],
    ...(hint === undefined ? [] : [[["dim", `  ${visibleLine(hint)}`]] satisfies Line]),
  ];
}
