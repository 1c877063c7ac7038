import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Problem } from "@polyglav/registry";
import { lintSkill } from "@polyglav/skills";
import {
  createSkill,
  editSkill,
  importSkills,
  type ImportReceipt,
  readSkillPlaces,
  removeSkill,
} from "@polyglav/skills/file";
import { catalogFolders } from "@polyglav/catalog/file";
import type { Output } from "../command.ts";
import { problemLines } from "../catalog-report.ts";
import { CommandError, usageError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";
import { editorOf, openEditor } from "./editor.ts";
import { missing } from "./kinds.ts";
import { notThere } from "./remove-entry.ts";
import { notWritten } from "./written.ts";

/** A skill of a layer. */
export interface SkillAt {
  readonly name: string;
  readonly layer: "global" | "local";
}

/** Writes a new skill, which no other of its name may be in the way of. */
export async function newSkill(
  { name, layer, content }: SkillAt & { readonly content: string | undefined },
  session: Session,
): Promise<Output> {
  const { viewpoint } = session;
  const was = (await session.catalog()).skills.origin(name);
  const made = createSkill(folderOf(layer, session), name, content);
  if (!made.ok) throw notWritten(made.problem, viewpoint);
  const shown = visibleLine(name);
  const done = was === undefined ? `Created skill: ${shown} (${layer})` : `Overrode skill: ${shown} (was ${was})`;
  return {
    data: { name, layer, file: made.file, ...(was === undefined ? {} : { overrode: was }) },
    lines: [[`${done} - edit ${visibleLine(displayPath(made.file, viewpoint))}`]],
  };
}

/** Replaces the text of a skill, or has a person edit it. */
export async function changeSkill(
  { name, layer, content }: SkillAt & { readonly content: string | undefined },
  session: Session,
): Promise<Output> {
  const { viewpoint } = session;
  const editor = content === undefined ? editorOf(session) : undefined;
  if (content === undefined && editor === undefined) {
    throw usageError(
      `Cannot edit skill "${name}": there is nothing to change`,
      "Write the new text behind the name; in a terminal, EDITOR opens the file",
    );
  }
  const dir = folderOf(layer, session);
  const file = fileOf(dir, name);
  if (file === undefined) throw await elsewhere({ name, layer }, session);
  if (editor !== undefined) await openEditor(editor, file, session);
  else if (content !== undefined) {
    const edited = editSkill(dir, name, content);
    if (!edited.ok) throw notWritten(edited.problem, viewpoint);
  }
  return {
    data: { name, layer, file },
    lines: [[`Changed skill: ${visibleLine(name)} (${layer}) - ${visibleLine(displayPath(file, viewpoint))}`]],
  };
}

/** Removes a skill from a layer; the layers below show again. */
export async function dropSkill({ name, layer }: SkillAt, session: Session): Promise<Output> {
  const removed = removeSkill(folderOf(layer, session), name, { isKnown: () => true });
  if (removed.outcome === "refused") throw notWritten(removed.problem, session.viewpoint);
  if (removed.outcome !== "removed") throw await elsewhere({ name, layer }, session);
  const uncovers = (await session.catalog()).skills.origin(name);
  const shows = uncovers === undefined ? "" : `; ${visibleLine(name)} is ${uncovers} again`;
  return {
    data: { name, layer, file: removed.file, ...(uncovers === undefined ? {} : { uncovers }) },
    lines: [[`Removed skill: ${visibleLine(name)} (${layer})${shows}`]],
  };
}

/** Copies the skills of a folder into a layer. Nothing is overwritten. */
export function takeSkills(
  { from, layer }: { readonly from: string; readonly layer: "global" | "local" },
  session: Session,
): Output {
  const { viewpoint } = session;
  const source = resolve(viewpoint.cwd, from);
  const { receipts, problems } = importSkills(source, folderOf(layer, session));
  if (receipts.length === 0 && problems.length === 0) {
    throw new CommandError(`Cannot import skills from "${from}": there is none`, {
      code: "POLYGLAV_NO_SKILLS",
      exit: "usage",
      hint: "A skill is a NAME.md, or a folder NAME with a SKILL.md in it",
    });
  }
  const copied = receipts.filter(({ outcome }) => outcome === "copied").length;
  return {
    data: { receipts, problems },
    lines: [
      ...receipts.map((receipt) => receiptLine(receipt, session)),
      ...problemLines([...receipts.flatMap((receipt) => receipt.problems), ...problems], viewpoint),
      [`${copied} of ${receipts.length} ${receipts.length === 1 ? "skill" : "skills"} copied (${layer})`],
    ],
    ...(copied < receipts.length && { exit: "differs" as const }),
  };
}

/** Looks for what other programs, or models, would stumble over in skills. */
export async function lintSkills(name: string | undefined, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const { viewpoint } = session;
  if (name !== undefined && !catalog.skills.has(name)) throw missing("skill", name, catalog, viewpoint);
  const names = name === undefined ? catalog.skills.names() : [name];
  const found = names.flatMap((each): readonly Problem[] => {
    const path = catalog.skills.get(each)?.path;
    if (path === undefined) return [];
    const layer = catalog.skills.explain(each)?.fields.content?.from.at(-1)?.layer ?? "";
    const folder = /(?:^|[\\/])([^\\/]+)[\\/]skill\.md$/i.exec(path)?.[1];
    const text = readFileSync(path, "utf8");
    return lintSkill(text, each, folder === undefined ? {} : { folder }).map((one) => ({ ...one, layer, file: path }));
  });
  const count = `${found.length} ${found.length === 1 ? "finding" : "findings"}`;
  return {
    data: { findings: found },
    lines: [
      ...problemLines(found, viewpoint),
      [`${names.length} ${names.length === 1 ? "skill" : "skills"}, ${count}`],
    ],
    ...(found.length > 0 && { exit: "differs" as const }),
  };
}

function receiptLine({ name, outcome, to }: ImportReceipt, { viewpoint }: Session): Line {
  const where = visibleLine(displayPath(to, viewpoint));
  const tone = outcome === "copied" ? "good" : "warn";
  return [[tone, outcome.padEnd(8)], ` ${visibleLine(name)}   `, ["dim", where]];
}

/** The file of a skill in a folder; a name is looked up there, and never made a path. */
const fileOf = (dir: string, name: string): string | undefined =>
  readSkillPlaces([{ dir, layer: "local", flat: true }]).where(name)?.file;

/** Says where a skill is that is not in a layer, or that there is none. */
async function elsewhere({ name, layer }: SkillAt, session: Session): Promise<CommandError> {
  const { skills } = await session.catalog();
  const origin = skills.origin(name);
  if (origin === undefined) return notFound({ one: "skill", list: "polyglav skills list" }, name, skills.names());
  return notThere("skill", name, layer, origin);
}

function folderOf(layer: "global" | "local", { places }: Session): string {
  const folder = catalogFolders(places())[layer];
  if (folder !== undefined) return join(folder, "skills");
  throw new CommandError(`Cannot write the ${layer} layer: HOME is not an absolute path`, {
    code: "POLYGLAV_NOT_WRITTEN",
    exit: "not-ready",
    hint: "Set HOME, or XDG_CONFIG_HOME, to an absolute path",
  });
}
