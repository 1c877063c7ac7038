import { expect, it } from "vitest";
import * as file from "./file/index.ts";
import * as skills from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(skills).sort()).toMatchInlineSnapshot(`
    [
      "describeContent",
      "parseSkill",
      "resolveSkills",
      "skillName",
      "skillsSection",
      "withSkills",
    ]
  `);
  expect(Object.keys(file).sort()).toMatchInlineSnapshot(`
    [
      "readSkillFolder",
    ]
  `);
});
