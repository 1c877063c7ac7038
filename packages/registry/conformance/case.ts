/**
 * What stands in the files of `cases/`, as `case.schema.json` says it.
 *
 * @module
 */
import type { Patch, Rule } from "@polyglav/registry";

export type Fields = Record<string, unknown>;
export type Entries = Readonly<Record<string, Patch<Fields> | null>>;

export interface CaseFile {
  readonly about: string;
  readonly cases: readonly Case[];
}

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly rules?: Readonly<Record<string, Extract<Rule, string>>>;
  /** Of each field what a schema fills in where a map has no such key. */
  readonly defaults?: Readonly<Record<string, Fields>>;
  readonly steps: readonly Step[];
}

/** A change, or a question with its answer. A `null` is no answer; places are layers, or `layer/source`. */
export type Step =
  | { readonly set: string; readonly to: Entries; readonly undefined?: readonly (readonly [string, string])[] }
  | { readonly set: string; readonly parts: readonly { readonly source: string; readonly entries: Entries }[] }
  | { readonly put: string; readonly name: string; readonly patch: Patch<Fields> | null }
  | { readonly delete: string; readonly name: string; readonly gives: boolean }
  | { readonly get: string; readonly gives: Fields | null }
  | { readonly names: readonly string[] }
  | { readonly origin: string; readonly gives: string | null }
  | Explain
  | { readonly problems: readonly string[] };

/** About an entry, a field, or a key of a field; what is not said may be anything. */
export interface Explain {
  readonly explain: string;
  readonly field?: string;
  readonly key?: string;
  readonly value?: unknown;
  readonly from?: readonly string[] | null;
  readonly shadowed?: readonly (readonly [place: string, value: unknown])[];
  readonly layers?: readonly string[];
  readonly hiddenBy?: string;
}
