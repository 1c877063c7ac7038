import { type Authority, type Bound, delegate, type RoleAuthority, root, type RootAuthority } from "../authority.ts";
import type { Carve } from "../carve.ts";
import { type Categories, type ResourceKind, withCategories } from "../category.ts";
import { fieldsOf, listIn, maybe, readCarve, readParts, textIn, trueIn, Unreadable } from "./read-data.ts";

/**
 * Makes a chain of the links that were sealed, as `link-data.ts` writes them. `undefined` when one of them is anything
 * else: then nobody knows what it was meant to say.
 */
export function readChain([first, ...others]: readonly unknown[]): Authority | undefined {
  return readOrNone(() => others.reduce<Authority>(readRole, readRoot(first)));
}

/**
 * Adds what a holder narrowed, under an identity that is worked out of its seal: a name that a holder could choose
 * might be one that somebody else holds grants by.
 */
export function readNarrowed(from: Authority, given: unknown, mark: string): Authority | undefined {
  return readOrNone(() => {
    const field = fieldsOf(given, ["kind", "name", "use", "pass"]);
    const name = textIn(field("name"));
    if (field("kind") !== "narrowed" || !isPlainName(name)) throw new Unreadable();
    const bound = { use: maybe(field("use"), bare), pass: maybe(field("pass"), bare) };
    const id = `${name}~${mark}`;
    return delegate(from, { id, role: id, bound });
  });
}

/** Tells whether a name can be shown without being taken for anything else. */
export const isPlainName = (name: string): boolean => /^[\p{L}\p{N}_.-]{1,64}$/u.test(name);

function readRoot(given: unknown): RootAuthority {
  const field = fieldsOf(given, ["kind", "id", "use", "pass", "cap", "bound", "categories"]);
  if (field("kind") !== "root") throw new Unreadable();
  return root({
    id: textIn(field("id")),
    use: readTotal(field("use")),
    pass: maybe(field("pass"), sourced),
    cap: maybe(field("cap"), readTotal),
    bound: maybe(field("bound"), readBound),
    categories: maybe(field("categories"), readCategories),
  });
}

function readRole(from: Authority, given: unknown): RoleAuthority {
  const field = fieldsOf(given, ["kind", "id", "role", "use", "pass", "bound", "temporary"]);
  if (field("kind") !== "role") throw new Unreadable();
  return delegate(from, {
    id: textIn(field("id")),
    role: textIn(field("role")),
    use: maybe(field("use"), sourced),
    pass: maybe(field("pass"), sourced),
    bound: maybe(field("bound"), readBound),
    temporary: maybe(field("temporary"), trueIn),
  });
}

const readTotal = (given: unknown): Carve => Object.freeze({ kind: "total", parts: Object.freeze(readParts(given)) });

function readBound(given: unknown): Bound {
  const field = fieldsOf(given, ["use", "pass"]);
  return { use: maybe(field("use"), sourced), pass: maybe(field("pass"), sourced) };
}

function readCategories(given: unknown): Categories {
  const added = listIn(given).map((pair): readonly [string, ResourceKind] => {
    const [name, kind, ...rest] = listIn(pair);
    const known = KINDS.find((each) => each === kind);
    if (known === undefined || rest.length > 0) throw new Unreadable();
    return [textIn(name), known];
  });
  if (new Set(added.map(([name]) => name)).size !== added.length) throw new Unreadable();
  return withCategories(Object.fromEntries(added));
}

const sourced = (given: unknown) => readCarve(given, true);
const bare = (given: unknown) => readCarve(given, false);

const KINDS: readonly ResourceKind[] = ["path", "command", "url", "names", "name"];

/** Nothing here throws for any other reason than that it was handed what is no link. */
function readOrNone(read: () => Authority): Authority | undefined {
  try {
    return read();
  } catch {
    return undefined; // Unreadable, a category that is taken, or an id that is in the chain already
  }
}
