import { type Position } from "./problem.ts";

/**
 * What one layer says about an entry. A value says "this"; `null` says "nothing here, nor from below"; a field that
 * is missing or `undefined` says nothing. `[]`, `{}`, `""`, `0` and `false` are values.
 */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** A layer as a reader hands it over. `null` instead of a patch hides the entry of the layers below. */
export interface LayerData<T> {
  readonly entries: ReadonlyMap<string, Patch<T> | null>;
  /**
   * Says where an entry, a field of it, a key of a field with rule `merge`, or what is within that, was written. Called when somebody asks
   * `explain` or when there is a problem to report. Must not throw; `undefined` means that the place is not known.
   */
  readonly where?: (name: string, field?: string, key?: string, ...within: readonly string[]) => Position | undefined;
}

/** A layer as a programmer writes it: patches by entry name. */
export type LayerLiteral<T> = Readonly<Record<string, Patch<T> | null | undefined>>;

/**
 * How a field of a higher layer meets the same field below: `replace` (the default) takes the higher value whole;
 * `merge` joins maps key by key, where `null` deletes a key; `append` puts the higher list after the lower one.
 */
export type Rule = (typeof RULES)[number];

export const RULES = ["replace", "merge", "append"] as const;
