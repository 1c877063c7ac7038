import { produce } from "immer";
import { changeCell } from "../change/change-cell.ts";
import { mergedOf } from "./merged.ts";

// It knows no layers: it writes the changed field into the merged entry.
await changeCell((layers) => {
  const merged = mergedOf(layers);
  return (name, { model }) =>
    produce(merged, (draft) => {
      const entry = draft[name];
      if (entry !== undefined) entry.model = model;
    })[name];
});
