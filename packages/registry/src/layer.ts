import { type Position } from "./problem.ts";

/**
 * What one layer says about an entry. A value says "this"; `null` says "nothing here, nor from below"; a field that
 * is missing or `undefined` says nothing. `[]`, `{}`, `""`, `0` and `false` are values.
 */
export type Patch<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/**
 * Says where an entry, a field of it, a key of a field with rule `merge`, or what is within that, was written. Called
 * when somebody asks `explain` or when there is a problem to report. Must not throw; `undefined` means that the place
 * is not known.
 */
export type Places = (name: string, field?: string, key?: string, ...within: readonly string[]) => Position | undefined;

/** A layer as a reader hands it over. `null` instead of a patch hides the entry of the layers below. */
export interface LayerData<T> {
  readonly entries: ReadonlyMap<string, Patch<T> | null>;
  readonly where?: Places;
  /**
   * `true` gives the patches away: nobody else holds them, and they are plain data as `JSON.parse` makes it. They are
   * then frozen, when they are read, instead of copied at once.
   */
  readonly owned?: boolean;
}

/** What one of several sources says in the same layer, such as one of several plugins. */
export interface LayerPart<T> extends LayerData<T> {
  /** A name for people, such as that of the plugin. */
  readonly source: string;
}

/** A layer as a programmer writes it: patches by entry name. */
export type LayerLiteral<T> = Readonly<Record<string, Patch<T> | null | undefined>>;

/** All that a layer says. Of several parts the later replaces whole entries of the earlier: they are not merged. */
export type LayerContent<T> = LayerData<T> | readonly LayerPart<T>[] | LayerLiteral<T>;
