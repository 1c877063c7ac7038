import { type Position, type Problem } from "../problem.ts";

/** A way into a document: keys of objects and indexes of lists. */
export type JsonPath = readonly (string | number)[];

/** A JSON file as it was found. */
export interface JsonDocument {
  readonly file: string;
  readonly exists: boolean;
  /** False when the file exists and could not be read or parsed: it must not be taken for an empty one. */
  readonly readable: boolean;
  /** What the file says; `undefined` when it does not exist or is not readable. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Says where a value was written, or the nearest thing around it that is there. */
  readonly where: (path: JsonPath) => Position;
}

export declare function readJsonDocument(file: string, options: { readonly layer: string }): JsonDocument;
