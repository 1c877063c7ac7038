/**
 * Asks this package what a case asks, and compares.
 *
 * @module
 */
import { type Catalog, createCatalog, resolveModel } from "@polyglav/catalog";
import { use } from "@polyglav/permissions";
import type { Case, Expect } from "./case.ts";

/** One line for each answer that is another than the case wants. */
export function faultsOf({
  id,
  trusted = true,
  roles,
  teams,
  config = {},
  plugins = [],
  expect,
}: Case): readonly string[] {
  const layers = Object.entries(config).map(([layer, value]) => [layer, { value }] as const);
  const catalog = createCatalog({
    trusted,
    ...(roles && { roles }),
    ...(teams && { teams }),
    config: Object.fromEntries(layers),
    plugins,
  });
  return answers(catalog, expect).flatMap(([what, wanted, given]) =>
    covers(given ?? null, wanted) ? [] : [`${id}, ${what}: ${show(given ?? null)}, not ${show(wanted)}`],
  );
}

type Answer = readonly [what: string, wanted: unknown, given: unknown];

function answers(catalog: Catalog, expect: Expect): readonly Answer[] {
  const each = <T>(what: string, wanted: Readonly<Record<string, T>> = {}, give: (name: string) => unknown): Answer[] =>
    Object.entries(wanted).map(([name, value]) => [`${what} ${name}`, value, give(name)]);
  const { config } = catalog;
  return [
    ...each("count of", expect.counts, (kind) => catalog[kind === "roles" ? "roles" : "teams"].names().length),
    ...each("role", expect.roles, (name) => catalog.role(name)?.role),
    ...each("origin of", expect.origins, (name) => catalog.roles.origin(name)),
    ...each("team", expect.teams, (name) => catalog.team(name)?.team),
    ...each("stages of", expect.stages, (name) => catalog.team(name)?.team.stages.map(({ role }) => role)),
    ...each("loop of", expect.loops, (name) => catalog.team(name)?.loop),
    ...each("what may", expect.may, (role) => {
      const authority = catalog.rootAuthority({ role, id: "r1" });
      return Object.fromEntries(Object.keys(expect.may?.[role] ?? {}).map((one) => [one, use(authority, one)]));
    }),
    ...(expect.models ?? []).map(({ ref, is, caller }): Answer => [
      `model ${ref}`,
      is,
      resolveModel(ref, { config, caller }).ref,
    ]),
    ...(expect.config === undefined ? [] : [["config", expect.config, config] as const]),
    ...(expect.problems === undefined
      ? []
      : [["problems", expect.problems, catalog.problems.map(({ code }) => code).sort()] as const]),
    ...(expect.withheld === undefined
      ? []
      : [
          [
            "withheld",
            expect.withheld,
            catalog.withheld
              .map(({ kind, name, field }) => `${kind} ${name}${field === undefined ? "" : `.${field}`}`)
              .sort(),
          ] as const,
        ]),
  ];
}

/** Whether a value has what is wanted: the named fields of objects, everything else alike. */
function covers(given: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return show(given) === show(wanted);
  return (
    isRecord(given) &&
    Object.entries(wanted).every(([key, value]) => Object.hasOwn(given, key) && covers(given[key], value))
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const show = (value: unknown): string => JSON.stringify(value);
