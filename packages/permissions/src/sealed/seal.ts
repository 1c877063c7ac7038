import type { Authority } from "../authority.ts";
import { linksOf } from "./link-data.ts";
import { hexOf, isMacOf, isSecret, MAC_CHARACTERS, macOf, SECRET_BYTES } from "./mac.ts";
import { decodePart, encodePart } from "./part.ts";
import { refuse, type Unsealed } from "./problem.ts";
import { readChain, readNarrowed } from "./read-link.ts";
import { FORMATS, MOST_CHARACTERS, refuseSecret, takeApart } from "./sealed-text.ts";

/** The most links of a sealed chain, narrowed ones included. */
export const MOST_LINKS = 256;

/** The most characters that holders may add: rules are compared with each other, and these are from anybody. */
export const MOST_NARROWED = 16 * 1024;

/** The mark between the links that the secret vouches for and those that a holder added. */
export const MARK = "~";

/**
 * Seals a chain for another process: all its inputs and a MAC (HMAC-SHA-256) over them. Equal chains under one secret
 * give the same text. It is letters, digits, `.`, `-`, `_` and `~`, so it fits into a header, a variable or a file as
 * it is, and holds where words were written, so that explanations stay what they were.
 *
 * Whoever has the text can act as its holder: keep it like a key. It is what was true when it was sealed: it does not
 * see what is tightened afterwards, and it has no end of its own (let {@link unseal} be followed by a `delegate` with
 * the `bound` of now, or change the secret).
 *
 * `secret` is at least 32 random bytes that both processes share; a shorter one is a `RangeError`, and so is a chain of
 * more than 256 links or 16 MiB of text. What is no authority is a `TypeError`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, root, total, use } from "@polyglav/permissions";
 * import { seal, unseal } from "@polyglav/permissions/sealed";
 *
 * const secret = crypto.getRandomValues(new Uint8Array(32)); // both processes have it
 * const me = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });
 * const coder = delegate(me, { id: "r1", role: "programmer", use: carve({ bash: "ask" }) });
 *
 * const text = await seal(coder, secret);
 * const there = await unseal(text, secret);
 * assert.ok(there.ok);
 * assert.equal(use(there.authority, "bash"), "ask");
 * ```
 */
export async function seal(authority: Authority, secret: Uint8Array): Promise<string> {
  if (!isSecret(secret))
    throw new RangeError(`Cannot seal an authority: the secret is not at least ${SECRET_BYTES} bytes`);
  const parts = linksOf(authority).map(encodePart);
  // What would not be read back must not be sent: the other side could only refuse it.
  if (readChain(parts.map(decodePart)) === undefined)
    throw new TypeError("Cannot seal an authority: it was not made by root and delegate");
  const body = [FORMATS.authority, ...parts, MARK].join(".");
  if (parts.length > MOST_LINKS || body.length > MOST_CHARACTERS - MOST_NARROWED - 1 - MAC_CHARACTERS)
    throw new RangeError(`Cannot seal an authority: it has ${parts.length} links and ${body.length} characters`);
  return `${body}.${hexOf(await macOf(secret, body))}`;
}

/** An authority that came from another process. */
export interface UnsealedAuthority {
  readonly ok: true;
  readonly authority: Authority;
}

/**
 * Opens a text that {@link seal} gave, or `narrowSealed` after it. It is verified once; what comes out are plain objects
 * that decide and explain like those that were sealed (`laws/sealed.laws.test.ts`).
 *
 * It never throws. Whatever is not exactly as it was sealed, a changed character, a missing, added or moved link, another
 * secret or version, is refused with a {@link SealedProblem} and nothing of it is used.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unseal } from "@polyglav/permissions/sealed";
 *
 * const refused = await unseal("polyglav-authority-2.e30.~.00", new Uint8Array(32));
 * assert.ok(!refused.ok);
 * assert.equal(refused.problem.code, "sealed/unknown-version");
 * ```
 */
export async function unseal(text: string, secret: Uint8Array): Promise<UnsealedAuthority | Unsealed> {
  const pieces = takeAuthorityApart(text, VERB);
  if (!pieces.ok) return pieces;
  const unusable = refuseSecret(secret, VERB);
  if (unusable !== undefined) return unusable;
  try {
    return await open(pieces, secret);
  } catch {
    return refuse("sealed/no-crypto", VERB, "there is no HMAC-SHA-256 here"); // nothing else in there throws
  }
}

async function open(pieces: AuthorityPieces, secret: Uint8Array): Promise<UnsealedAuthority | Unsealed> {
  const macs = await macsOf(pieces, secret);
  if (macs === undefined) return refuse("sealed/not-authentic", VERB, "its seal is not of this text and this secret");
  let authority = readChain(pieces.vouched.map(decodePart));
  for (const [i, part] of pieces.narrowed.entries()) {
    const mac = macs[i];
    authority = authority && mac && readNarrowed(authority, decodePart(part), await markOf(mac));
  }
  return authority === undefined
    ? refuse("sealed/bad-link", VERB, "it is authentic, and holds a link that cannot be read")
    : { ok: true, authority };
}

/** A sealed authority, taken apart. */
interface AuthorityPieces {
  readonly ok: true;
  readonly vouched: readonly string[];
  readonly narrowed: readonly string[];
  readonly mac: Uint8Array;
}

/** Takes a sealed authority apart, without believing any of it. */
export function takeAuthorityApart(text: unknown, verb: string): AuthorityPieces | Unsealed {
  const pieces = takeApart(text, "authority", verb, MOST_LINKS + 1);
  if (!pieces.ok) return pieces;
  const { parts, mac } = pieces;
  const mark = parts.indexOf(MARK);
  const [vouched, narrowed] = [parts.slice(0, Math.max(mark, 0)), parts.slice(mark + 1)];
  if (vouched.length === 0 || narrowed.includes(MARK))
    return refuse("sealed/not-sealed", verb, "it is cut, or holds what no sealed text does");
  if (narrowed.join(".").length > MOST_NARROWED)
    return refuse("sealed/too-large", verb, `more than ${MOST_NARROWED} characters were added by holders`);
  return { ok: true, vouched, narrowed, mac };
}

const VERB = "unseal an authority";

/** The MAC of each narrowed link, if the last one of the text is right. Each is the key of the next. */
async function macsOf(
  { vouched, narrowed, mac }: AuthorityPieces,
  secret: Uint8Array,
): Promise<readonly Uint8Array[] | undefined> {
  const macs: Uint8Array[] = [];
  let [key, text] = [secret, [FORMATS.authority, ...vouched, MARK].join(".")];
  for (const part of narrowed) {
    key = await macOf(key, text);
    macs.push(key);
    text = part;
  }
  return (await isMacOf(key, text, mac)) ? [...macs.slice(1), mac] : undefined;
}

/** What tells a narrowed link from all others. It cannot be chosen, and does not give away the MAC, which is a key. */
const markOf = async (mac: Uint8Array): Promise<string> => hexOf(await macOf(mac, "mark")).slice(0, 16);
