import { create } from "mutative";
import { changeCell } from "../change/change-cell.ts";
import { mergedOf } from "./merged.ts";

// It knows no layers: it writes the changed field into the merged entry.
await changeCell((layers) => {
  const merged = mergedOf(layers);
  return (name, { model }) =>
    create(merged, (draft) => {
      const entry = draft[name];
      if (entry !== undefined) entry.model = model;
    })[name];
});
