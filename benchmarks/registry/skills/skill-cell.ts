/**
 * How every subject of the suite is measured.
 *
 * @module
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cell, type Measured, numberGiven, wordGiven } from "../../runner/cell.ts";
import { agree, perCpuSecond } from "../../runner/measure.ts";
import { folderOf, isGood, type Read, shown, skillsOf } from "./workload.ts";

/** Reads one text, of the file that is called so. */
export type Parse = (text: string, name: string) => Read;
/** Reads all skills of a folder and counts those that are good. */
export type ReadFolder = (folder: string) => number;

/**
 * Measures a reader, of texts that are in memory or of files on disk. Who reads folders itself does that in its own
 * way; for the others each file is read and handed over.
 */
export function skillCell(parse: Parse, readFolder: ReadFolder = oneByOne(parse)): Promise<void> {
  return cell(async ({ given, effort }): Promise<Measured> => {
    const skills = skillsOf(numberGiven(given, "files"));
    agree(
      skills.map(({ name, text, read }) => ({ asked: { name, text }, right: shown(read) })),
      ({ name, text }) => shown(parse(text, name)),
    );
    const isOnDisk = wordGiven(given, "from") === "disk";
    const folder = isOnDisk ? folderOf(skills) : "";
    const all = isOnDisk
      ? () => readFolder(folder)
      : () => skills.filter(({ name, text }) => isGood(parse(text, name))).length;
    agree([{ asked: "all", right: String(skills.length) }], () => String(all()));
    const batches = await perCpuSecond((times) => {
      let good = 0;
      for (let i = 0; i < times; i++) good += all();
      return good;
    }, effort);
    return { value: batches * skills.length };
  });
}

const oneByOne =
  (parse: Parse): ReadFolder =>
  (folder) =>
    readdirSync(folder).filter((file) => isGood(parse(readFileSync(join(folder, file), "utf8"), file))).length;

const HEAD = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The way of those that bring no reader of heads: an expression cuts the head off, and a parser of YAML reads it. */
export const splitThen =
  (yaml: (head: string) => unknown): Parse =>
  (text) => {
    const [whole = "", head = ""] = HEAD.exec(text) ?? [];
    return { ...fieldsOf(yaml(head)), body: text.slice(whole.length) };
  };

export function fieldsOf(value: unknown): Pick<Read, "name" | "description"> {
  if (typeof value !== "object" || value === null) return { name: undefined, description: undefined };
  return {
    name: "name" in value ? value.name : undefined,
    description: "description" in value ? value.description : undefined,
  };
}
