import deepmerge from "deepmerge";
import { mergeCell } from "../merge/merge-cell.ts";

await mergeCell((layers) => deepmerge.all(layers, { arrayMerge: (_, high) => high }));
