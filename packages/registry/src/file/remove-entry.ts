import { editJson, type EditOptions, type EditResult } from "./edit-json.ts";
import { itemsNamed } from "./written-entries.ts";

/**
 * Removes one entry from a JSON layer, so that the layers below show again; its tombstone, too, is an entry. Everything
 * else in the file stays as people wrote it, the comments above the entry included. Where a name was written twice,
 * both go. Nothing is written, and `changed` is false, when the file or the entry is not there.
 *
 * Refuses what {@link editJson} refuses, with the same problems.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { removeEntry } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "themes.json");
 * writeFileSync(file, '{ // ours\n  "light": { "ink": "black" },\n  "dark": { "ink": "white" }\n}\n');
 *
 * assert.deepEqual(removeEntry(file, "light", { layer: "user" }), { ok: true, file, changed: true });
 * assert.equal(readFileSync(file, "utf8"), '{ // ours\n  "dark": { "ink": "white" }\n}\n');
 * ```
 */
export function removeEntry(file: string, name: string, options: EditOptions): EditResult {
  const edited = editJson(
    file,
    (edit) => {
      const document = edit.get([]);
      if (!Array.isArray(document)) edit.unset([name]);
      // From the end, so that the indexes still to come stay right.
      else for (const index of itemsNamed(document, name).toReversed()) edit.unset([index]);
    },
    options,
  );
  return edited.ok ? edited : { ok: false, problem: { ...edited.problem, name } };
}
