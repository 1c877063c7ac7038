import { createRegistry } from "@polyglav/registry";
import { wordGiven } from "../../runner/cell.ts";
import { LAYERS, RULES } from "../workload.ts";
import { changeCell } from "./change-cell.ts";

// What comes after the change: `get` that entry, `list` all of them as well, or `set` the whole layer again, as when a
// file was read anew, and get.
await changeCell((layers, { given }) => {
  const then = wordGiven(given, "then");
  const registry = createRegistry<Record<string, unknown>>({ layers: LAYERS, rules: RULES });
  for (const [i, name] of LAYERS.entries()) registry.set(name, layers[i] ?? {});
  const { 3: local } = layers;
  let listed = registry.names().length;
  return (name, entry) => {
    if (then === "set") registry.set("local", { ...local, [name]: entry });
    else registry.put("local", name, entry);
    if (then === "list") for (const [, one] of registry.entries()) listed += typeof one === "object" ? 1 : 0;
    return listed > 0 ? registry.get(name) : undefined;
  };
});
