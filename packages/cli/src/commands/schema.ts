import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { notFound } from "../not-found.ts";

const kind = optional("kind", "config (the default), roles, role, teams or team");

export const schema: Command = defineCommand({
  name: "schema",
  summary: "Print the JSON Schema of a file, for editors",
  about:
    "Prints the JSON Schema (draft 7) of config.json, roles.json or teams.json, or of one role or team. An editor that " +
    'gets it, by its settings or by a "$schema" in the file, completes fields and marks what is wrong.',
  args: [kind],
  examples: [
    { line: "polyglav schema roles", says: "The schema of roles.json" },
    { line: "polyglav schema config --json", says: "The same form: it is JSON already" },
  ],
  exits: ["ok", "usage"],
  run: async (read) => {
    const { jsonSchemaOf, SCHEMA_KINDS } = await import("@polyglav/catalog/schema");
    const wanted = read(kind) ?? "config";
    const found = SCHEMA_KINDS.find((one) => one === wanted);
    if (found === undefined) throw notFound({ one: "schema" }, wanted, SCHEMA_KINDS);
    const data = jsonSchemaOf(found);
    return {
      data,
      lines: JSON.stringify(data, null, 2)
        .split("\n")
        .map((line) => [line]),
    };
  },
});
