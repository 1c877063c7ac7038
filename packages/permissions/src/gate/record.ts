import type { Grant } from "../grant.ts";
import { isRecord } from "../request.ts";
import type { Ask } from "./ask.ts";
import { isAsk, isEnd, isGrant, isText } from "./shape.ts";
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

/**
 * Reads a record that was kept as JSON. `undefined` for whatever is none, also an ask whose digest is not that of its
 * request: a journal that holds such a thing must not be trusted with the rest.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readRecord } from "@polyglav/permissions/gate";
 *
 * const record = { do: "claim", grant: "g1", call: "c1" };
 * assert.deepEqual(readRecord(JSON.parse(JSON.stringify(record))), record);
 * assert.equal(readRecord({ do: "claim", grant: "g1" }), undefined);
 * ```
 */
export function readRecord(given: unknown): StoreRecord | undefined {
  if (!isRecord(given)) return undefined;
  const { do: what, grant, call, holder, ask, end, mark } = given;
  switch (what) {
    case "put":
      return isGrant(grant) ? freezeDeep({ do: what, grant }) : undefined;
    case "claim":
    case "start":
    case "release":
      return isText(grant) && isText(call) ? { do: what, grant, call } : undefined;
    case "revoke":
    case "expire":
      return isText(grant) ? { do: what, grant } : undefined;
    case "forget":
      return isText(holder) ? { do: what, holder } : undefined;
    case "ask":
      return isAsk(ask) ? freezeDeep({ do: what, ask }) : undefined;
    case "close":
      return isText(ask) && isEnd(end) && isText(mark) ? freezeDeep({ do: what, ask, end, mark }) : undefined;
    default:
      return undefined;
  }
}

/** Freezes plain data to its leaves, and gives it back. */
export function freezeDeep<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (isRecord(part)) freezeDeep(part);
  return Object.freeze(value);
}
