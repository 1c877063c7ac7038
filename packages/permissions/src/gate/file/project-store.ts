import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { type FileStore, fileStore } from "./file-store.ts";

/**
 * Opens the grants of one project in a store of the operator, outside the project: what lies in a folder can come from
 * anybody. The project is its folder by its real path, so a link to it is the same project, and another folder of the
 * same name is not.
 *
 * Throws what the system raises when there is no such folder.
 *
 * @param home a folder of the operator, such as `~/.config/polyglav/grants`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { createGate } from "@polyglav/permissions/gate";
 * import { projectStore } from "@polyglav/permissions/gate/file";
 *
 * const home = mkdtempSync(join(tmpdir(), "home-"));
 * const folder = mkdtempSync(join(tmpdir(), "shop-"));
 * const npmTest = { actions: [{ category: "bash", resource: ["npm", "test"] }] };
 * const options = { signal: new AbortController().signal };
 * const holder = (id: string) => root({ id, use: total(carve({ bash: "ask" }), "ask") });
 *
 * const operator = { answer: async () => ({ say: "project", pattern: "npm test **" }) as const };
 * await createGate({ operator, project: projectStore(home, folder) }).authorize(holder("root"), npmTest, options);
 *
 * // A later run in the same folder is not asked, and one in another folder is.
 * const alone = { operator: undefined };
 * const later = createGate({ ...alone, project: projectStore(home, folder) });
 * assert.ok((await later.authorize(holder("root"), npmTest, options)).ok);
 * const elsewhere = createGate({ ...alone, project: projectStore(home, tmpdir()) });
 * assert.ok(!(await elsewhere.authorize(holder("root"), npmTest, options)).ok);
 * for (const dir of [home, folder]) rmSync(dir, { recursive: true });
 * ```
 */
export function projectStore(home: string, folder: string): FileStore {
  const key = createHash("sha256").update(realpathSync.native(folder)).digest("hex").slice(0, 32);
  return fileStore(join(home, key));
}
