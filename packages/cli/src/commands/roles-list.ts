import type { Catalog, RoleView } from "@polyglav/catalog";
import { optional } from "../argv/flag.ts";
import { tagged } from "../catalog/tagged.ts";
import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { visibleLine } from "../visible.ts";

const tag = optional("tag", "Only roles with this tag");

export const rolesList: Command = defineCommand({
  name: "roles list",
  summary: "List roles, with their tags and where each comes from",
  about:
    "Lists the roles of all layers: bundled, then ~/.config/polyglav/roles.json, then .polyglav/roles.json. " +
    "A role that has a problem is listed too; the problem is on stderr.",
  args: [tag],
  readsLayers: true,
  examples: [
    { line: "polyglav roles list programming", says: "Roles that carry the tag programming" },
    { line: "polyglav roles list --json", says: "All of them, as one JSON object" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => {
    const views = viewsOf(await session.catalog());
    const { listed, title } = tagged("role", views, ({ role }) => role.tags, read(tag));
    return { data: { roles: listed.map(dataOf) }, lines: [[title], ...listed.map(lineOf)] };
  },
});

function viewsOf(catalog: Catalog): readonly RoleView[] {
  return catalog.roles.names().flatMap((name) => catalog.role(name) ?? []);
}

function dataOf({ role, origin, faults }: RoleView): object {
  const { name, description, tags, model } = role;
  return { name, origin, description, tags, model, faults: faults.length };
}

function lineOf({ role, origin, faults }: RoleView): Line {
  const model = role.model.length === 0 ? "" : ` [${role.model.map(visibleLine).join(", ")}]`;
  const tags = role.tags.length === 0 ? "" : ` tags=${role.tags.map(visibleLine).join(",")}`;
  const broken: Line[number] = faults.length === 0 ? "" : ["bad", " cannot run"];
  return ["  - ", ["name", visibleLine(role.name)], model, tags, ["dim", ` (${origin})`], broken];
}
