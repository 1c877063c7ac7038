/**
 * Layers of named entries, merged field by field; every value can say where it came from. Pure: no imports, no disk.
 *
 * @module
 */
export { createRegistry, type Registry, type RegistryOptions } from "./registry.ts";
export { type Merged, type Reader } from "./reader.ts";
export {
  type LayerContent,
  type LayerData,
  type LayerLiteral,
  type LayerPart,
  type Patch,
  type Places,
} from "./layer.ts";
export { type Join, type Rule } from "./rule.ts";
export { type SchemaIssue, type SchemaResult, type StandardSchema } from "./schema.ts";
export { type Explanation, type FieldExplanation, type KeyExplanation, type Shadowed } from "./explanation.ts";
export { type Subscriber } from "./subscribers.ts";
export { compareCodePoints } from "./order.ts";
export { type Position, type Problem, type Where } from "./problem.ts";
