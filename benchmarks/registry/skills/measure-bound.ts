import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cell, numberGiven, wordGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";
import { folderOf, skillsOf } from "./workload.ts";

// What nobody does without: finding the end of each head, or reading each file.
await cell(async ({ given, effort }) => {
  const skills = skillsOf(numberGiven(given, "files"));
  const isOnDisk = wordGiven(given, "from") === "disk";
  const folder = isOnDisk ? folderOf(skills) : "";
  const all = isOnDisk
    ? () => readdirSync(folder).reduce((sum, file) => sum + readFileSync(join(folder, file), "utf8").length, 0)
    : () => skills.reduce((sum, { text }) => sum + text.slice(text.indexOf("\n---", 3) + 5).length, 0);
  const batches = await perCpuSecond((times) => {
    let used = 0;
    for (let i = 0; i < times; i++) used += all();
    return used;
  }, effort);
  return { value: batches * skills.length };
});
