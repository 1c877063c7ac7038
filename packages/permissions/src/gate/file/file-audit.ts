import { type AuditEntry, auditEntry } from "../audit.ts";
import { isAuditEntry } from "../audit-shape.ts";
import type { GateEvent } from "../event.ts";
import { faultCode, faultState, GrantStoreError } from "./fault.ts";
import { appendPrivately, LARGEST_BYTES, readFrom, withFile } from "./private-file.ts";

/** What {@link fileAudit} takes beside its file. */
export interface AuditOptions {
  /** Milliseconds since the epoch; the clock of the machine if it is not said. */
  readonly now?: () => number;
  /** Called when a line cannot be written, once until one can be again. The gate goes on all the same. */
  readonly onFault?: (cause: unknown) => void;
}

/**
 * Writes what happens at gates into a file, one JSON object a line ({@link AuditEntry}). Give it to a gate as
 * `onEvent`. Several processes may write the same file. It is for its owner alone (0600): commands can hold secrets.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { confirming, createGate } from "@polyglav/permissions/gate";
 * import { fileAudit, readAudit } from "@polyglav/permissions/gate/file";
 *
 * const dir = mkdtempSync(join(tmpdir(), "audit-"));
 * const file = join(dir, "audit.ndjson");
 * const gate = createGate({ operator: confirming, onEvent: fileAudit(file) });
 * const me = root({ id: "r1", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const permit = await gate.authorize(me, ls, { signal: new AbortController().signal });
 * if (permit.ok) permit.start();
 *
 * const types = readAudit(file).map(({ type }) => type);
 * assert.deepEqual(types, ["asked", "answered", "granted", "claimed", "started"]);
 * rmSync(dir, { recursive: true });
 * ```
 */
export function fileAudit(file: string, { now = Date.now, onFault }: AuditOptions = {}): (event: GateEvent) => void {
  let isBroken = false;
  return (event) => {
    try {
      // Ended on both sides, so that a line which a crash cut short takes no other with it.
      const isWhole = appendPrivately(file, `\n${JSON.stringify(auditEntry(event, now()))}\n`, "later") !== undefined;
      if (!isWhole) throw new GrantStoreError(`Cannot write the audit in ${JSON.stringify(file)}: the disk is full`);
      isBroken = false;
    } catch (cause) {
      if (!isBroken) onFault?.(cause);
      isBroken = true;
    }
  };
}

/**
 * Reads an audit, oldest first. A line that is no entry, such as one that a crash cut short, is left out: an audit
 * decides nothing. What is in its texts came from agents, and is only data. No file is an empty one.
 *
 * Throws a {@link GrantStoreError} for what cannot be read: a link, a pipe or a device, and a file of more than 256 MiB.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readAudit } from "@polyglav/permissions/gate/file";
 *
 * assert.deepEqual(readAudit("/nowhere/audit.ndjson"), []);
 * ```
 */
export function readAudit(file: string): readonly AuditEntry[] {
  let text: string;
  try {
    text = withFile(file, (descriptor, { size }) => {
      if (size > LARGEST_BYTES) throw cannotRead(file, "it is larger than 256 MiB");
      return readFrom(descriptor, 0, size).toString("utf8");
    });
  } catch (error) {
    if (error instanceof GrantStoreError) throw error;
    if (faultCode(error) === "ENOENT") return [];
    throw cannotRead(file, faultState(error), error);
  }
  return text.split("\n").flatMap((line) => {
    const entry = parse(line);
    return isAuditEntry(entry) ? [entry] : [];
  });
}

const cannotRead = (file: string, state: string, cause?: unknown): GrantStoreError =>
  new GrantStoreError(`Cannot read the audit in ${JSON.stringify(file)}: ${state}`, { cause });

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // cut short, or an empty line between two
  }
}
