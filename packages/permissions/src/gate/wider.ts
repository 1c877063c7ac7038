import type { Categories, ResourceKind } from "../category.ts";
import { matches } from "../pattern/pattern.ts";
import { readPattern } from "../pattern/read.ts";
import { isUnknown } from "../pattern/segment.ts";
import { writePattern } from "../pattern/write.ts";
import { type Action, actionKey, type Request } from "../request.ts";
import { commandPrefix } from "./command-prefix.ts";

/** A pattern that covers a call and more, and what it covers in words. */
export interface Wider {
  readonly pattern: string;
  readonly text: string;
}

/**
 * Offers patterns for a standing yes to more than exactly this call: the commands that begin alike, the files of the
 * folder, the pages of the host. A request that does several things at once gets none, and neither does a command
 * whose later words could start another one: a pattern that says less than it lets through is worse than none.
 */
export function widerThan(request: Request, categories: Categories): readonly Wider[] {
  const action = onlyAction(request);
  if (action === undefined) return [];
  const kind = categories.get(action.category);
  const offered = kind && offer(action, kind);
  return offered !== undefined && matchesAction(kind, offered.pattern, action) ? [Object.freeze(offered)] : [];
}

/** Tells whether a pattern covers all that a request does. None does where it does several things at once. */
export function coveredBy(request: Request, pattern: string, categories: Categories): boolean {
  const action = onlyAction(request);
  return action !== undefined && matchesAction(categories.get(action.category), pattern, action);
}

function matchesAction(kind: ResourceKind | undefined, pattern: string, action: Action): boolean {
  const read = kind && readPattern(kind, pattern, {});
  return read?.ok === true && read.value.some((means) => matches(means, action.resource));
}

function onlyAction({ actions }: Request): Action | undefined {
  return new Set(actions.map(actionKey)).size === 1 ? actions[0] : undefined;
}

function offer({ category, resource }: Action, kind: ResourceKind): Wider | undefined {
  switch (kind) {
    case "command": {
      const prefix = commandPrefix(resource);
      const shown = prefix && writePattern(kind, prefix);
      return shown === undefined
        ? undefined
        : { pattern: `${shown} **`, text: `any command that begins with "${shown}"` };
    }
    case "path": {
      const folder = resource.slice(0, -1);
      const shown = writePattern(kind, folder);
      // The whole worktree and everything outside it are too much for one click.
      const isInside = folder.length > 0 && folder[0] !== "/" && !folder.some(isUnknown);
      return isInside ? { pattern: `${shown}/**`, text: `${category} anything in "${shown}"` } : undefined;
    }
    case "url": {
      const [host] = /^[^/]*:\/\/[^/]+/.exec(writePattern(kind, resource)) ?? [];
      return host === undefined || resource.some(isUnknown)
        ? undefined
        : { pattern: `${host}/**`, text: `anything at "${host}"` };
    }
    case "names":
    case "name":
      return undefined;
  }
}
