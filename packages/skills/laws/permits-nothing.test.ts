import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseSkill, resolveSkills, withSkills } from "../src/index.ts";

const PACKAGES = join(import.meta.dirname, "../..");

it("the tools that a head allows reach no prompt, so no model takes them for a permission", () => {
  const text = "---\nname: s\nallowed-tools: Bash(rm:*)\n---\nBody.\n";
  const { skill } = parseSkill(text, "s");
  expect(skill.allowedTools).toBe("Bash(rm:*)");
  const { skills } = resolveSkills(() => skill, [["s"]]);
  expect(withSkills("P", skills)).toBe("P\n\n## Skills\n\n### s\n\nBody.");
});

it("no package that decides or runs reads them", () => {
  const readers = ["permissions", "engine", "tools", "catalog"]
    .map((name) => join(PACKAGES, name, "src"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .filter(
      (file) =>
        /\ballowedTools\b/.test(readFileSync(file, "utf8")) && readFileSync(file, "utf8").includes("@polyglav/skills"),
    );
  expect(readers).toEqual([]);
});
