import { join } from "node:path";
import { type Problem } from "@polyglav/registry";
import { editJson, type JsonEdit } from "@polyglav/registry/file";
import { catalogFolders, type CatalogPlaces } from "../places.ts";
import { makeLocalFolder } from "../trust.ts";

/** The layers that people write, and commands for them. */
export type WritableLayer = "global" | "local";

/** One change: what is at the path gets the value, or without one is taken out. */
export interface Change {
  /** Such as `["tool_permission", "bash"]`. */
  readonly path: readonly string[];
  readonly value?: unknown;
}

/** What became of an edit of a file of the catalog. */
export type Edited =
  | { readonly ok: true; readonly file: string; readonly changed: boolean }
  | { readonly ok: false; readonly problem: Problem };

/** What a reader makes of the thing that is edited. */
export type Read = (written: unknown) => readonly Problem[];

/**
 * Changes a file of a layer, and writes it only if nothing in it becomes wrong by that: what was wrong before stays and
 * stops nobody. A folder that is new by that is trusted, as `makeLocalFolder` says.
 */
export function editLayerFile(
  places: CatalogPlaces,
  { layer, name }: { readonly layer: WritableLayer; readonly name: string },
  change: (edit: JsonEdit) => readonly Problem[],
): Edited {
  const folder = catalogFolders(places)[layer];
  if (folder === undefined) return { ok: false, problem: noFolder(layer) };
  const file = join(folder, name);
  try {
    // The user's own files may be links to wherever the user keeps them.
    return editJson(
      file,
      (edit) => {
        refuse(change(edit));
        // Before the file, which would make it without a word: a folder that we make is known to hold nothing else.
        if (layer === "local" && edit.get([]) !== undefined) makeLocalFolder(places, { by: "who made .polyglav" });
      },
      { layer, follow: layer === "global" },
    );
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return { ok: false, problem: { ...thrown.problem, file, layer } };
  }
}

/** The problems that a change brought about, of those that are worth refusing it. */
export function newProblems(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const known = new Set(before.map(({ message }) => message));
  return after.filter(
    ({ severity, code, message }) => (severity === "error" || WORTH.test(code)) && !known.has(message),
  );
}

/** Makes the changes below a path of a document. */
export function apply(edit: JsonEdit, base: readonly (string | number)[], changes: readonly Change[]): void {
  for (const { path, value } of changes) {
    if (value === undefined) edit.unset([...base, ...path]);
    else edit.set([...base, ...path], value);
  }
}

/** Warnings that somebody who writes a field now wants to be told of now. */
const WORTH = /\/(?:unknown-field|other-name)$/;

class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

function refuse([problem]: readonly Problem[]): void {
  if (problem !== undefined) throw new Refused({ ...problem, severity: "error" });
}

function noFolder(layer: WritableLayer): Problem {
  const message = `Cannot write the ${layer} layer: HOME is not an absolute path`;
  const hint = "Set HOME, or XDG_CONFIG_HOME, to an absolute path";
  return { code: "file/no-home", severity: "error", layer, message, hint };
}
