import { required, switchFlag } from "../argv/flag.ts";
import { missing } from "../catalog/kinds.ts";
import { type Command, defineCommand } from "../command.ts";
import { originLines } from "../view/origins.ts";
import { teamLines } from "../view/team.ts";

const name = required("name", "The name of a team");
const origins = switchFlag({ name: "origins", summary: "Say of every field where it was written, and what it hides" });

export const teamsShow: Command = defineCommand({
  name: "teams show",
  summary: "Show a team as its layers make it together",
  about: "Shows the stages of a team in their order, what each is told, and the loop if there is one.",
  args: [name],
  flags: [origins],
  readsLayers: true,
  examples: [
    { line: "polyglav teams show programming", says: "Its stages" },
    { line: "polyglav teams show programming --origins", says: "Which file and line each field comes from" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const catalog = await session.catalog();
    const wanted = read(name);
    const view = catalog.team(wanted);
    if (view === undefined) throw missing("team", wanted, catalog, session.viewpoint);
    const explained = catalog.teams.explain(wanted);
    if (!read(origins) || explained === undefined) return { data: { name: wanted, ...view }, lines: teamLines(view) };
    return {
      data: { name: wanted, ...view, fields: explained.fields },
      lines: originLines(explained, session.viewpoint),
    };
  },
});
