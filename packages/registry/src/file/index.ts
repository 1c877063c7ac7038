/**
 * JSON and JSONC files as layers of a registry, with the line of everything in them; and the one write that keeps
 * what people wrote. For Node.
 *
 * @module
 */
export { type Check, type Checked, type Finding, type JsonLayer, readJsonLayer } from "./json-layer.ts";
export { type JsonDocument, readJsonDocument } from "./json-document.ts";
export { type JsonPath } from "./json-tree.ts";
export { putEntry, type PutOptions, type PutResult } from "./put-entry.ts";
export { configHome } from "./config-home.ts";
