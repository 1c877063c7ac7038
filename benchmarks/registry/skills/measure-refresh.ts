import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSkills } from "@polyglav/skills/file";
import { cell, Disagreement, numberGiven, wordGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { folderOf, skillsOf } from "./workload.ts";

await cell(async ({ given, effort }) => {
  const files = numberGiven(given, "files");
  const folder = folderOf(skillsOf(files));
  const isChanging = wordGiven(given, "changes") === "one";
  const edited = join(folder, "skill-0.md");
  let edits = 0;
  const edit = (): void => {
    if (isChanging) writeFileSync(edited, `Edit ${(edits += 1)}.\n`);
  };
  const skills = openSkills({ places: [{ dir: folder, layer: "local", flat: true }], trusted: true });
  const look = (): number =>
    wordGiven(given, "by") === "polyglav"
      ? skills.refresh().size
      : readdirSync(folder).filter((file) => statSync(join(folder, file)).size === 0).length;
  edit();
  const found = skills.refresh().size;
  if (found !== (isChanging ? 1 : 0)) throw new Disagreement(`it finds ${found} changed`);
  const batches = await perCpuSecond((times) => {
    let used = 0;
    for (let i = 0; i < times; i++) {
      edit();
      used += look();
    }
    return used;
  }, effort);
  return { value: batches * files };
});
