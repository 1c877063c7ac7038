import { required } from "../argv/flag.ts";
import { missing } from "../catalog/kinds.ts";
import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { visible, visibleLine } from "../visible.ts";

const name = required("name", "The name of a skill");

export const skillsShow: Command = defineCommand({
  name: "skills show",
  summary: "Show a skill",
  about: "Shows where a skill comes from, its tags, and its text.",
  args: [name],
  readsLayers: true,
  examples: [
    { line: "polyglav skills show small-steps", says: "The text that a role with this skill gets" },
    { line: "polyglav skills show small-steps --json", says: "The same as one JSON object" },
  ],
  exits: ["ok", "usage", "not-ready"],
  run: async (read, session) => {
    const catalog = await session.catalog();
    const wanted = read(name);
    const skill = catalog.skills.get(wanted);
    if (skill === undefined) throw missing("skill", wanted, catalog, session.viewpoint);
    const origin = catalog.skills.origin(wanted) ?? "";
    const { content = "", tags = [], description = "" } = skill;
    const shown = visible(content.replace(/\s+$/, ""));
    return {
      data: { name: wanted, origin, description, tags, content },
      lines: [
        [
          ["name", visibleLine(wanted)],
          ["dim", ` (${origin})`],
        ],
        ...(tags.length === 0 ? [] : [[`tags: ${tags.map(visibleLine).join(", ")}`]]),
        ...(shown === "" ? ["(empty)"] : shown.split("\n")).map((line): Line => [line]),
      ],
    };
  },
});
