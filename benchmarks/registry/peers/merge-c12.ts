import { loadConfig } from "c12";
import { mergeCell } from "../merge/merge-cell.ts";
import { defuReplacing } from "./replace-lists.ts";

// It is made for files; here it finds none, and gets the layers as objects.
await mergeCell(async ([bundled, plugin, global, local]) => {
  const { config } = await loadConfig({
    name: "nothing-is-called-so",
    cwd: import.meta.dirname,
    rcFile: false,
    packageJson: false,
    dotenv: false,
    overrides: local,
    defaultConfig: global,
    defaults: defuReplacing(plugin, bundled),
    merger: defuReplacing,
  });
  return config;
});
