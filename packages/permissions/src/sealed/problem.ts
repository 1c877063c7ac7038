/** Why a sealed text cannot be used. Nothing of it was believed. */
export interface SealedProblem {
  readonly code: SealedProblemCode;
  readonly message: string;
  readonly hint: string;
}

/** The stable identities of {@link SealedProblem}. */
export type SealedProblemCode =
  | "sealed/bad-link"
  | "sealed/no-crypto"
  | "sealed/not-authentic"
  | "sealed/not-sealed"
  | "sealed/too-large"
  | "sealed/unknown-version"
  | "sealed/unusable-secret";

/** A refusal, as every function of this entry gives it. */
export interface Unsealed {
  readonly ok: false;
  readonly problem: SealedProblem;
}

/** Refuses a text: `verb` is what was tried, `why` what state it was found in. */
export function refuse(code: SealedProblemCode, verb: string, why: string): Unsealed {
  return { ok: false, problem: { code, message: `Cannot ${verb}: ${why}`, hint: HINTS[code] } };
}

const HINTS: Readonly<Record<SealedProblemCode, string>> = {
  "sealed/no-crypto": "use a runtime with crypto.subtle; browsers have it on pages that came by https",
  "sealed/bad-link":
    "whoever sealed or narrowed it writes links that this version does not read; use one version on both sides",
  "sealed/not-authentic":
    "it was changed on the way, or sealed with another secret; seal it again with the secret that is shared",
  "sealed/not-sealed": "hand over the whole text that seal() or sign() gave, without line breaks or spaces",
  "sealed/too-large": "seal fewer links, or narrow with fewer rules",
  "sealed/unknown-version": "use one version of @polyglav/permissions on both sides",
  "sealed/unusable-secret": "make one with crypto.getRandomValues(new Uint8Array(32)) and share it",
};
