import type { Catalog } from "@polyglav/catalog";
import { type Authority, canDelegate, CATEGORIES, leq, use } from "@polyglav/permissions";
import type { Output } from "../command.ts";
import { followPath } from "../explain/role-chain.ts";
import type { Line, Span } from "../line.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { rulesAbout } from "./chain-rules.ts";
import { toneOf } from "./tone.ts";

interface Cell {
  readonly category: string;
  readonly use: string;
  /** It gets more than its caller may use itself. */
  readonly wider: boolean;
  /** Some calls are decided by rules; the word is for the rest. */
  readonly rules: boolean;
}

interface Row {
  readonly role: string;
  readonly delegable: string;
  readonly cells: readonly Cell[];
}

/** Shows what every role would get from one caller, a column for each category. */
export async function showMatrix(path: string | undefined, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const { roles, holder } = followPath(path, catalog, session.viewpoint);
  const names = catalog.roles.names().filter((name) => catalog.role(name)?.faults.length === 0);
  const rows = names.map((name) => rowOf(name, holder, catalog));
  return {
    data: { caller: roles, roles: rows },
    lines: [
      [["strong", `delegated to by ${["root", ...roles].map(visibleLine).join(" › ")}`]],
      ["".padEnd(widest(rows)), ...CATEGORIES.map((category) => headOf(category))],
      ...rows.map((row) => lineOf(row, widest(rows))),
      [["dim", "^ more than its caller may use itself, lent by grant_permission   * some calls are decided by rules"]],
    ],
  };
}

function rowOf(name: string, caller: Authority, catalog: Catalog): Row {
  const authority = catalog.authority(caller, name, "matrix");
  return {
    role: name,
    delegable: canDelegate(caller, catalog.targetOf(name)).decision,
    cells: CATEGORIES.map((category) => ({
      category,
      use: use(authority, category),
      wider: !leq(use(authority, category), use(caller, category)),
      rules: rulesAbout(authority, category).length > 0,
    })),
  };
}

const widest = (rows: readonly Row[]): number => Math.max(8, ...rows.map(({ role }) => visibleLine(role).length)) + 2;

const width = (category: string): number => Math.max(category.length, 6) + 1;

const headOf = (category: string): Span => ["dim", category.padEnd(width(category))];

function lineOf({ role, delegable, cells }: Row, wide: number): Line {
  const closed: Span = delegable === "deny" ? ["dim", "  (no target for this caller)"] : "";
  return [["name", visibleLine(role).padEnd(wide)], ...cells.map(cellOf), closed];
}

function cellOf({ category, use: may, wider, rules }: Cell): Span {
  return [toneOf(may), `${may}${wider ? "^" : ""}${rules ? "*" : ""}`.padEnd(width(category))];
}
