import { mergeCell } from "../merge/merge-cell.ts";
import { defuReplacing } from "./replace-lists.ts";

await mergeCell(([bundled, plugin, global, local]) => defuReplacing(local, global, plugin, bundled));
