import type { Grant } from "../grant.ts";
import type { Ask } from "./ask.ts";
import type { AskEnd } from "./store.ts";

/**
 * One line in the books of a store: what somebody tried to do. Whether it took effect follows from the lines before
 * it, in the same way for everybody who reads them.
 */
export type StoreRecord =
  | { readonly do: "put"; readonly grant: Grant }
  | { readonly do: "claim" | "start" | "release"; readonly grant: string; readonly call: string }
  | { readonly do: "revoke" | "expire"; readonly grant: string }
  | { readonly do: "forget"; readonly holder: string }
  | { readonly do: "ask"; readonly ask: Ask }
  /** `mark` tells apart those who close an ask at the same time. */
  | { readonly do: "close"; readonly ask: string; readonly end: AskEnd; readonly mark: string };
