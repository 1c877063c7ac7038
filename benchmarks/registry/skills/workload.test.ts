import { expect, test } from "vitest";
import { parseSkill } from "@polyglav/skills";
import { isGood, shown, skillsOf } from "./workload.ts";

test("the skills are 4 KB each, and are what the workload says they are", () => {
  for (const { name, text, read } of skillsOf(12)) {
    expect(text).toHaveLength(4_096);
    const { skill, problems } = parseSkill(text, name);
    expect(problems).toEqual([]);
    expect(shown({ name, description: skill.description, body: skill.content })).toBe(shown(read));
    expect(isGood(read)).toBe(true);
  }
});
