import { createRequire } from "node:module";
import { mergeCell } from "../merge/merge-cell.ts";

interface Merging {
  readonly mergeAll: (objects: readonly object[], options: { readonly mergeArrays: false }) => object;
}

// What it does for `$import`; it exports that to nobody.
const require = createRequire(import.meta.url);
const { mergeAll } = require(require.resolve("cosmiconfig").replace(/index\.js$/, "merge.js")) as Merging;
await mergeCell((layers) => mergeAll(layers, { mergeArrays: false }));
