/**
 * Why a call was not carried out, for the guard that ends a run which tries the same in vain: permissions denied it, a
 * limit forbids it, or a name in it does not exist. A call that was made and failed is none: the model has learnt
 * something.
 */
export interface Hindrance {
  readonly of: "denial" | "limit" | "name";
  /** What was hindered; equal keys are the same hindrance. */
  readonly key: string;
  /** How many steps in a row it has hindered already, below: a child that ended with it has tried for its caller. */
  readonly steps?: number;
}

/** A call that cannot be made whatever the permissions say. Its text goes to the model. */
export class ImpossibleCall extends Error {
  override readonly name = "ImpossibleCall";
  readonly hindrance: Hindrance;
  readonly hint: string | undefined;

  /** @param steps how many steps in a row it was tried for the caller already */
  constructor(
    of: "limit" | "name",
    error: { readonly code: string; readonly message: string; readonly hint?: string | undefined },
    steps?: number,
  ) {
    super(error.message);
    this.hindrance = { of, key: error.code, ...(steps !== undefined && { steps }) };
    this.hint = error.hint;
  }
}

/** A call that was denied while it was carried out, such as an ask that got a no. Its text goes to the model. */
export class DeniedCall extends Error {
  override readonly name = "DeniedCall";
  readonly hindrance: Hindrance;

  constructor(message: string, key: string) {
    super(message);
    this.hindrance = { of: "denial", key };
  }
}
