import { type PlainObject } from "../plain.ts";
import { type Problem } from "../problem.ts";
import { editJson, type EditOptions, writeProblem } from "./edit-json.ts";
import { itemsNamed, withoutName } from "./written-entries.ts";

/** How to write an entry. */
export type PutOptions = EditOptions;

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
 * (`file/not-written`), and so does one that cannot be written (`file/cannot-write`). A patch that JSON cannot say is
 * refused (`file/not-json`); fields that are `undefined` say nothing. For the rest, such as locks (`file/locked`) and
 * links (`file/leads-elsewhere`), this is one {@link editJson}.
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
  const found = { previous: false, isNameless: false };
  const edited = editJson(
    file,
    (edit) => {
      const document = edit.get([]);
      found.isNameless = Array.isArray(document) && name === "";
      if (found.isNameless) return;
      if (Array.isArray(document)) {
        const index = itemsNamed(document, name).at(-1);
        found.previous = index !== undefined;
        edit.set([index ?? document.length], { name, ...fields });
      } else {
        found.previous = edit.get([name]) !== undefined;
        edit.set([name], fields);
      }
    },
    options,
  );
  const about = (problem: Problem): PutResult => ({ ok: false, problem: { ...problem, name } });
  if (!edited.ok) return about(edited.problem);
  if (!found.isNameless) return { ok: true, file, previous: found.previous };
  return about(writeProblem(file, options.layer, "file/not-written", "an item of a list needs a name"));
}
