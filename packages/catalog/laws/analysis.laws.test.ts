import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffEntry } from "../src/analysis/diff-entry.ts";
import { lintCatalog } from "../src/analysis/lint-catalog.ts";
import { type Catalog, createCatalog } from "../src/catalog.ts";
import { type Layer, LAYERS } from "../src/layers.ts";
import { NAMES, writtenRoles } from "./arbitraries.ts";

/** The roles as they would be without the layers above one. */
type Below = (layer: Layer) => Catalog["roles"];

const law = (title: string, holds: (catalog: Catalog, below: Below) => void): void => {
  it(title, { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(writtenRoles, writtenRoles, (global, local) => {
        const upTo = (layer: Layer): Catalog => {
          const has = (one: Layer): boolean => LAYERS.indexOf(one) <= LAYERS.indexOf(layer);
          const roles = { ...(has("global") && { global }), ...(has("local") && { local }) };
          return createCatalog({ trusted: true, roles });
        };
        holds(upTo("local"), (layer) => upTo(layer).roles);
      }),
      { numRuns: 100 },
    );
  });
};

type Fields = Readonly<Record<string, unknown>>;
const object = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});
const withField = (fields: Fields, key: string, value: unknown): Fields =>
  Object.fromEntries([...Object.entries(fields).filter(([each]) => each !== key), [key, value]]);
/** Without empty maps and what is undefined, of which no difference tells. */
const compact = (value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .map(([key, item]) => [key, compact(item)] as const)
          .filter(([, item]) => item !== undefined && JSON.stringify(item) !== "{}"),
      );

describe("diffEntry()", () => {
  law("gives what makes the merged role out of the one below", (catalog, below) => {
    for (const name of NAMES) {
      const explained = catalog.roles.explain(name);
      if (explained === undefined) continue;
      for (const against of LAYERS) {
        let fields = object(below(against).get(name));
        for (const { field, key, is } of diffEntry(explained, against)) {
          fields = withField(fields, field, key === undefined ? is : withField(object(fields[field]), key, is));
        }
        expect(compact(fields)).toEqual(compact(object(catalog.roles.get(name))));
      }
      expect(diffEntry(explained, "local")).toEqual([]);
    }
  });
});

describe("lintCatalog()", () => {
  law("names every word that is denied below and not above", (catalog, below) => {
    const lost = lintCatalog(catalog).filter(({ code }) => code === "lint/lost-deny");
    for (const name of catalog.roles.names()) {
      for (const field of ["tool_permission", "grant_permission"] as const) {
        const now = object(catalog.roles.get(name)?.[field]);
        for (const layer of LAYERS) {
          for (const [key, word] of Object.entries(object(below(layer).get(name)?.[field]))) {
            if (word !== "deny" || (Object.hasOwn(now, key) && now[key] === "deny")) continue;
            expect(lost).toContainEqual(expect.objectContaining({ name, field: `${field}.${key}` }));
          }
        }
      }
    }
  });

  law("names of roles and teams only what there is, and each place that it knows", (catalog) => {
    for (const finding of lintCatalog(catalog)) {
      expect(finding.code).toMatch(/^lint\//);
      expect(finding.kind === "team" ? catalog.teams.has(finding.name) : catalog.roles.has(finding.name)).toBe(true);
      expect(finding.layer).toBeDefined();
    }
  });
});
