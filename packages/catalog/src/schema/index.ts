/**
 * JSON Schemas of the files that people write, for editors. No run needs this.
 *
 * @module
 */
export { type JsonSchema, jsonSchemaOf, SCHEMA_KINDS, type SchemaKind } from "./json-schema-of.ts";
