/**
 * Makes the chain of a case.
 *
 * @module
 */
import {
  type Authority,
  carve,
  delegate,
  narrow,
  overlay,
  type PartialCarve,
  type ParseOptions,
  root,
  total,
  withCategories,
} from "@polyglav/permissions";
import type { Carve, Case, RoleLink, RootLink } from "./case.ts";

/** What the patterns of a case are read against. */
export const optionsOf = ({ chain, places }: Case): ParseOptions => ({
  ...places,
  categories: withCategories(chain?.[0].categories ?? {}),
});

/** The links of a case by their ids. */
export function makeChain(each: Case): ReadonlyMap<string, Authority> {
  const [first, ...links] = each.chain ?? [{}];
  const options = optionsOf(each);
  const chain = [rootOf(first, options)];
  for (const link of links) chain.push(delegated(chain.at(-1), link, options));
  return new Map(chain.map((link) => [link.id, link]));
}

/** Delegates to a link of a case. */
export function delegated(from: Authority | undefined, link: RoleLink, options: ParseOptions): Authority {
  if (from === undefined) throw new Error("a chain begins with its root");
  const { role, id = role, temporary, untrusted } = link;
  return delegate(from, {
    id,
    role,
    use: read(link.tool_permission, options),
    pass: read(link.grant_permission, options),
    bound: { use: read(untrusted?.tool_permission, options), pass: read(untrusted?.grant_permission, options) },
    temporary,
  });
}

function rootOf(
  { tool_permission = {}, floor = "ask", grant_permission, caps, untrusted }: RootLink,
  options: ParseOptions,
): Authority {
  return root({
    id: "root",
    use: total(read(tool_permission, options), floor),
    pass: read(grant_permission, options),
    cap: caps && narrow(...caps.map((cap) => total(carve(cap, options), "allow"))),
    bound: { use: read(untrusted?.tool_permission, options), pass: read(untrusted?.grant_permission, options) },
    categories: options.categories,
  });
}

/** Reads a carve, or lays the layers of one owner over each other. */
export function read(written: Carve | readonly Carve[], options: ParseOptions): PartialCarve;
export function read(written: Carve | readonly Carve[] | undefined, options: ParseOptions): PartialCarve | undefined;
export function read(written: Carve | readonly Carve[] | undefined, options: ParseOptions): PartialCarve | undefined {
  if (written === undefined) return undefined;
  const layers: readonly Carve[] = Array.isArray(written) ? written : [written];
  return overlay(...layers.map((layer) => carve(layer, options)));
}
