/**
 * JSON and JSONC files as layers of a registry, with the line of everything in them; and the one write that keeps
 * what people wrote. For Node.
 *
 * @module
 */
export { type Check, type Finding, type JsonLayer, readJsonLayer } from "./json-layer.ts";
export { type JsonDocument, type JsonPath, readJsonDocument } from "./json-document.ts";
export { putEntry, type PutResult } from "./put-entry.ts";
export { configHome } from "./config-home.ts";
