import { type Where } from "./problem.ts";
import { type Merged } from "./reader.ts";

/** A value that a higher layer hides, and where it was said. `null` is a tombstone that was itself overridden. */
export interface Shadowed extends Where {
  readonly value: unknown;
}

/** Where one key of a field with rule `merge` comes from. */
export interface KeyExplanation {
  /** `undefined` when the key was deleted. */
  readonly value: unknown;
  /** The layer that said it last. */
  readonly from: Where;
  /** What lower layers said about the key, lowest first. */
  readonly shadowed: readonly Shadowed[];
}

/** Where one field comes from. */
export interface FieldExplanation {
  /** `undefined` when a tombstone took it away. */
  readonly value: unknown;
  /** The layer that said it; with rule `merge` or `append` all that contributed, lowest first; or the tombstone. */
  readonly from: readonly Where[];
  /** What does not count because of `from`, lowest first. */
  readonly shadowed: readonly Shadowed[];
  /** Only with rule `merge`. Own keys only: an object without a prototype. */
  readonly keys?: Readonly<Record<string, KeyExplanation>>;
}

/** Where everything about one entry comes from. */
export interface Explanation<T> {
  readonly name: string;
  /** The very object that `get` returns. */
  readonly value: Merged<T> | undefined;
  /** As `origin` says it; `undefined` when the entry is hidden. */
  readonly origin: string | undefined;
  /** The layers that define the entry, lowest first; those below a tombstone do not. */
  readonly layers: readonly string[];
  /** The tombstone that hides the entry. */
  readonly hiddenBy?: Where;
  /** Every entry tombstone, lowest first: nothing from below one of them counts. Absent where there is none. */
  readonly cuts?: readonly Where[];
  /** Every field that any layer names, also those without a value. An object without a prototype. */
  readonly fields: { readonly [K in keyof T]?: FieldExplanation };
}
