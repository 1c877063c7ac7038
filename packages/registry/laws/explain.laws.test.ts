import { describe, expect } from "vitest";
import { type Explanation, type FieldExplanation, type Where } from "../src/index.ts";
import { law } from "./law.ts";
import { ALL_FIELDS, type Fields, LAYERS, type Literal, literals, read, registryOf, RULES } from "./layers.ts";
import { readField, says } from "./reference.ts";

const layersOf = (places: readonly Where[]): readonly string[] => places.map(({ layer }) => layer);

/** What one layer wrote into a field, or into a key of it. */
function written(layers: readonly Literal[], layer: string, ...path: readonly string[]): unknown {
  let value: unknown = layers[LAYERS.indexOf(layer as never)];
  for (const key of path) value = Object.getOwnPropertyDescriptor(Object(value), key)?.value;
  return value;
}
