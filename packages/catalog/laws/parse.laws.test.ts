import { CATEGORIES, parseCarve, root, total, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog.ts";
import { parseConfig } from "../src/parse-config.ts";
import { parseRole } from "../src/parse-role.ts";
import { parseTeam } from "../src/team.ts";
import { writtenConfig, writtenRole, writtenRoles } from "./arbitraries.ts";

const check = <T>(of: fc.Arbitrary<T>, holds: (value: T) => void, numRuns = 500): void => {
  fc.assert(
    fc.property(of, (value) => {
      holds(value);
    }),
    { numRuns },
  );
};
const options = { name: "x", layer: "local" };

describe("parsing", () => {
  it("never throws, whatever was written", () => {
    check(fc.oneof(fc.anything(), writtenRole, writtenConfig), (written) => {
      for (const read of [parseRole(written, options), parseTeam(written, options), parseConfig(written)]) {
        for (const problem of read.problems) expect(problem.message).toMatch(/^Cannot .+[^.]$/s);
      }
    });
  });

  it("takes each field as it would take it alone", () => {
    check(writtenRole, (written) => {
      const together = parseRole(written, options);
      const apart = Object.entries(written).map((entry) => parseRole(Object.fromEntries([entry]), options));
      expect(together.value).toEqual(Object.fromEntries(apart.flatMap((read) => Object.entries(read.value))));
      expect(together.problems).toHaveLength(apart.flatMap((read) => read.problems).length);
    });
  });

  it("reports every field that it does not take, and takes its own result without a problem", () => {
    check(writtenRole, (written) => {
      const { value, problems } = parseRole(written, options);
      const reported = problems.map((problem) => problem.field?.split(".")[0]);
      for (const field of Object.keys(written)) {
        const isInnerName = field === "name" && written.name === "x";
        if (!isInnerName && !Object.hasOwn(value, field)) expect(reported).toContain(field);
      }
      const again = parseRole(value, options);
      expect(again.value).toEqual(value);
      expect(again.problems.filter((problem) => problem.code !== "carve/unknown-category")).toEqual([]);
    });
  });

  it("keeps of a permission field what the algebra makes of it", () => {
    check(writtenRole, ({ tool_permission: written }) => {
      if (written === undefined || written === null) return;
      const { tool_permission: words } = parseRole({ tool_permission: written }, options).value;
      const [ours, theirs] = [words, written].map((carve) =>
        root({ id: "a", use: total(parseCarve(carve).value, "ask") }),
      );
      if (ours === undefined || theirs === undefined) throw new Error("unreachable");
      for (const category of CATEGORIES) expect(use(ours, category)).toBe(use(theirs, category));
    });
  });
});

describe("a catalog", () => {
  it("takes each role as it would take it alone", () => {
    check(
      writtenRoles,
      (roles) => {
        const together = createCatalog({ trusted: true, roles: { local: roles } });
        for (const entry of Object.entries(roles)) {
          const alone = createCatalog({ trusted: true, roles: { local: Object.fromEntries([entry]) } });
          expect(together.role(entry[0])).toEqual(alone.role(entry[0]));
        }
      },
      100,
    );
  });

  it("gives the same for the same layers, and changes nothing that it was given", () => {
    check(
      writtenRoles,
      (written) => {
        const before = JSON.stringify(written);
        const roles = { local: written };
        const [a, b] = [createCatalog({ trusted: true, roles }), createCatalog({ trusted: true, roles })];
        expect(JSON.stringify([...a.roles.entries()])).toBe(JSON.stringify([...b.roles.entries()]));
        expect(JSON.stringify(written)).toBe(before);
        expect(Object.hasOwn(Object.prototype, "system_prompt")).toBe(false);
      },
      100,
    );
  });
});
