import { merge } from "ts-deepmerge";
import { mergeCell } from "../merge/merge-cell.ts";

await mergeCell((layers) => merge.withOptions({ mergeArrays: false }, ...layers));
