import merge from "lodash.merge";
import { mergeCell } from "../merge/merge-cell.ts";

// It merges lists by index and cannot be told otherwise.
await mergeCell((layers) => merge({}, ...layers));
