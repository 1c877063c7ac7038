import { global, layerOf } from "../argv/edit-flags.ts";
import { required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";

const key = required("key", "The key, such as model or tool_permission.bash");
const value = required("value", "What it is to be");

export const configSet: Command = defineCommand({
  name: "config set",
  summary: "Write a config key",
  about:
    "Writes a key into .polyglav/config.json, or with --global into the config of the user, and changes nothing else in it. A key that there is not, and a value that the key does not take, are not written. Values are JSON where they are any, else texts.",
  args: [key, value],
  flags: [global],
  readsLayers: true,
  examples: [
    { line: "polyglav config set model local/qwen3 --global", says: "The model of every run that names none" },
    { line: "polyglav config set tool_permission.bash deny", says: "No commands in this folder" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) =>
    (await import("../catalog/config.ts")).setConfig(
      { key: read(key), written: read(value), layer: layerOf(read) },
      session,
    ),
});
