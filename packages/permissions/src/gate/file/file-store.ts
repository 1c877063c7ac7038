import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { SyncStore } from "../store.ts";
import { storeOn } from "../store-on.ts";
import { GrantStoreError, type StoreProblem } from "./fault.ts";
import { openRecordLog } from "./record-log.ts";

/** A store on disk. */
export interface FileStore extends SyncStore {
  /** Where it is. It is there once something was granted or asked. */
  readonly file: string;
  /** Why it cannot be used now; empty while it can. Every other method throws then, so nothing in it counts. */
  readonly problems: () => readonly StoreProblem[];
}

/**
 * Keeps grants and asks in `grants.ndjson` of a folder, for several processes at once and over crashes: the file only
 * grows, one record a line, and the order of its lines decides who was first. It is readable and writable for its
 * owner alone (0600). Local file systems only: over a network, appending is not one step. Keep it where only the
 * operator's own programs write: what it says, gates believe.
 *
 * A file that cannot be read is never written and grants nothing: every operation throws a {@link GrantStoreError}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { createGate, park } from "@polyglav/permissions/gate";
 * import { fileStore } from "@polyglav/permissions/gate/file";
 *
 * const dir = mkdtempSync(join(tmpdir(), "grants-"));
 * const me = root({ id: "r1", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const options = { signal: new AbortController().signal, call: "c1" };
 *
 * // One process parks the question and ends,
 * const first = await createGate({ operator: park, store: fileStore(dir) }).authorize(me, ls, options);
 * assert.ok(!first.ok && first.reason === "parked");
 * // another one answers it,
 * const desk = createGate({ operator: undefined, store: fileStore(dir) });
 * assert.equal(await desk.answer(first.ask.id, { say: "once" }, "operator"), "resolved");
 * // and a third goes on.
 * assert.ok((await createGate({ operator: park, store: fileStore(dir) }).authorize(me, ls, options)).ok);
 * rmSync(dir, { recursive: true });
 * ```
 */
export function fileStore(dir: string): FileStore {
  const file = join(dir, "grants.ndjson");
  const log = openRecordLog(file);
  const store = storeOn({ ...log, id: newId });
  return Object.freeze({
    ...store,
    file,
    problems: () => {
      try {
        store.list();
        return [];
      } catch (error) {
        if (!(error instanceof GrantStoreError) || error.problem === undefined) throw error;
        return [error.problem];
      }
    },
  } satisfies FileStore);
}

/** Letters and digits that nobody takes for each other: 10 of them are 50 random bits. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

const newId = (): string => Array.from({ length: 10 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
