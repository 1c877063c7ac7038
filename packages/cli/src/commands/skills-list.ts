import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { shortened, visibleLine } from "../visible.ts";

export const skillsList: Command = defineCommand({
  name: "skills list",
  summary: "List skills, and where each comes from",
  about:
    "Lists the skills of all layers: Markdown files in ~/.config/polyglav/skills and in .polyglav/skills. " +
    "A skill becomes part of a role's prompt, by the role's list of skills or by run --skills.",
  readsLayers: true,
  examples: [
    { line: "polyglav skills list", says: "Names and first lines" },
    { line: "polyglav skills list --json --trust", says: "Those of .polyglav too, as one JSON object" },
  ],
  exits: ["ok", "usage"],
  run: async (_, session) => {
    const { skills } = await session.catalog();
    const listed = [...skills.entries()].map(([name, skill]) => ({
      name,
      origin: skills.origin(name) ?? "",
      description: skill.description ?? "",
      tags: skill.tags ?? [],
    }));
    return {
      data: { skills: listed },
      lines: [
        [listed.length === 0 ? "(no skills)" : `${listed.length} ${listed.length === 1 ? "skill" : "skills"}:`],
        ...listed.map((one): Line => {
          const about = one.description === "" ? "" : ` - ${shortened(visibleLine(one.description), 60)}`;
          return ["  - ", ["name", visibleLine(one.name)], about, ["dim", ` (${one.origin})`]];
        }),
      ],
    };
  },
});
