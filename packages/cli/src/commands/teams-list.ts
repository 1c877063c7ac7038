import type { Catalog, TeamView } from "@polyglav/catalog";
import { optional } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { tagged } from "../catalog/tagged.ts";
import { visibleLine } from "../visible.ts";

const tag = optional("tag", "Only teams with this tag");

export const teamsList: Command = defineCommand({
  name: "teams list",
  summary: "List teams, with their stages and where each comes from",
  about:
    "Lists the teams of all layers: bundled, then ~/.config/polyglav/teams.json, then .polyglav/teams.json. A team is a " +
    "row of roles; each gets what the one before it did.",
  args: [tag],
  readsLayers: true,
  examples: [
    { line: "polyglav teams list", says: "All teams, with their stages" },
    { line: "polyglav teams list writing --json", says: "Those that carry the tag writing, as one JSON object" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => {
    const views = viewsOf(await session.catalog());
    const { listed, title } = tagged("team", views, ({ team }) => team.tags, read(tag));
    return { data: { teams: listed.map(dataOf) }, lines: [[title], ...listed.flatMap(linesOf)] };
  },
});

function viewsOf(catalog: Catalog): readonly TeamView[] {
  return catalog.teams.names().flatMap((name) => catalog.team(name) ?? []);
}

function dataOf({ team, origin }: TeamView): object {
  const { name, description, tags, stages } = team;
  return { name, origin, description, tags, stages: stages.map(({ role }) => role) };
}

function linesOf({ team, origin }: TeamView): readonly Line[] {
  const tags = team.tags.length === 0 ? "" : ` tags=${team.tags.map(visibleLine).join(",")}`;
  const chain = team.stages.map(({ role }) => visibleLine(role)).join(" > ");
  return [
    ["  - ", ["name", visibleLine(team.name)], tags, ["dim", ` (${origin})`]],
    [chain === "" ? "      stages: (none)" : `      ${chain}`],
  ];
}
