import type { ListedSkill } from "@polyglav/skills";
import { optional } from "../argv/flag.ts";
import { tagged } from "../catalog/tagged.ts";
import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { shortened, visibleLine } from "../visible.ts";

const tag = optional("tag", "Only skills with this tag");

export const skillsList: Command = defineCommand({
  name: "skills list",
  summary: "List skills, and where each comes from",
  about:
    "Lists the skills of all layers: NAME.md and NAME/SKILL.md in ~/.config/polyglav/skills and .polyglav/skills, and " +
    "those that other programs keep in .claude/skills, .agents/skills and opencode's folders, at home and here. " +
    "A skill becomes part of a role's prompt, by the role's list of skills or by run --skills.",
  args: [tag],
  readsLayers: true,
  examples: [
    { line: "polyglav skills list", says: "Names and descriptions" },
    { line: "polyglav skills list --json --trust", says: "Those of .polyglav too, as one JSON object" },
  ],
  exits: ["ok", "usage", "config"],
  run: async (read, session) => {
    const { skills } = await session.catalog();
    const all = [...skills.entries()].map(([name, skill]) => dataOf(name, skill, skills.origin(name) ?? ""));
    const { listed, title } = tagged("skill", all, ({ tags }) => tags, read(tag));
    return { data: { skills: listed }, lines: [[listed.length === 0 ? "(no skills)" : title], ...listed.map(lineOf)] };
  },
});

interface Listed {
  readonly name: string;
  readonly origin: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** How many its text is, about. */
  readonly tokens: number;
}

function dataOf(name: string, skill: Partial<ListedSkill>, origin: string): Listed {
  const { description = "", tags = [], tokens = 0 } = skill;
  return { name, origin, description, tags, tokens };
}

function lineOf({ name, description, origin }: Listed): Line {
  const about = description === "" ? "" : ` - ${shortened(visibleLine(description), 60)}`;
  return ["  - ", ["name", visibleLine(name)], about, ["dim", ` (${origin})`]];
}
