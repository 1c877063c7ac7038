import { type LayerData, type Patch } from "../layer.ts";
import { type PlainObject } from "../plain.ts";
import { type Position, type Problem } from "../problem.ts";
import { type JsonPath } from "./json-document.ts";

/** A JSON file as a layer: its entries by name, and where each thing in it was written. */
export interface JsonLayer<T> extends LayerData<T> {
  readonly file: string;
  readonly exists: boolean;
  /** False when the file exists and could not be read or parsed: an empty layer that must not be overwritten. */
  readonly readable: boolean;
  /** How the file is written: an object keyed by name, or a list of objects that each have a `name`. */
  readonly shape: "object" | "array";
  readonly problems: readonly Problem[];
  readonly where: (name: string, field?: string, key?: string) => Position | undefined;
}

/** What a {@link Check} has to say about an entry. The reader adds the layer, the place and the name. */
export interface Finding {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** The way into the entry, for instance `["limits", "steps"]`; without it the whole entry is meant. */
  readonly path?: JsonPath;
}

/**
 * Judges one entry as it was written, before any merging. Called once for each entry that is an object. The `value`
 * it returns is what the layer says about the entry; `undefined` leaves the entry out.
 */
export type Check<T> = (
  name: string,
  written: PlainObject,
) => { readonly value: Patch<T> | undefined; readonly problems: readonly Finding[] };

export declare function readJsonLayer<T>(
  file: string,
  options: { readonly layer: string; readonly check: Check<T> },
): JsonLayer<T>;
export declare function readJsonLayer(file: string, options: { readonly layer: string }): JsonLayer<PlainObject>;
