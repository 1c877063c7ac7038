import type { Bound } from "../authority.ts";
import { mustBePartial } from "../carve.ts";
import { narrowedData } from "./link-data.ts";
import { hexOf, macOf } from "./mac.ts";
import { encodePart } from "./part.ts";
import { refuse, type Unsealed } from "./problem.ts";
import { isPlainName } from "./read-link.ts";
import { MARK, MOST_LINKS, MOST_NARROWED, takeAuthorityApart } from "./seal.ts";
import { FORMATS } from "./sealed-text.ts";

/** What a holder leaves of an authority before handing it on. */
export interface Narrowing extends Bound {
  /** For people: up to 64 letters, digits, `.`, `_` and `-`. The holder gets an id and a role of its own, `name~…`. */
  readonly name: string;
}

/** A sealed text. */
export interface SealedText {
  readonly ok: true;
  readonly text: string;
}

/**
 * Hands a sealed authority on with less in it, without the secret. `use` bounds what the new holder may use, `pass`
 * what it may hand down; what they do not set is not bounded further. It may be done any number of times.
 *
 * A narrowed link can never be taken away again, and nothing in it can widen: the new holder gets what the old one may
 * use, under the bound, and hands down no more than that. It is no delegation to a role: what a role says for itself counts
 * only with the secret, because whoever can make up roles could get all that the caller may hand down. It
 * does not get the old holder's grants.
 *
 * Whether the text is authentic only {@link unseal} can tell; one that has not the shape is refused here, too. Throws a
 * `RangeError` for a name of another kind, a `TypeError` for what is no carve.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total, use } from "@polyglav/permissions";
 * import { narrowSealed, seal, unseal } from "@polyglav/permissions/sealed";
 *
 * const secret = crypto.getRandomValues(new Uint8Array(32));
 * const me = root({ id: "root", use: total(carve({ "*": "allow", web: "deny" }), "ask") });
 * const mine = await seal(me, secret);
 *
 * const less = await narrowSealed(mine, { name: "reader", use: carve({ edit: "deny", web: "allow" }) });
 * assert.ok(less.ok);
 * const reader = await unseal(less.text, secret);
 * assert.ok(reader.ok);
 * assert.deepEqual([use(reader.authority, "edit"), use(reader.authority, "web")], ["deny", "deny"]);
 * ```
 */
export async function narrowSealed(text: string, to: Narrowing): Promise<SealedText | Unsealed> {
  const { name, use, pass } = to;
  if (!isPlainName(name)) throw new RangeError(`Cannot ${VERB}: ${JSON.stringify(name)} is no plain name`);
  for (const says of [use, pass]) if (says !== undefined) mustBePartial(says, VERB);
  const part = encodePart(narrowedData(name, { use, pass }));

  const pieces = takeAuthorityApart(text, VERB);
  if (!pieces.ok) return pieces;
  const { vouched, narrowed, mac } = pieces;
  const added = [...narrowed, part];
  if (vouched.length + added.length > MOST_LINKS || added.join(".").length > MOST_NARROWED)
    return refuse("sealed/too-large", VERB, `holders add up to ${MOST_NARROWED} characters, in ${MOST_LINKS} links`);
  const body = [FORMATS.authority, ...vouched, MARK, ...added].join(".");
  return { ok: true, text: `${body}.${hexOf(await macOf(mac, part))}` };
}

const VERB = "narrow a sealed authority";
