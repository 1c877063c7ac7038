import { type PlainObject } from "../plain.ts";
import { type Problem } from "../problem.ts";

export type PutResult =
  | {
      readonly ok: true;
      readonly file: string;
      /** Whether the file had this entry before. */ readonly previous: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

export declare function putEntry(
  file: string,
  name: string,
  patch: PlainObject,
  options: { readonly layer: string },
): PutResult;
