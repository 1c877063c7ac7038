import { dirname } from "node:path";
import type { Catalog, SkillView } from "@polyglav/catalog";
import { required, switchFlag } from "../argv/flag.ts";
import { missing } from "../catalog/kinds.ts";
import { problemLines } from "../catalog-report.ts";
import { CommandError } from "../command-error.ts";
import { type Command, defineCommand } from "../command.ts";
import type { Line } from "../line.ts";
import { originLines } from "../view/origins.ts";
import { displayPath, displayWhere, type Viewpoint } from "../view/place.ts";
import { visible, visibleLine } from "../visible.ts";

const name = required("name", "The name of a skill");
const origins = switchFlag({ name: "origins", summary: "Say of every field where it was written, and what it hides" });

export const skillsShow: Command = defineCommand({
  name: "skills show",
  summary: "Show a skill",
  about: "Shows where a skill comes from, its tags, the files of its folder, and its text.",
  args: [name],
  flags: [origins],
  readsLayers: true,
  examples: [
    { line: "polyglav skills show small-steps", says: "The text that a role with this skill gets" },
    { line: "polyglav skills show small-steps --json", says: "The same as one JSON object" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, session) => {
    const catalog = await session.catalog();
    const { skill, origin, problems } = load(read(name), catalog, session.viewpoint);
    const explained = catalog.skills.explain(skill.name);
    if (read(origins) && explained !== undefined) {
      const fields = Object.fromEntries(Object.entries(explained.fields).filter(([field]) => !FOUND.has(field)));
      return {
        data: { name: skill.name, origin, fields },
        lines: originLines({ ...explained, fields }, session.viewpoint),
      };
    }
    const file = catalog.skills.explain(skill.name)?.fields.path?.from.at(-1)?.file;
    const folder = await folderOf(file);
    const found = [...problems.filter((one) => !catalog.problems.includes(one)), ...folder.problems];
    await session.say(problemLines(found, session.viewpoint));
    const { content, tags = [], path: _, ...more } = skill;
    const shown = visible(content.replace(/\s+$/, ""));
    return {
      data: { ...more, origin, tags, ...(file === undefined ? {} : { file }), files: folder.files, content },
      lines: [
        [
          ["name", visibleLine(skill.name)],
          ["dim", ` (${origin})`],
        ],
        ...(tags.length === 0 ? [] : [[`tags: ${tags.map(visibleLine).join(", ")}`]]),
        ...filesLine(file, folder, session.viewpoint),
        ...(shown === "" ? ["(empty)"] : shown.split("\n")).map((line): Line => [line]),
      ],
    };
  },
});

/** What a reader found out, and nobody wrote. */
const FOUND: ReadonlySet<string> = new Set(["path", "stamp", "tokens"]);

function load(wanted: string, catalog: Catalog, viewpoint: Viewpoint): SkillView {
  const view = catalog.skill(wanted);
  if (view !== undefined) return view;
  if (!catalog.skills.has(wanted)) throw missing("skill", wanted, catalog, viewpoint);
  const problem = catalog.skills.problems().findLast((one) => one.name === wanted && one.severity === "error");
  const where = problem === undefined ? "" : `${displayWhere(problem, viewpoint)}: `;
  throw new CommandError(`${where}${problem?.message ?? `Cannot read skill "${wanted}"`}`, {
    code: "POLYGLAV_UNREADABLE",
    exit: "config",
    hint: problem?.hint,
  });
}

type Folder = ReturnType<typeof import("@polyglav/skills/file").skillFiles>;

/** The files that belong to a skill which is a folder. */
async function folderOf(file: string | undefined): Promise<Folder> {
  const { isSkillFolder } = await import("../catalog/skills.ts");
  if (file === undefined || !isSkillFolder(file)) return { files: [], problems: [] };
  return (await import("@polyglav/skills/file")).skillFiles(dirname(file));
}

function filesLine(file: string | undefined, { files }: Folder, viewpoint: Viewpoint): readonly Line[] {
  if (file === undefined || files.length === 0) return [];
  const list = files.map(({ path }) => visibleLine(path)).join(", ");
  return [[`files in ${visibleLine(displayPath(dirname(file), viewpoint))}: ${list}`]];
}
