/**
 * The workload in our own terms.
 *
 * @module
 */
import {
  type Authority,
  carve,
  delegate,
  type PartialCarve,
  type Request,
  resourceOf,
  root,
  total,
} from "@polyglav/permissions";
import type { Link, Query, Rule, Word } from "./workload.ts";

/** A chain of delegations: every role writes one link of the workload, and nothing is met beforehand. */
export function authorityOf(chain: readonly Link[]): Authority {
  const [first = [], ...rest] = chain;
  let authority: Authority = root({ id: "run-0", use: total(carveOf(first), "deny") });
  for (const [index, link] of rest.entries())
    authority = delegate(authority, { id: `run-${index + 1}`, role: `role-${index + 1}`, use: carveOf(link) });
  return authority;
}

/** What a tool makes of its input: segments instead of one text. */
export function requestOf({ category, text }: Query): Request {
  return { actions: [{ category, resource: resourceOf(category, text) ?? [] }] };
}

function carveOf(link: Link): PartialCarve {
  const written = new Map<string, { readonly default: Word; readonly rules: Record<string, Word> }>();
  for (const rule of link) {
    const entry = written.get(rule.category) ?? { default: "deny", rules: {} };
    written.set(rule.category, entry);
    entry.rules[patternOf(rule)] = rule.word;
  }
  return carve(Object.fromEntries(written));
}

/** Names that are never split, such as those of roles, have their star inside the one segment. */
function patternOf({ category, kind, text }: Rule): string {
  if (kind === "exact") return text;
  return category === "delegate" || category === "team" ? `${text}*` : `${text}**`;
}
