import { required, switchFlag } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { originLines } from "../view/origins.ts";
import { roleLines } from "../view/role.ts";

const name = required("name", "The name of a role");
const origins = switchFlag({ name: "origins", summary: "Say of every field where it was written, and what it hides" });

export const rolesShow: Command = defineCommand({
  name: "roles show",
  summary: "Show a role as its layers make it together",
  about: "Shows every field that a role has, after its layers were merged field by field.",
  args: [name],
  flags: [origins],
  readsLayers: true,
  examples: [
    { line: "polyglav roles show leader", says: "What the leader may use, and what it may hand down" },
    { line: "polyglav roles show programmer --origins", says: "Which file and line each field comes from" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, { catalog, viewpoint }) => {
    const loaded = await catalog();
    const { findRole } = await import("../catalog-lookup.ts");
    const { role, origin } = findRole(read(name), { catalog: loaded, viewpoint, verb: "show" });
    const explained = loaded.roles.explain(role.name);
    if (!read(origins) || explained === undefined) {
      return { data: { name: role.name, origin, role }, lines: roleLines(role, origin) };
    }
    return {
      data: { name: role.name, origin, role, fields: explained.fields },
      lines: originLines(explained, viewpoint),
    };
  },
});
