import { basename, dirname } from "node:path";
import { type Problem } from "../problem.ts";
import { faultState } from "./disk-fault.ts";
import { editText, type JsonEdit } from "./json-edit.ts";
import { type HeldLock, lockFile, lockOf } from "./lock-file.ts";
import { isFolder, makeFolder } from "./make-folder.ts";
import { type ClosedJson, openJson, type OpenedJson } from "./open-json.ts";
import { ChangedFile, LostLock, replaceFile } from "./replace-file.ts";
import { stampOf } from "./stamp.ts";
import { findTarget } from "./target.ts";

/** How to write. */
export interface EditOptions {
  /** The name of the layer, for problems. */
  readonly layer: string;
  /** Follows links that lead out of the folder in which the file is named. Default: false. */
  readonly follow?: boolean | undefined;
}

/** What became of an edit. */
export type EditResult =
  | {
      readonly ok: true;
      readonly file: string;
      /** Whether the file says something new; when it does not, it was not written. */
      readonly changed: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Edits a JSON file and leaves everything else in it as people wrote it: comments, order, newlines, byte order mark,
 * indentation, mode, symbolic link. `change` gets the document as it is on disk when nobody else can write it, so
 * that two processes that change different things both succeed. A missing file is created, with its folders, once
 * there is something to say in it. All changes are made, or none.
 *
 * Never throws for what is on disk. A file that could not be read is refused and stays untouched, and so it is when a
 * path leads through something that is no object or list (`file/not-written`), or a value is nothing that JSON can
 * say (`file/not-json`). The new text is parsed before it is written: it has to say what was asked for and nothing
 * else. It is written whole or not at all (`file/cannot-write`). Processes that write at the same time wait for each
 * other, by a lock file beside the real file; who has waited five seconds gives up (`file/locked`), and the lock of a
 * process that died does not count.
 *
 * A link that leads out of the folder in which the file is named is not followed (`file/leads-elsewhere`), nor is one
 * in the place of that folder: in a folder that came from somebody else it could lead to the user's own settings.
 * With `follow: true` it is.
 *
 * An editor that knows nothing of the lock is noticed up to the last moment, and what it saved is read again: `change` is
 * called at once, and again when the file changed since (three times at most), so it must do nothing that cannot be
 * repeated, nor edit the same file otherwise. What it throws comes out, and then nothing is written.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { editJson } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "config.json");
 * writeFileSync(file, '{\n  // what runs first\n  "steps": ["build"],\n  "color": true // for now\n}\n');
 *
 * const edited = editJson(
 *   file,
 *   (edit) => {
 *     edit.set(["steps", 1], "test");
 *     edit.unset(["color"]);
 *   },
 *   { layer: "local" },
 * );
 * assert.deepEqual(edited, { ok: true, file, changed: true });
 * assert.equal(readFileSync(file, "utf8"), '{\n  // what runs first\n  "steps": ["build", "test"]\n}\n');
 * ```
 */
export function editJson(file: string, change: (edit: JsonEdit) => void, options: EditOptions): EditResult {
  const plan = carryOut(file, change, options);
  // Not a fault of the disk, whatever its code.
  if ("thrown" in plan) throw plan.thrown;
  if (!("refused" in plan)) return { ok: true, file, changed: "text" in plan };
  return { ok: false, problem: writeProblem(file, options.layer, plan.code, plan.refused, plan.because) };
}

/** Says why a file stays as it is. */
export function writeProblem(
  file: string,
  layer: string,
  code: string,
  state: string,
  because: Partial<Problem> = {},
): Problem {
  const message = `Cannot write "${basename(file)}": ${state}`;
  return { ...because, severity: "error", layer, file, code, message };
}

type Plan =
  | { readonly text: string }
  | { readonly unchanged: true }
  | { readonly refused: string; readonly code: string; readonly because?: Partial<Problem> }
  | { readonly thrown: unknown };

interface Edit {
  readonly file: string;
  readonly layer: string;
  readonly change: (edit: JsonEdit) => void;
}

/** Plans the edit and does it; of what the disk raises nothing comes out. */
function carryOut(file: string, change: (edit: JsonEdit) => void, { layer, follow }: EditOptions): Plan {
  try {
    const target = findTarget(file);
    if (target.leadsElsewhere && follow !== true) {
      const hint = "Name that file itself, or put a file in the place of the link";
      return { refused: `it leads to "${target.leads}"`, code: "file/leads-elsewhere", because: { hint } };
    }
    const folder = dirname(target.path);
    // The lock is in the folder, and a folder is made only for a file that will be there.
    const early = isFolder(folder) ? undefined : planEdit(openJson(file, layer), change);
    if (early !== undefined && !("text" in early)) return early;
    makeFolder(folder);
    const lock = lockFile(target.path);
    if (lock === undefined) {
      const hint = `Try again; when nothing else is writing, remove "${lockOf(target.path)}"`;
      return { refused: "another process is writing it", code: "file/locked", because: { hint } };
    }
    try {
      for (let tries = 1; ; tries++) {
        const plan = writeOnce({ file, layer, change }, early, target.path, lock);
        if (plan !== undefined) return plan;
        if (tries === 3)
          return { refused: "it changes all the time", code: "file/locked", because: { hint: "Try again" } };
      }
    } catch (error) {
      if (!(error instanceof LostLock) && lock.isHeld()) throw error;
      const refused = "it took so long that another process went ahead";
      return { refused, code: "file/locked", because: { hint: "Try again" } };
    } finally {
      lock.release();
    }
  } catch (error) {
    return { refused: faultState(error), code: "file/cannot-write" };
  }
}

/** Reads, plans and writes under the lock; `undefined` when somebody who knows of no lock wrote meanwhile. */
function writeOnce(edit: Edit, early: Plan | undefined, path: string, lock: HeldLock): Plan | undefined {
  const stamp = stampOf(path);
  // Only now: what was there before the lock may be old.
  const json = openJson(edit.file, edit.layer);
  const isMissing = json.state === "missing";
  const plan = (isMissing ? early : undefined) ?? planEdit(json, edit.change);
  if ("unchanged" in plan && stampOf(path) !== stamp) return undefined;
  if (!("text" in plan)) return plan;
  if (isMissing !== (stamp === undefined)) return undefined;
  try {
    replaceFile(path, plan.text, stamp, lock);
    return plan;
  } catch (error) {
    if (error instanceof ChangedFile) return undefined;
    throw error;
  }
}

/** Decides what the file will say, or why it stays as it is. */
function planEdit(json: OpenedJson | ClosedJson, change: (edit: JsonEdit) => void): Plan {
  if (json.state === "unreadable") {
    const refused = "it could not be read, so it stays as it is";
    return { refused, code: "file/not-written", because: becauseOf(json) };
  }
  const before = json.state === "open" ? json : undefined;
  const { edit, finish } = editText(before);
  try {
    change(edit);
  } catch (thrown) {
    return { thrown };
  }
  const edited = finish();
  if (!edited.ok) return { refused: edited.state, code: edited.code, because: before?.where(edited.path) ?? {} };
  const { text } = edited;
  if (text === (before?.text ?? "")) return { unchanged: true };
  return { text: before?.hasBom === true ? `\uFEFF${text}` : text };
}

/** Leads a person to the fault that has to go first. */
function becauseOf({ problems: [first] }: ClosedJson): Partial<Problem> {
  return first === undefined ? {} : { ...first, hint: `Mend this first: ${first.message}` };
}
