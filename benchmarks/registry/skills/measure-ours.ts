import { parseSkill } from "@polyglav/skills";
import { readSkillFolder } from "@polyglav/skills/file";
import { skillCell } from "./skill-cell.ts";
import { isGood } from "./workload.ts";

await skillCell(
  (text, name) => {
    const { skill, frontmatter } = parseSkill(text, name);
    return { name: frontmatter.fields.name, description: skill.description, body: skill.content };
  },
  (folder) => {
    let good = 0;
    for (const [name, { description, content }] of readSkillFolder(folder, { layer: "local" }).entries)
      if (isGood({ name, description, body: content })) good += 1;
    return good;
  },
);
