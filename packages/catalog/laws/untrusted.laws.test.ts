import { type Authority, canDelegate, CATEGORIES, type Decision, leq, pass, use } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Catalog, createCatalog } from "../src/catalog.ts";
import { type LayerLiteral, type WrittenLayers } from "../src/layers.ts";
import { NAMES, writtenConfig, writtenRoles } from "./arbitraries.ts";

/** A folder as somebody may have prepared it, and the global layers of the operator. */
const folder = fc.record({ roles: writtenRoles, config: writtenConfig });
const operator = fc.record({ roles: writtenRoles, config: writtenConfig });
interface Written {
  readonly roles: LayerLiteral;
  readonly config: unknown;
}

function load(mine: Written, local?: Written): Catalog {
  const roles: WrittenLayers = { global: mine.roles, ...(local && { local: local.roles }) };
  const config = { global: { value: mine.config }, ...(local && { local: { value: local.config } }) };
  return createCatalog({ trusted: false, roles, config });
}

/** Every decision that a catalog gives, under a name. */
function* decisions(catalog: Catalog): Generator<readonly [string, Decision]> {
  const root = catalog.rootAuthority();
  const names = catalog.roles.names().filter((name) => NAMES.includes(name));
  const chains: [string, Authority][] = [["root", root]];
  for (const name of names) {
    const child = catalog.authority(root, name, "r1");
    chains.push([name, child], [`as ${name}`, catalog.rootAuthority({ role: name, id: "r1" })]);
    for (const next of ["leader", "programmer", "mine"].filter((role) => catalog.roles.has(role))) {
      chains.push([`${name}/${next}`, catalog.authority(child, next, "r2")]);
    }
  }
  for (const [path, authority] of chains) {
    for (const category of CATEGORIES) {
      yield [`${path} uses ${category}`, use(authority, category)];
      yield [`${path} passes ${category}`, pass(authority, category)];
    }
    for (const name of names) {
      yield [`${path} delegates to ${name}`, canDelegate(authority, catalog.targetOf(name)).decision];
    }
  }
}

const law = (name: string, holds: (mine: Written, local: Written) => void) => {
  it(name, { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(operator, folder, (mine, local) => {
        holds(mine, local);
      }),
      { numRuns: 100 },
    );
  });
};

describe("a local layer that is not trusted", () => {
  law("never makes any decision wider than it is without that layer", (mine, local) => {
    const without = new Map(decisions(load(mine)));
    const found = [...decisions(load(mine, local))].filter(
      ([what, decision]) => !leq(decision, without.get(what) ?? "deny"),
    );
    expect(found).toEqual([]);
  });

  law("changes no role, no team, no config and no origin", (mine, local) => {
    const [a, b] = [load(mine), load(mine, local)];
    expect(b.config).toEqual(a.config);
    expect(b.roles.names()).toEqual(a.roles.names());
    expect(b.teams.names()).toEqual(a.teams.names());
    for (const name of a.roles.names()) {
      expect(b.role(name)?.role).toEqual(a.role(name)?.role);
      expect(b.role(name)?.origin).toEqual(a.role(name)?.origin);
    }
  });

  law("has each of its entries and fields either taken as a bound, withheld, or reported", (mine, local) => {
    const catalog = load(mine, local);
    for (const [name, entry] of Object.entries(local.roles)) {
      const about = catalog.withheld.filter((one) => one.kind === "role" && one.name === name);
      if (about.some((one) => one.field === undefined)) continue;
      const isEntry = typeof entry === "object" && entry !== null && !Array.isArray(entry);
      if (!isEntry) {
        expect(catalog.faultsOf(name).length).toBeGreaterThan(0);
        continue;
      }
      for (const field of Object.keys(entry)) {
        if (["name", "tool_permission", "grant_permission", "limits", "accepts_delegation"].includes(field)) continue;
        expect(about.map((one) => one.field)).toContain(field);
      }
    }
  });
});
