import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRole } from "../src/parse-role.ts";
import { jsonSchemaOf } from "../src/schema/json-schema-of.ts";
import { parseTeam } from "../src/team.ts";
import { writtenRole } from "./arbitraries.ts";
import { isValid } from "./json-schema-check.ts";

const anything = fc.oneof(fc.constant(null), fc.jsonValue());
const stage = fc.oneof(
  fc.constantFrom<unknown>("writer", "", { role: "editor" }, { role: "editor", mode: 1 }),
  anything,
);
const end = fc.oneof(fc.constantFrom<unknown>("writer", 0, -1, 0.5, null), anything);
const writtenTeam = fc.record(
  {
    description: fc.oneof(fc.string(), anything),
    tags: fc.oneof(fc.array(fc.string()), anything),
    stages: fc.oneof(
      fc.array(stage, { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("writer", "a", ""), stage),
      anything,
    ),
    loop: fc.oneof(
      fc.record(
        { from: end, until: end, max_iterations: fc.oneof(fc.integer(), anything), verdict: anything, other: anything },
        { requiredKeys: [] },
      ),
      anything,
    ),
    name: fc.constantFrom<unknown>("x", "y", 1),
    "x-y": anything,
    zzz: anything,
  },
  { requiredKeys: [] },
);

const law = (title: string, written: fc.Arbitrary<unknown>, holds: (value: unknown) => void): void => {
  it(title, () => {
    fc.assert(
      fc.property(written, (value) => {
        holds(value);
      }),
      { numRuns: 2000 },
    );
  });
};

describe.each([
  ["role", writtenRole, parseRole],
  ["team", writtenTeam, parseTeam],
] as const)("the JSON Schema of a %s", (kind, written, parse) => {
  const schema = jsonSchemaOf(kind);
  const errorsOf = (value: unknown) =>
    parse(value, { name: "x" }).problems.filter(({ severity }) => severity === "error");

  /** Each field is read by itself, so that each says something, whatever stands beside it. */
  const apart = (value: unknown): readonly unknown[] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map((entry) => Object.fromEntries([entry]))
      : [value];

  law("refuses what the parser refuses", fc.oneof(written, anything), (value) => {
    for (const each of apart(value)) if (isValid(each, schema)) expect(errorsOf(each)).toEqual([]);
  });

  law("refuses nothing in which the parser finds nothing wrong", written, (value) => {
    for (const each of apart(value)) {
      if (parse(each, { name: "x" }).problems.length === 0) expect(isValid(each, schema)).toBe(true);
    }
  });

  law("takes what the parser makes of anything, but for categories that nobody knows", written, (value) => {
    const read = parse(value, { name: "x" });
    const isKnown = read.problems.every(({ code }) => code !== "carve/unknown-category");
    if (isKnown) expect(isValid(read.value, schema)).toBe(true);
  });
});
