import { type Position, type Problem } from "@polyglav/registry";
import { type Catalog, type RoleView } from "./catalog.ts";
import { nearest } from "./nearest.ts";
import { type Withheld } from "./restrict.ts";

/** A role that can run, or why it cannot. */
export type CheckedRole =
  | { readonly ok: true; readonly view: RoleView }
  | {
      readonly ok: false;
      /** For programs and people; nothing in it but these three. */
      readonly error: RoleRefusal;
      /** The first of what is wrong, where the code is `POLYGLAV_ROLE_FAULTY`. */
      readonly problem?: Problem;
      /** What does not count, where the code is `POLYGLAV_ROLE_WITHHELD`. */
      readonly withheld?: Withheld;
    };

export interface RoleRefusal {
  readonly code: RoleRefusalCode;
  readonly message: string;
  readonly hint?: string;
}

/** The role, or a file that could hold a permission, has an error; it is not trusted; there is none. */
export type RoleRefusalCode = "POLYGLAV_ROLE_FAULTY" | "POLYGLAV_ROLE_WITHHELD" | "POLYGLAV_UNKNOWN_ROLE";

/** How a refusal speaks. */
export interface RefusalWords {
  /** What cannot be done with the role: `run`, unless it says another verb, such as `delegate to`. */
  readonly verb?: string;
  /** Shows where something was written; `file:line:column`, unless it is given. Must not throw. */
  readonly place?: (where: Position) => string;
}

/**
 * Checks whether a role can run: the role with its defaults, or why not. All that run, show or explain roles ask here,
 * so that one fault has one code and one sentence. The catalog's faults come before an unknown name, for the name may
 * stand in the very file that cannot be read. Whether a caller may delegate to the role is for `canDelegate`.
 *
 * Pure and total: names such as `constructor` and the empty one are unknown like any other.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkRole, createCatalog } from "@polyglav/catalog";
 *
 * const catalog = createCatalog({ trusted: true, roles: { local: { poet: { tool_permission: { bash: "alow" } } } } });
 *
 * assert.equal(checkRole(catalog, "planner").ok, true);
 * assert.deepEqual(checkRole(catalog, "reviwer"), {
 *   ok: false,
 *   error: {
 *     code: "POLYGLAV_UNKNOWN_ROLE",
 *     message: 'Cannot run role "reviwer": there is no such role',
 *     hint: 'Did you mean "code-reviewer"?',
 *   },
 * });
 * const poet = checkRole(catalog, "poet", { verb: "delegate to" });
 * assert.equal(poet.ok || poet.error.code, "POLYGLAV_ROLE_FAULTY");
 * ```
 */
export function checkRole(catalog: Catalog, name: string, words: RefusalWords = {}): CheckedRole {
  const { verb = "run", place = placeOf } = words;
  const cannot = `Cannot ${verb} role "${name}"`;
  const view = catalog.role(name);

  const faults = view?.faults ?? catalog.faults;
  const [problem] = faults;
  if (problem !== undefined) return { ok: false, error: faultyOf(cannot, problem, faults.length - 1, place), problem };
  if (view !== undefined) return { ok: true, view };

  const withheld = catalog.withheld.find((one) => one.kind === "role" && one.name === name);
  if (withheld !== undefined) return { ok: false, error: withheldOf(cannot, place(withheld)), withheld };
  return { ok: false, error: unknownOf(cannot, name, catalog.roles.names()) };
}

function faultyOf(
  cannot: string,
  problem: Problem,
  further: number,
  place: NonNullable<RefusalWords["place"]>,
): RoleRefusal {
  const where = place(problem);
  const more = further === 0 ? "" : ` (and ${further} more)`;
  const message = `${cannot}: ${where === "" ? "" : `${where}: `}${problem.message}${more}`;
  return { code: "POLYGLAV_ROLE_FAULTY", message, ...(problem.hint !== undefined && { hint: problem.hint }) };
}

function withheldOf(cannot: string, where: string): RoleRefusal {
  const message = `${cannot}: it is defined only in a folder that is not trusted`;
  const hint = where === "" ? "Pass --trust to use it" : `Read ${where}, then pass --trust`;
  return { code: "POLYGLAV_ROLE_WITHHELD", message, hint };
}

function unknownOf(cannot: string, name: string, known: readonly string[]): RoleRefusal {
  const near = nearest(name, known);
  const hint = near === undefined ? `Known: ${known.join(", ")}` : `Did you mean "${near}"?`;
  const message = `${cannot}: there is no such role`;
  return { code: "POLYGLAV_UNKNOWN_ROLE", message, ...(known.length > 0 && { hint }) };
}

const placeOf = ({ file, line, column }: Position): string =>
  file === undefined ? "" : [file, line, column].filter((part) => part !== undefined).join(":");
