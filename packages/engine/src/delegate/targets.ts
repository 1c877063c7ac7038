import { type Catalog, checkRole } from "@polyglav/catalog";
import { type Authority, type Request, canDelegate, requestDelegation } from "@polyglav/permissions";
import type { Agent, Tree } from "../agent/agent.ts";
import { quote } from "../agent/call-summary.ts";
import { findName } from "../agent/find-name.ts";
import { ImpossibleCall } from "../agent/hindrance.ts";
import type { DelegateInput } from "./delegate-input.ts";

/** What a role that was made up for one task is called. */
export const TEMPORARY = "temporary";

/** Finds the role, or says in the words of every other door why it cannot run. */
export function findRole(wanted: string, { catalog }: Tree): string {
  const name = findName(wanted, catalog.roles.names()) ?? wanted;
  const checked = checkRole(catalog, name, { verb: "delegate to" });
  if (!checked.ok) throw new ImpossibleCall("name", checked.error);
  return name;
}

/** The permission request of a delegation. A role that is made up for a task needs the operator's leave in the config. */
export function delegationRequest({ role, task }: DelegateInput, tree: Tree): Request {
  if (typeof role !== "string") {
    const word = tree.catalog.config.temporary_roles;
    return {
      tool: "delegate",
      actions: [{ category: "delegate", resource: [TEMPORARY] }],
      advice: word === "allow" ? [] : [{ kind: "target", who: TEMPORARY, atMost: word, why: "config.temporary_roles" }],
      summary: `delegate to a temporary role ${quote(task)}`,
    };
  }
  const name = findRole(role, tree);
  return {
    ...requestDelegation(tree.catalog.targetOf(name)),
    tool: "delegate",
    summary: `delegate to ${name} ${quote(task)}`,
  };
}

/** The roles that an agent may delegate to, in words for its model. */
export function listTargets({ authority }: Agent, { catalog }: Tree): string {
  const chain = rolesOf(authority);
  if (chain === undefined) return writeTargets(authority, catalog);
  const known = written.get(catalog) ?? new Map<string, string>();
  written.set(catalog, known);
  const text = known.get(chain) ?? writeTargets(authority, catalog);
  if (known.size < MOST_KNOWN) known.set(chain, text);
  return text;
}

/** What was written for a catalog: agents that were started through the same roles may delegate to the same ones. */
const written = new WeakMap<Catalog, Map<string, string>>();
const MOST_KNOWN = 1_000;

/** The roles from the root down, which together with the catalog say everything; not where one was made up. */
function rolesOf(authority: Authority): string | undefined {
  const names: string[] = [];
  for (let at = authority; at.kind === "role"; at = at.from) {
    if (at.says.temporary) return undefined;
    names.push(at.role);
  }
  return JSON.stringify(names);
}

function writeTargets(authority: Authority, catalog: Catalog): string {
  const lines = catalog.roles.names().flatMap((name) => {
    const view = catalog.role(name);
    if (view === undefined || view.faults.length > 0) return [];
    if (canDelegate(authority, catalog.targetOf(name)).decision === "deny") return [];
    const about = view.role.description;
    return [about === "" ? `- ${name}` : `- ${name}: ${about}`];
  });
  return `Roles:\n${lines.join("\n")}`;
}
