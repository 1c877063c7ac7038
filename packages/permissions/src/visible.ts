import type { Authority } from "./authority.ts";
import { categoriesOf, pairOf, use } from "./chain.ts";
import { decide } from "./decide.ts";
import { type Grant, heldBy } from "./grant.ts";
import { readPattern } from "./pattern/read.ts";
import { type Action, actionKey } from "./request.ts";
import { rulesRead, tellApart } from "./tell-apart.ts";

/** What is known of a tool before anybody calls it. */
export interface VisibleTool {
  readonly category: string;
  /** What every call of it is about, such as `[server, tool]`; absent where that depends on the input. */
  readonly resource?: readonly string[] | undefined;
}

/**
 * Picks the tools that are worth showing to an agent: those some call of which is not denied. The order stays.
 *
 * It agrees with `decide`: each request for a tool that is left out is denied, and for each that stays there is one that
 * is not, be it by the words, the rules or a grant (`laws/visible.laws.test.ts`). A grant for one request shows every
 * tool that it could be a call of. Rules that would take too long to compare hide nothing; the gate decides anyway.
 *
 * What the words and rules of a chain come to is worked out once, so it can be called at every step.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total, visible } from "@polyglav/permissions";
 *
 * const says = carve({ edit: { default: "deny", rules: { "docs/**": "ask" } }, mcp: { rules: { "mail/**": "deny" } } });
 * const me = root({ id: "me", use: total(says, "deny") });
 * const tools = [
 *   { name: "edit", category: "edit" },
 *   { name: "bash", category: "bash" },
 *   { name: "send", category: "mcp", resource: ["mail", "send"] },
 * ];
 * assert.deepEqual(visible(me, tools).map(({ name }) => name), ["edit"]);
 * ```
 */
export function visible<T extends VisibleTool>(
  a: Authority,
  tools: readonly T[],
  grants: readonly Grant[] = [],
): readonly T[] {
  const held = grants.length === 0 ? grants : heldBy(a, grants);
  const byCategory = new Map<string, boolean>();
  return tools.filter(({ category, resource }) => {
    if (resource !== undefined)
      return isPermitted(a, { category, resource }, held) || isLent(a, { category, resource }, held);
    const shown = byCategory.get(category) ?? isOpen(a, category, held);
    byCategory.set(category, shown);
    return shown;
  });
}

/** Tells whether some call of a category is not denied. */
function isOpen(a: Authority, category: string, held: readonly Grant[]): boolean {
  const standing = held.filter(({ covers }) => covers.kind !== "request" && covers.category === category);
  return (
    isOpenInWords(a, category) ||
    isLent(a, { category }, held) ||
    (standing.length > 0 && isOpenWith(a, category, standing))
  );
}

/** What was worked out about chains, which never change; it goes when they go. */
const known = new WeakMap<Authority, Map<string, boolean>>();

function isOpenInWords(a: Authority, category: string): boolean {
  const ofChain = known.get(a) ?? new Map<string, boolean>();
  const open = ofChain.get(category) ?? isOpenWith(a, category, []);
  known.set(a, ofChain.set(category, open));
  return open;
}

/** Tries one resource for each way in which rules and grants for patterns can match. */
function isOpenWith(a: Authority, category: string, standing: readonly Grant[]): boolean {
  const kind = categoriesOf(a).get(category);
  if (kind === undefined) return false;
  const rules = rulesRead((picked) => pairOf(a, category, picked));
  const patterns = standing.flatMap(({ covers }) => {
    const read = covers.kind === "pattern" ? readPattern(kind, covers.pattern, {}) : undefined;
    return read?.ok === true ? read.value : [];
  });
  const open: (readonly string[])[] = [];
  const isComplete = tellApart(
    rules,
    patterns,
    kind,
    (resource) => {
      const isOpenHere =
        standing.length === 0
          ? use(a, category, resource) !== "deny"
          : isPermitted(a, { category, resource }, standing);
      if (!isOpenHere) return undefined;
      open.push(resource);
      return "stop";
    },
    MOST_WORK,
  );
  return open.length > 0 || !isComplete;
}

/** Nobody waits for a list of tools: a quarter of a second, for rules that were written to take long. */
const MOST_WORK = 250_000;

const isPermitted = (a: Authority, action: Action, held: readonly Grant[]): boolean =>
  decide(a, { actions: [action] }, held).decision !== "deny";

/** Tells whether there is a request that somebody said yes to and that does what the tool does. */
function isLent(a: Authority, { category, resource }: VisibleTool, held: readonly Grant[]): boolean {
  const isAbout = (action: Action): boolean =>
    action.category === category && (resource === undefined || actionKey(action) === actionKey({ category, resource }));
  return held.some(
    ({ covers }) =>
      covers.kind === "request" &&
      covers.actions.some(isAbout) &&
      decide(a, { tool: covers.tool, actions: covers.actions }, held).decision !== "deny",
  );
}
