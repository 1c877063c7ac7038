import { deepmergeCustom } from "deepmerge-ts";
import { mergeCell } from "../merge/merge-cell.ts";

const merge = deepmergeCustom({ mergeArrays: false });
await mergeCell((layers) => merge(...layers));
