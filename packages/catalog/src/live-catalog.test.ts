import { describe, expect, it } from "vitest";
import { type CatalogInput, createCatalog } from "./catalog.ts";
import { type CatalogChange, liveCatalog } from "./live-catalog.ts";

const none = { roles: [], teams: [], skills: [] };

/** A live catalog, and what it will read next. */
function make(first: CatalogInput = {}) {
  let next = first;
  const live = liveCatalog({ load: () => createCatalog({ trusted: true, ...next }) });
  return { live, write: (input: CatalogInput) => void (next = input) };
}

describe("liveCatalog()", () => {
  it("stays what it is until it is refreshed", () => {
    const { live, write } = make();
    const step = live.current();
    write({ roles: { local: { mine: {} } } });
    expect(live.current()).toBe(step);
    expect(live.refresh()).toEqual({ changed: true, names: { ...none, roles: ["mine"] }, config: false });
    expect(live.current()).not.toBe(step);
    expect(live.current().roles.has("mine")).toBe(true);
    expect(step.roles.has("mine")).toBe(false);
    expect(live.version()).toBe(1);
  });

  it("names what was added, changed and removed, of each kind", () => {
    const skill = (content: string) => ({ name: "s", content, description: "d" });
    const { live, write } = make({
      roles: { local: { a: {}, b: { tags: ["x"] }, constructor: { tags: [] } } },
      teams: { local: { t: { stages: ["a"] } } },
      skills: { local: { entries: new Map([["s", skill("1")]]) } },
    });
    write({
      roles: { local: { b: { tags: ["y"] }, c: {}, constructor: { tags: [] } } },
      teams: { local: { t: { stages: ["b"] } } },
      skills: { local: { entries: new Map([["s", skill("2")]]) } },
    });
    expect(live.refresh().names).toEqual({ roles: ["b", "c", "a"], teams: ["t"], skills: ["s"] });
  });

  it("knows a change of the config, of a bound and of the cap", () => {
    const { live, write } = make();
    write({ config: { global: { value: { model: "a/b" } } } });
    expect(live.refresh()).toEqual({ changed: true, names: none, config: true });
    write({ config: { global: { value: { model: "a/b" } } }, policies: [{ value: { cap: { bash: "deny" } } }] });
    expect(live.refresh()).toMatchObject({ changed: true, config: true });
    write({ config: { global: { value: { model: "a/b" } } }, policies: [{ value: { cap: { bash: "ask" } } }] });
    expect(live.refresh()).toMatchObject({ changed: true, config: true });
    expect(live.refresh()).toMatchObject({ changed: false, config: false });
    write({ trusted: false, roles: { local: { writer: { tool_permission: { edit: "ask" } } } } });
    expect(live.refresh()).toMatchObject({ changed: true, names: { roles: ["writer"] } });
  });

  it("counts no change where all says the same, also of places in files", () => {
    const layer = (line: number) => ({ entries: new Map([["mine", { tags: [] }]]), where: () => ({ line }) });
    const { live, write } = make({ roles: { local: layer(1) } });
    write({ roles: { local: layer(2) } });
    expect(live.refresh()).toEqual({ changed: false, names: none, config: false });
    expect(live.version()).toBe(0);
    expect(live.current().roles.explain("mine")?.fields.tags?.from).toEqual([{ layer: "local", line: 2 }]);
  });

  it("counts a problem that comes or goes, though everything says the same", () => {
    const { live, write } = make({ roles: { local: { mine: {} } } });
    write({ roles: { local: { mine: { zzz: 1 } } } });
    expect(live.refresh()).toEqual({ changed: true, names: none, config: false });
    expect(live.version()).toBe(1);
  });

  it("fails closed when what is new cannot be read, and opens again when it can", () => {
    const { live, write } = make({ roles: { local: { mine: {} } } });
    const broken = { entries: new Map(), readable: false };
    write({ roles: { local: broken } });
    expect(live.refresh()).toMatchObject({
      changed: true,
      names: { roles: expect.arrayContaining(["mine", "writer"]) },
    });
    expect(live.current().faults).toHaveLength(1);
    expect(live.current().role("writer")?.faults).toHaveLength(1);
    write({ roles: { local: { mine: {} } } });
    live.refresh();
    expect(live.current().faults).toEqual([]);
  });

  it("loads only when the stamp is another, and takes it before it loads", () => {
    const seen: string[] = [];
    let stamp = "1";
    let meanwhile = "1";
    const live = liveCatalog({
      stamp: () => {
        seen.push("stamp");
        return stamp;
      },
      load: () => {
        seen.push("load");
        stamp = meanwhile;
        return createCatalog();
      },
    });
    live.refresh();
    expect(seen).toEqual(["stamp", "load", "stamp"]);
    stamp = "2";
    meanwhile = "3";
    live.refresh();
    expect(seen.slice(3)).toEqual(["stamp", "load"]);
    live.refresh();
    expect(seen.slice(5)).toEqual(["stamp", "load"]);
    live.refresh();
    expect(seen.slice(7)).toEqual(["stamp"]);
  });

  it("keeps what it has when loading throws, and says so", () => {
    let isBroken = false;
    const live = liveCatalog({
      load: () => {
        if (isBroken) throw new Error("gone");
        return createCatalog();
      },
    });
    const before = live.current();
    isBroken = true;
    expect(() => live.refresh()).toThrow("gone");
    expect(live.current()).toBe(before);
  });

  it("tells all subscribers of each change, also when one throws", () => {
    const { live, write } = make();
    const told: CatalogChange[] = [];
    live.subscribe(() => {
      throw new Error("one");
    });
    const stop = live.subscribe((change) => void told.push(change));
    live.refresh();
    expect(told).toEqual([]);
    write({ roles: { local: { mine: {} } } });
    expect(() => live.refresh()).toThrow(AggregateError);
    expect(told).toMatchObject([{ changed: true, names: { roles: ["mine"] } }]);
    expect(live.current().roles.has("mine")).toBe(true);
    stop();
    write({});
    expect(() => live.refresh()).toThrow(AggregateError);
    expect(told).toHaveLength(1);
  });
});
