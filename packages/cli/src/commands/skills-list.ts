import type { Skill } from "@polyglav/skills";
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
    "Lists the skills of all layers: Markdown files in ~/.config/polyglav/skills and in .polyglav/skills. " +
    "A skill becomes part of a role's prompt, by the role's list of skills or by run --skills.",
  args: [tag],
  readsLayers: true,
  examples: [
    { line: "polyglav skills list", says: "Names and first lines" },
    { line: "polyglav skills list --json --trust", says: "Those of .polyglav too, as one JSON object" },
  ],
  exits: ["ok", "usage"],
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
}

function dataOf(name: string, { description = "", tags = [] }: Partial<Skill>, origin: string): Listed {
  return { name, origin, description, tags };
}

function lineOf({ name, description, origin }: Listed): Line {
  const about = description === "" ? "" : ` - ${shortened(visibleLine(description), 60)}`;
  return ["  - ", ["name", visibleLine(name)], about, ["dim", ` (${origin})`]];
}
