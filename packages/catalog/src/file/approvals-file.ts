import { randomUUID } from "node:crypto";
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { editJson, readJsonDocument } from "@polyglav/registry/file";
import { type ModelApproval, parseApprovals } from "../approvals.ts";
import { isSame } from "../same.ts";
import { type Parsed } from "../subject.ts";
import { catalogFolders, type CatalogPlaces } from "./places.ts";

/** Where the approvals are looked for. */
export type ApprovalPlaces = Pick<CatalogPlaces, "cwd" | "home" | "env">;

/** What became of a change of the approvals. */
export type ApprovalsChange =
  | { readonly ok: true; readonly file: string; readonly changed: boolean }
  | { readonly ok: false; readonly problem: Problem };

/** Who may read it is the operator alone: it tells what the operator works with. */
const OWN_FILE = 0o600;

/**
 * Reads which models the operator approved, from `models.json` in the user's own folder: what lies in the working
 * folder approves nothing. A file that is missing or cannot be read approves nothing either. Never throws.
 */
export function readApprovals(places: ApprovalPlaces): Parsed<readonly ModelApproval[]> {
  const file = fileOf(places);
  if (file === undefined) return { value: [], problems: [] };
  const { value, problems, where } = readJsonDocument(file, { layer: "approvals" });
  const read = parseApprovals(value);
  const placed = read.problems.map((problem) => ({
    ...problem,
    layer: "approvals",
    file,
    ...where(pathOf(problem)),
  }));
  return { value: read.value, problems: [...problems, ...placed] };
}

/**
 * Changes which models are approved, with one of `approveModel`, `disapproveModel` and `noteModelUse`, and writes it for
 * the operator alone to read. Two programs that approve at the same time both succeed. A file that cannot be read, and
 * one with an entry that names no model, stays as it is. Never throws for what is on disk.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { approveModel, isApproved } from "@polyglav/catalog";
 * import { changeApprovals, readApprovals } from "@polyglav/catalog/file";
 *
 * const cwd = mkdtempSync(join(tmpdir(), "catalog-"));
 * const places = { cwd, home: cwd, env: {} };
 * const qwen = { provider: "local", model: "qwen3" };
 *
 * assert.ok(changeApprovals(places, (list) => approveModel(list, qwen, { by: "operator", at: new Date() })).ok);
 * assert.ok(isApproved(readApprovals(places).value, qwen));
 * ```
 */
export function changeApprovals(
  places: ApprovalPlaces,
  change: (list: readonly ModelApproval[]) => readonly ModelApproval[],
): ApprovalsChange {
  const file = fileOf(places);
  if (file === undefined) return refused("HOME is not an absolute path");
  let wrong: Problem | undefined;
  const begun = begin(file);
  if (begun !== undefined) return refused(begun, file);
  const edited = editJson(
    file,
    (edit) => {
      const read = parseApprovals(edit.get([]));
      wrong = read.problems[0];
      const next = change(read.value);
      if (wrong === undefined && !isSame(next, read.value)) edit.set([], next.map(writtenOf));
    },
    { layer: "approvals", follow: true },
  );
  return wrong === undefined ? edited : { ok: false, problem: { ...wrong, file } };
}

/** Makes the file, readable for its owner alone, whole or not at all; edits keep that. Returns why it could not. */
function begin(file: string): string | undefined {
  // Each has a draft of its own: the process ids of two containers that share a home may be the same.
  const draft = join(dirname(file), `.${basename(file)}.${randomUUID()}.draft`);
  try {
    // A link to nowhere is there as well, and the edit tells of it.
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return undefined;
    mkdirSync(dirname(file), { recursive: true });
    try {
      writeFileSync(draft, "[]\n", { flag: "wx", mode: OWN_FILE, flush: true });
      giveName(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    return code === "EEXIST" ? undefined : code;
  }
}

/** Unlike a rename, both refuse a name that is taken. */
function giveName(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    // A disk that gives a file one name only.
    if (!["EPERM", "EACCES", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(error))) throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);

/** JSON has no `undefined`. */
const writtenOf = ({ last_used, ...approval }: ModelApproval): unknown => ({
  ...approval,
  ...(last_used !== undefined && { last_used }),
});

function refused(state: string, file?: string): ApprovalsChange {
  const message = `Cannot note which models are approved: ${state}`;
  const at = file === undefined ? {} : { file };
  return { ok: false, problem: { code: "approvals/not-kept", severity: "error", message, ...at } };
}

const pathOf = ({ field }: Problem): readonly (string | number)[] => (field === undefined ? [] : [Number(field)]);

function fileOf(places: ApprovalPlaces): string | undefined {
  const { global } = catalogFolders({ ...places, trust: false });
  return global === undefined ? undefined : join(global, "models.json");
}
