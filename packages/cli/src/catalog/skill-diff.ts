import { basename, dirname } from "node:path";
import { type Layer, LAYERS } from "@polyglav/catalog";
import { diffEntry } from "@polyglav/catalog/analysis";
import type { Shadowed } from "@polyglav/registry";
import { parseSkill } from "@polyglav/skills";
import { readSkillFile } from "@polyglav/skills/file";
import { readYaml } from "@polyglav/skills/yaml";
import type { Output } from "../command.ts";
import type { Session } from "../session.ts";
import { differencesOutput } from "./diff.ts";
import { missing } from "./kinds.ts";

/** Shows what the layers above one change in a skill, its text among it. */
export async function diffSkill(
  { name, against }: { readonly name: string; readonly against: Layer },
  session: Session,
): Promise<Output> {
  const catalog = await session.catalog();
  const explained = catalog.skills.explain(name);
  if (explained === undefined) throw missing("skill", name, catalog, session.viewpoint);
  // What the file is called and looks like is not what it says, and the text was not read before.
  const { path, stamp: _, tokens: __, content: inMemory, ...fields } = explained.fields;
  const from = (inMemory?.value === undefined ? path : inMemory)?.from ?? [];
  const shadowed = [...textsOf(path?.shadowed ?? []), ...(inMemory?.shadowed ?? [])]
    .filter(({ value }) => typeof value === "string")
    .toSorted((a, b) => indexOf(a.layer) - indexOf(b.layer));
  const content = { value: catalog.skill(name)?.skill.content, from, shadowed };
  const differences = diffEntry({ ...explained, fields: { ...fields, content } }, against);
  return differencesOutput({ name, against, differences }, session.viewpoint);
}

const indexOf = (layer: string): number => LAYERS.findIndex((one) => one === layer);

/** Reads the texts of files by their paths. */
const textsOf = (files: readonly Shadowed[]): readonly Shadowed[] =>
  files.map(({ value: path, ...where }) => {
    const read = typeof path === "string" ? readSkillFile(dirname(path), basename(path)) : undefined;
    return {
      ...where,
      value: read?.ok === true ? parseSkill(read.text, "", { yaml: readYaml }).skill.content : undefined,
    };
  });
