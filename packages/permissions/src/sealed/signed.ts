import { hexOf, isMacOf, isSecret, MAC_CHARACTERS, macOf, SECRET_BYTES } from "./mac.ts";
import { decodePart, encodePart } from "./part.ts";
import { refuse, type Unsealed } from "./problem.ts";
import { FORMATS, MOST_CHARACTERS, refuseSecret, takeApart } from "./sealed-text.ts";

/** What a secret is good for, and for what. */
export interface SigningOptions {
  readonly secret: Uint8Array;
  /** Such as `"ask"`: a text that was signed for one purpose is none for another. */
  readonly purpose: string;
}

/** A value that came from another process. */
export interface Verified {
  readonly ok: true;
  /** As `JSON.parse` gives it. That it is authentic says nothing about its shape: read it like anything from outside. */
  readonly value: unknown;
}

/**
 * Signs a value for another process, such as an ask, an answer or a grant, or a sealed authority with an end. What
 * is signed is its JSON: a field that is `undefined` is not there. The text is of the characters of {@link seal}.
 *
 * Throws a `TypeError` for what JSON cannot hold, a `RangeError` for a secret of less than 32 bytes or more than 16 MiB
 * of text. It does not hide the value, and whoever has the text can show it again: what must count once needs an id of its own,
 * as asks have.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sign, verify } from "@polyglav/permissions/sealed";
 *
 * const secret = crypto.getRandomValues(new Uint8Array(32));
 * const text = await sign({ id: "ask-1", holder: "r1" }, { secret, purpose: "ask" });
 * assert.deepEqual(await verify(text, { secret, purpose: "ask" }), { ok: true, value: { id: "ask-1", holder: "r1" } });
 * assert.equal((await verify(text, { secret, purpose: "answer" })).ok, false);
 * ```
 */
export async function sign(value: unknown, { secret, purpose }: SigningOptions): Promise<string> {
  if (!isSecret(secret)) throw new RangeError(`Cannot ${SIGN}: the secret is not at least ${SECRET_BYTES} bytes`);
  const body = [FORMATS.signed, encodePart(purpose), encodePart(value)].join(".");
  if (body.length > MOST_CHARACTERS - MAC_CHARACTERS)
    throw new RangeError(`Cannot ${SIGN}: it comes to ${body.length} characters`);
  return `${body}.${hexOf(await macOf(secret, body))}`;
}

/**
 * Opens a text that {@link sign} gave. It never throws: a changed character, another secret, purpose or version is
 * refused with a {@link SealedProblem}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sign, verify } from "@polyglav/permissions/sealed";
 *
 * const [ours, theirs] = [1, 2].map(() => crypto.getRandomValues(new Uint8Array(32)));
 * assert.ok(ours && theirs);
 * const text = await sign("yes", { secret: ours, purpose: "answer" });
 * const refused = await verify(text, { secret: theirs, purpose: "answer" });
 * assert.equal(refused.ok ? "" : refused.problem.code, "sealed/not-authentic");
 * ```
 */
export async function verify(text: string, { secret, purpose }: SigningOptions): Promise<Verified | Unsealed> {
  const pieces = takeApart(text, "signed", VERIFY, 2);
  if (!pieces.ok) return pieces;
  const unusable = refuseSecret(secret, VERIFY);
  if (unusable !== undefined) return unusable;
  const [signedFor = "", part = ""] = pieces.parts;
  const body = [FORMATS.signed, signedFor, part].join(".");
  try {
    if (!(await isMacOf(secret, body, pieces.mac)))
      return refuse("sealed/not-authentic", VERIFY, "its signature is not of this text and this secret");
  } catch {
    return refuse("sealed/no-crypto", VERIFY, "there is no HMAC-SHA-256 here");
  }
  if (decodePart(signedFor) !== purpose)
    return refuse("sealed/not-authentic", VERIFY, "it was signed for another purpose");
  const value = decodePart(part);
  return value === undefined ? refuse("sealed/bad-link", VERIFY, "what was signed is no JSON") : { ok: true, value };
}

const SIGN = "sign a value";
const VERIFY = "verify a value";
