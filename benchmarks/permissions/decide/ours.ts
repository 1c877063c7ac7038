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
  root,
  total,
  urlResource,
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
export function requestOf(query: Query): Request {
  return { actions: [{ category: query.category, resource: segmentsOf(query) }] };
}

function segmentsOf({ category, text }: Query): readonly string[] {
  switch (category) {
    case "bash":
      return text.split(" ");
    case "web":
      return urlResource(text);
    case "delegate":
    case "team":
      return [text];
    case "edit":
    case "read":
    case "list":
    case "mcp":
      return text.split("/");
  }
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
