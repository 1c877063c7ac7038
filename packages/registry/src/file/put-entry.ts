import { basename, dirname } from "node:path";
import { type PlainObject } from "../plain.ts";
import { type Problem } from "../problem.ts";
import { faultState } from "./disk-fault.ts";
import { appendValue, replaceValue } from "./edit-text.ts";
import { nodeAt, propertyOf } from "./json-tree.ts";
import { lockFile, lockOf } from "./lock-file.ts";
import { makeFolder } from "./make-folder.ts";
import { type ClosedJson, openJson, type OpenedJson } from "./open-json.ts";
import { createFile, replaceFile } from "./replace-file.ts";
import { findTarget } from "./target.ts";
import { withoutName, writtenEntries } from "./written-entries.ts";

/** How to write. */
export interface PutOptions {
  /** The name of the layer, for problems. */
  readonly layer: string;
  /** Follows links that lead out of the folder in which the file is named. Default: false. */
  readonly follow?: boolean | undefined;
}

/** What became of a write. */
export type PutResult =
  | {
      readonly ok: true;
      readonly file: string;
      /** Whether the file had this entry before, a tombstone included. */
      readonly previous: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Writes one entry into a JSON layer and leaves everything else in the file as people wrote it: comments, order,
 * newlines, byte order mark, mode, symbolic link. What the file said about the entry before is replaced whole. A
 * missing file is created, with its folders; a list gets the entry as an item with its `name`.
 *
 * Never throws for what is on disk: a file that could not be read is refused and stays untouched
 * (`file/not-written`), and so does one that cannot be written (`file/cannot-write`). The file is written whole or
 * not at all. Processes that write at the same time wait for each other, by a lock file beside the real file; who has
 * waited five seconds gives up (`file/locked`), and the lock of a process that died does not count. Throws a
 * `TypeError` when the patch is nothing that JSON can say.
 *
 * A link that leads out of the folder in which the file is named is not followed (`file/leads-elsewhere`), nor is one
 * in the place of that folder: in a folder that came from somebody else it could lead to the user's own settings.
 * With `follow: true` it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { putEntry } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "roles.json");
 * writeFileSync(file, '{\n  // who writes\n  "writer": {}\n}\n');
 *
 * assert.deepEqual(putEntry(file, "editor", { model: "small" }, { layer: "local" }), { ok: true, file, previous: false });
 * assert.equal(
 *   readFileSync(file, "utf8"),
 *   '{\n  // who writes\n  "writer": {},\n  "editor": {\n    "model": "small"\n  }\n}\n',
 * );
 * ```
 */
export function putEntry(file: string, name: string, patch: PlainObject, options: PutOptions): PutResult {
  const fields = withoutName(patch);
  // What JSON cannot say is found before anything is touched.
  JSON.stringify(fields);
  const problem = { severity: "error", layer: options.layer, file, name } as const;
  const refuse = (code: string, state: string, because: Partial<Problem> = {}): PutResult => {
    const message = `Cannot write "${basename(file)}": ${state}`;
    return { ok: false, problem: { ...because, ...problem, code, message } };
  };

  try {
    const target = findTarget(file);
    if (target.leadsElsewhere && options.follow !== true) {
      const hint = "Name that file itself, or put a file in the place of the link";
      return refuse("file/leads-elsewhere", `it leads to "${target.leads}"`, { hint });
    }
    makeFolder(dirname(target.path));
    const release = lockFile(target.path);
    if (release === undefined) {
      const hint = `Try again; when nothing else is writing, remove "${lockOf(target.path)}"`;
      return refuse("file/locked", "another process is writing it", { hint });
    }
    try {
      // Only now: what was there before the lock may be old.
      const json = openJson(file, options.layer);
      const plan = planWrite(json, name, fields);
      if ("refused" in plan) return refuse("file/not-written", plan.refused, plan.because);
      if (json.state === "missing") createFile(target.path, plan.text);
      else replaceFile(target.path, plan.text);
      return { ok: true, file, previous: plan.previous };
    } finally {
      release();
    }
  } catch (error) {
    return refuse("file/cannot-write", faultState(error));
  }
}

type Plan =
  | { readonly text: string; readonly previous: boolean }
  | { readonly refused: string; readonly because?: Partial<Problem> };

/** Decides what the file will say, or why it has to stay as it is. */
function planWrite(json: OpenedJson | ClosedJson, name: string, fields: PlainObject): Plan {
  switch (json.state) {
    case "missing":
      return { text: `${JSON.stringify({ [name]: fields }, null, 2)}\n`, previous: false };
    case "unreadable":
      return { refused: "it could not be read, so it stays as it is", because: becauseOf(json) };
    case "open": {
      const plan = planEdit(json, name, fields);
      return "text" in plan && json.hasBom ? { ...plan, text: `\uFEFF${plan.text}` } : plan;
    }
  }
}

/** Leads a person to the fault that has to go first. */
function becauseOf({ problems: [first] }: ClosedJson): Partial<Problem> {
  return first === undefined ? {} : { ...first, hint: `Mend this first: ${first.message}` };
}

function planEdit(json: OpenedJson, name: string, fields: PlainObject): Plan {
  const { root, text } = json;
  if (root.type === "object") {
    // Readers take the last of repeated keys, so that is the one to change.
    const property = propertyOf(root, name);
    if (property === undefined) return { text: appendValue(text, root, name, fields), previous: false };
    const edited = replaceValue(text, root, property.keyNode, property.valueNode, fields);
    return { text: edited, previous: true };
  }
  const written = writtenEntries(json);
  if (written === undefined) return { refused: "it is neither an object nor a list" };
  if (name === "") return { refused: "an item of a list needs a name" };
  const item = { name, ...fields };
  const entry = written.entries.get(name);
  if (entry === undefined) return { text: appendValue(text, root, undefined, item), previous: false };
  const node = nodeAt(root, entry.path);
  return { text: replaceValue(text, root, node, node, item), previous: true };
}
