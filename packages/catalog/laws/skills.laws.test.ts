import { CATEGORIES, pass, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Catalog, createCatalog } from "../src/catalog.ts";
import { writtenRoles } from "./arbitraries.ts";

const allowed = fc.oneof(fc.constantFrom("*", "Bash", "Bash(rm:*)", "all"), fc.array(fc.string(), { maxLength: 3 }));

const wordsOf = (catalog: Catalog): unknown =>
  catalog.roles.names().map((name) => {
    if (catalog.faultsOf(name).length > 0) return [name];
    const authority = catalog.rootAuthority({ role: name, id: "r1" });
    return [name, ...CATEGORIES.flatMap((category) => [use(authority, category), pass(authority, category)])];
  });

describe("skills", () => {
  it("change nothing that any role may do or hand down, whatever tools they say to allow", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(writtenRoles, allowed, (local, allowedTools) => {
        const skill = { name: "s", content: "Do it.", description: "d", allowedTools };
        const carrying = Object.fromEntries(
          Object.entries(local).map(([name, entry]) => [
            name,
            typeof entry === "object" && entry !== null && !Array.isArray(entry) ? { ...entry, skills: ["s"] } : entry,
          ]),
        );
        const skills = { local: { entries: new Map([["s", skill]]) } };
        const withSkill = createCatalog({ trusted: true, roles: { local: carrying }, skills });
        expect(withSkill.skill("s")?.skill.allowedTools).toEqual(allowedTools);
        expect(wordsOf(withSkill)).toEqual(wordsOf(createCatalog({ trusted: true, roles: { local: carrying } })));
      }),
      { numRuns: 100 },
    );
  });
});
