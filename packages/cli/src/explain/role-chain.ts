import { type Catalog, runLimits, type Spawner, spawnRefusal, type SpawnRefusal } from "@polyglav/catalog";
import { type Authority, canDelegate, type Verdict } from "@polyglav/permissions";
import { findUsableRole } from "../catalog-lookup.ts";
import { usageError } from "../command-error.ts";
import type { Viewpoint } from "../view/place.ts";

/** A chain of delegations, as far as it gets. */
export interface RoleChain {
  /** The roles, the one that runs first. */
  readonly roles: readonly string[];
  readonly holder: Authority;
  /** The first delegation that is refused. */
  readonly refused: Delegation | undefined;
  /** Delegations that have to be asked for. */
  readonly asked: readonly Delegation[];
}

export interface Delegation {
  readonly from: string;
  readonly to: string;
  readonly verdict: Verdict;
}

/** A delegation that a limit forbids, as a verdict: the words do not matter any more. */
function verdictOf({ message }: SpawnRefusal, who: string): Verdict {
  const because = [{ kind: "advice", who, decision: "deny", text: message } as const];
  return { decision: "deny", because, grants: [], liftable: "no" };
}

/**
 * Follows a path of roles from the root, as runs would: the first role is the run itself, which nobody delegates to;
 * each further one must be one that the role before may delegate to. A leading `root` is the root itself.
 *
 * Throws a usage error for an empty or unknown name, and the exit code 3 or 4 for a role that may not be used.
 */
export function followPath(path: string | undefined, catalog: Catalog, viewpoint: Viewpoint): RoleChain {
  const roles = rolesOf(path, catalog);
  for (const role of roles) findUsableRole(role, { catalog, viewpoint, verb: "explain" });
  const [first = catalog.config.root_role, ...further] = roles;
  let holder = catalog.rootAuthority({ role: first, id: "r1" });
  const asked: Delegation[] = [];
  let from = first;
  let above = [spawnerOf(first, catalog)];
  for (const [index, to] of further.entries()) {
    const limit = spawnRefusal(above);
    const verdict = limit === undefined ? canDelegate(holder, catalog.targetOf(to)) : verdictOf(limit, from);
    if (verdict.decision === "deny") return { roles, holder, refused: { from, to, verdict }, asked };
    if (verdict.decision === "ask") asked.push({ from, to, verdict });
    holder = catalog.authority(holder, to, `r${index + 2}`);
    from = to;
    above = [spawnerOf(to, catalog), ...above];
  }
  return { roles, holder, refused: undefined, asked };
}

const spawnerOf = (role: string, catalog: Catalog): Spawner => ({ limits: runLimits(catalog, role), descendants: 0 });

function rolesOf(path: string | undefined, catalog: Catalog): readonly string[] {
  const written = (path ?? "root").split("/");
  const named = written[0] === "root" ? written.slice(1) : written;
  if (named.includes("")) throw usageError(`Cannot read --as "${path ?? ""}": a name in it is empty`);
  return named.length === 0 ? [catalog.config.root_role] : named;
}
