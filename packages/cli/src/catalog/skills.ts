import { basename, dirname, resolve } from "node:path";
import { catalogFolders, catalogSkillPlaces, makeLocalFolder } from "@polyglav/catalog/file";
import type { Problem } from "@polyglav/registry";
import { checkSkillName, lintSkill } from "@polyglav/skills";
import {
  createSkill,
  editSkill,
  importSkills,
  type ImportReceipt,
  openSkills,
  readSkillFile,
  removeSkill,
  type SkillPlace,
} from "@polyglav/skills/file";
import { readYaml } from "@polyglav/skills/yaml";
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
  const place = placeOf(layer, session);
  const bad = checkSkillName(name);
  if (bad !== undefined) throw notWritten(bad, viewpoint);
  const was = (await session.catalog()).skills.origin(name);
  makeFolderOf(layer, session);
  const made = createSkill(place, name, content);
  if (!made.ok) throw refused(made.problem, session);
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
  const place = placeOf(layer, session);
  const file = content === undefined ? fileIn(place, name) : rewrite(place, name, content, session);
  if (file === undefined) throw await elsewhere("edit", { name, layer }, session);
  if (editor !== undefined) {
    await openEditor(editor, file, session);
    await session.say(problemLines(problemsIn(place, name), viewpoint));
  }
  return {
    data: { name, layer, file },
    lines: [[`Changed skill: ${visibleLine(name)} (${layer}) - ${visibleLine(displayPath(file, viewpoint))}`]],
  };
}

/** Removes a skill from a layer; the layers below show again. */
export async function dropSkill({ name, layer }: SkillAt, session: Session): Promise<Output> {
  const removed = removeSkill(placeOf(layer, session), name);
  if (removed.outcome === "refused") throw refused(removed.problem, session);
  if (removed.outcome !== "removed") throw await elsewhere("remove", { name, layer }, session);
  const { skills } = await session.catalog();
  const uncovers = skills.origin(name);
  const file = skills.explain(name)?.fields.path?.from.at(-1)?.file;
  const below = file === undefined ? "" : `: ${visibleLine(displayPath(file, session.viewpoint))}`;
  const shows = uncovers === undefined ? "" : `; ${visibleLine(name)} is ${uncovers} again${below}`;
  return {
    data: { name, layer, file: removed.file, ...(uncovers === undefined ? {} : { uncovers }) },
    lines: [[`Removed skill: ${visibleLine(name)} (${layer})${shows}`]],
  };
}

/** Copies the skills of a folder into a layer. Nothing is overwritten. */
export async function takeSkills(
  { from, layer }: { readonly from: string; readonly layer: "global" | "local" },
  session: Session,
): Promise<Output> {
  const { viewpoint } = session;
  const source = resolve(viewpoint.cwd, from);
  const place = placeOf(layer, session);
  const there = openSkills({ places: [{ dir: source, layer: "local", flat: true }], trusted: false });
  if (there.withheld().length > 0) makeFolderOf(layer, session);
  const { receipts, problems } = importSkills(source, place);
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
    const { value: path, from } = catalog.skills.explain(each)?.fields.path ?? {};
    if (typeof path !== "string") return [];
    const { layer = "", file = path } = from?.at(-1) ?? {};
    const read = readSkillFile(dirname(path), basename(path));
    if (!read.ok) return [{ ...read.problem, layer, file, name: each }];
    const folder = isSkillFolder(file) ? { folder: basename(dirname(file)) } : {};
    return lintSkill(read.text, each, { ...folder, yaml: readYaml }).map((one) => ({ ...one, layer, file }));
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

/** Whether a file makes a skill of the folder that it lies in. */
export const isSkillFolder = (file: string): boolean => /^skill\.md$/i.test(basename(file));

/** The file of a skill in a place; a name is looked up there, and never made a path. */
const fileIn = (place: SkillPlace, name: string): string | undefined =>
  openSkills({ places: [place], trusted: true })
    .explain(name)
    ?.fields.path?.from.at(-1)?.file;

function problemsIn(place: SkillPlace, name: string): readonly Problem[] {
  const skills = openSkills({ places: [place], trusted: true });
  skills.load(name);
  return skills.problems().filter((problem) => problem.name === name);
}

/** Gives the file, or `undefined` where there is none in the place. */
function rewrite(place: SkillPlace, name: string, content: string, session: Session): string | undefined {
  const edited = editSkill(place, name, content);
  if (edited.ok) return edited.file;
  if (edited.problem.code === "skill/unknown") return undefined;
  throw refused(edited.problem, session);
}

/** Says where a skill is that is not in the place where we write, or that there is none. */
async function elsewhere(verb: "edit" | "remove", { name, layer }: SkillAt, session: Session): Promise<CommandError> {
  const { skills, withheld } = await session.catalog();
  const { viewpoint } = session;
  const untrusted = withheld.find((one) => one.kind === "skill" && one.name === name);
  const counted = skills.explain(name)?.fields;
  const found = counted?.path?.from.at(-1) ?? counted?.content?.from.at(-1);
  const at = layer === "local" && untrusted !== undefined ? untrusted : (found ?? untrusted);
  if (at === undefined) return notFound({ one: "skill", list: "polyglav skills list" }, name, skills.names());
  const own = placeOf(layer, session).dir;
  const place = at.file === undefined ? `from a ${at.layer}` : `in ${displayPath(at.file, viewpoint)}`;
  const isOther = at.layer === "global" && layer === "local" && at.file?.startsWith(placeOf("global", session).dir);
  const edit = at.file === undefined ? "Write your own with skills new" : "Change that file";
  return new CommandError(`Cannot ${verb} skill "${name}": it is ${place}, not in ${displayPath(own, viewpoint)}`, {
    code: verb === "edit" ? "POLYGLAV_NOT_WRITTEN" : "POLYGLAV_NOT_REMOVED",
    exit: "usage",
    hint: isOther === true ? `Pass --global to ${verb} the user's own` : edit,
  });
}

/** Says why a skill stays as it is: a disk that refuses is the machine's, a folder that leads out is whoever made it's. */
function refused(problem: Problem, { viewpoint }: Session): CommandError {
  const { file = "" } = problem;
  if (problem.code === "skill/cannot-write")
    return notWritten({ ...problem, code: "file/cannot-write", file }, viewpoint);
  if (problem.code === "skill/outside-folder") return notWritten({ ...problem, code: "file/outside" }, viewpoint);
  return notWritten(problem, viewpoint);
}

/** Makes the folder of a layer that people commit, with what keeps the rest out of it. */
function makeFolderOf(layer: "global" | "local", { places, viewpoint }: Session): void {
  if (layer === "global") return;
  const made = makeLocalFolder(places(), { by: "who made .polyglav" });
  if (!made.ok) throw notWritten(made.problem, viewpoint);
}

/** The place where polyglav's own skills of a layer are. */
function placeOf(layer: "global" | "local", { places }: Session): SkillPlace {
  const own = { ...places(), noLocal: false };
  const place = catalogSkillPlaces(own).findLast((one) => one.layer === layer);
  if (place !== undefined && catalogFolders(own)[layer] !== undefined) return place;
  throw new CommandError(`Cannot write the ${layer} layer: HOME is not an absolute path`, {
    code: "POLYGLAV_NOT_WRITTEN",
    exit: "not-ready",
    hint: "Set HOME, or XDG_CONFIG_HOME, to an absolute path",
  });
}
