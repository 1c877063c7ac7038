/**
 * JSON and JSONC files as layers of a registry, with the line of everything in them; edits that keep what
 * people wrote; and word of changes. For Node.
 *
 * @module
 */
export { type Check, type Checked, type Finding, type JsonLayer, readJsonLayer } from "./json-layer.ts";
export { type JsonDocument, readJsonDocument } from "./json-document.ts";
export { type JsonPath } from "./json-tree.ts";
export { editJson, type EditOptions, type EditResult } from "./edit-json.ts";
export { type JsonEdit } from "./json-edit.ts";
export { putEntry, type PutOptions, type PutResult } from "./put-entry.ts";
export { removeEntry } from "./remove-entry.ts";
export { configHome } from "./config-home.ts";
export { readText, type TextFile } from "./read-text.ts";
export { stampOf } from "./stamp.ts";
export { type FileWatch, watchFiles, type WatchOptions } from "./watch-files.ts";
