/**
 * Layers of named entries, merged field by field; every value can say where it came from. Pure: no imports, no disk.
 *
 * @module
 */
export { createRegistry, type Merged, type Registry, type RegistryOptions } from "./registry.ts";
export { type LayerData, type LayerLiteral, type Patch, type Rule } from "./layer.ts";
export { type Explanation, type FieldExplanation, type KeyExplanation, type Shadowed } from "./explanation.ts";
export { compareCodePoints } from "./order.ts";
export { type Position, type Problem, type Where } from "./problem.ts";
