import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalog } from "../src/catalog.ts";
import { parseTeam } from "../src/team.ts";

const role: fc.Arbitrary<string> = fc.constantFrom(
  "writer",
  "editor",
  "tester",
  "constructor",
  "__proto__",
  "2",
  "root",
  "a/b",
);
const end = fc.oneof(role, fc.integer({ min: -2, max: 7 }), fc.constantFrom(null, undefined, ""));
const written = fc.record(
  { from: end, until: end, max_iterations: fc.option(fc.integer()), verdict: fc.option(fc.string()) },
  { requiredKeys: [] },
);
const team = fc.record({ stages: fc.array(role, { maxLength: 6 }), loop: written });

const law = <T>(name: string, of: fc.Arbitrary<T>, holds: (value: T) => void): void => {
  it(name, () => {
    fc.assert(
      fc.property(of, (value) => {
        holds(value);
      }),
      { numRuns: 1000 },
    );
  });
};
const read = (entry: unknown) => parseTeam(entry, { name: "t" });

describe("the loop of a team", () => {
  law("is a piece of its stages that runs at least once, or none and one warning", team, (entry) => {
    const catalog = createCatalog({ trusted: true, teams: { local: { t: entry } } });
    const { team: found, loop, problems: why } = catalog.team("t") ?? {};
    expect(catalog.problems).toEqual(why);
    if (loop === undefined) {
      const isWritten = Object.keys(found?.loop ?? {}).length > 0;
      expect(why?.map(({ code, severity }) => [code, severity])).toEqual(
        isWritten ? [["team/no-loop", "warning"]] : [],
      );
      return;
    }
    expect(why).toEqual([]);
    expect(loop.first).toBeGreaterThanOrEqual(0);
    expect(loop.last).toBeGreaterThanOrEqual(loop.first);
    expect(loop.last).toBeLessThan(found?.stages.length ?? 0);
    expect(loop.max_iterations).toBeGreaterThanOrEqual(1);
    expect(loop.verdict).not.toBe("");
  });

  law("is the same with the name of a role and with the index of its first stage", team, ({ stages, loop }) => {
    const indexOf = (written: string | number | null | undefined) =>
      typeof written === "string" && stages.includes(written) ? stages.indexOf(written) : written;
    const view = (entry: unknown) => createCatalog({ trusted: true, teams: { local: { t: entry } } }).team("t")?.loop;
    const byIndex = { ...loop, from: indexOf(loop.from), until: indexOf(loop.until) };
    expect(view({ stages, loop: byIndex })).toEqual(view({ stages, loop }));
  });
});

describe("the stages of a team", () => {
  const roles = fc.uniqueArray(
    role.filter((name) => name !== "2"),
    { maxLength: 6 },
  );
  law("are the same in all three forms", roles, (names) => {
    const asObjects = read({ stages: names.map((role) => ({ role })) });
    expect(asObjects.problems).toEqual([]);
    expect(read({ stages: names })).toEqual(asObjects);
    expect(read({ stages: Object.fromEntries(names.map((name) => [name, {}])) })).toEqual(asObjects);
  });
});
