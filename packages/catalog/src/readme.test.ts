import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CATEGORIES } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { configSchema, providerSchema } from "./config-schema.ts";
import { limitsSchema } from "./limits.ts";
import { parseConfig } from "./parse-config.ts";
import { roleSchema } from "./role-schema.ts";

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
const section = (title: string): string => readme.split(`## ${title}\n`)[1]?.split("\n## ")[0] ?? "";
const keys = (schema: { readonly shape: object }): readonly string[] => Object.keys(schema.shape);

describe("the README", () => {
  it("names every field of a role, every limit and every category", () => {
    for (const name of [...keys(roleSchema), ...keys(limitsSchema), ...CATEGORIES]) {
      if (name === "name" || name === "$schema") continue;
      expect(section("The fields of a role")).toContain(`\`${name}\``);
    }
  });

  it("names every key of the config and of a provider, and its example has nothing wrong in it", () => {
    const text = section("The keys of the config");
    for (const name of [...keys(configSchema), ...keys(providerSchema)]) {
      if (name === "$schema") continue;
      expect(text).toContain(`\`${name}\``);
    }
    const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? "");
    expect(parseConfig(example, {}).problems).toEqual([]);
  });
});
