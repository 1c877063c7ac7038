/**
 * The catalog as it lies on disk: the layers of the user and of the folder, and edits of them. For Node.
 *
 * @module
 */
export { loadCatalog, type LoadedCatalog, type LoadOptions } from "./load-catalog.ts";
export { type Change, type Edited, type WritableLayer } from "./edit/change.ts";
export { editConfig } from "./edit/edit-config.ts";
export { editEntry, type EditedEntry, type EntryPlace, removeEntry, type RemovedEntry } from "./edit/edit-entry.ts";
export { type CatalogFolders, catalogFolders, type CatalogPlaces } from "./places.ts";
export {
  isTrusted,
  LOCAL_GITIGNORE,
  type MadeFolder,
  makeLocalFolder,
  type Trust,
  type TrustChange,
  trustFolder,
  trustOf,
  type TrustOptions,
  type TrustPlaces,
  untrustFolder,
} from "./trust.ts";
export { type ApprovalPlaces, type ApprovalsChange, changeApprovals, readApprovals } from "./approvals-file.ts";
export { openCatalog } from "./open-catalog.ts";
export { catalogSkillPlaces } from "./skill-places.ts";
