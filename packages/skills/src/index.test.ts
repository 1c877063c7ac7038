import { expect, it } from "vitest";
import * as file from "./file/index.ts";
import * as skills from "./index.ts";
import * as yaml from "./yaml/index.ts";

it("exports these names", () => {
  expect(Object.keys(skills).sort()).toMatchInlineSnapshot(`
    [
      "checkSkillName",
      "describeContent",
      "estimateTokens",
      "lintSkill",
      "parseSkill",
      "readFrontmatter",
      "resolveSkills",
      "skillsSection",
      "withSkills",
    ]
  `);
  expect(Object.keys(file).sort()).toMatchInlineSnapshot(`
    [
      "createSkill",
      "editSkill",
      "importSkills",
      "openSkills",
      "readSkillFile",
      "readSkillFolder",
      "readSkillPlaces",
      "removeSkill",
      "skillFiles",
      "skillPlaces",
      "stampSkills",
    ]
  `);
  expect(Object.keys(yaml)).toEqual(["readYaml"]);
});
