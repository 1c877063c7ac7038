import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const key = required("key", "The key, such as model or tool_permission.bash");

export const configUnset: Command = defineCommand({
  name: "config unset",
  summary: "Take a config key out of a file",
  about:
    "Takes a key out of .polyglav/config.json, or with --global out of the config of the user, so that other layers count.",
  args: [key],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav config unset model", says: "From .polyglav/config.json" },
    { line: "polyglav config unset model --global", says: "From ~/.config/polyglav/config.json" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) =>
    (await import("../catalog/config.ts")).unsetConfig({ key: read(key), layer: layerOf(read) }, session),
});
