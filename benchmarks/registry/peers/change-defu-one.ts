import { changeCell } from "../change/change-cell.ts";
import { defuReplacing } from "./replace-lists.ts";

await changeCell(
  ([bundled, plugin, global]) =>
    (name, entry) =>
      defuReplacing(entry, global[name] ?? {}, plugin[name] ?? {}, bundled[name] ?? {}),
);
