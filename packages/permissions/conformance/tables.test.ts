import { type Authority, pass, spec, use } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { BOOLEANS, engineChild, engineRoot, MAYBES, rankOf, RANKS } from "../laws/words.ts";
import tables from "./tables.json" with { type: "json" };

const BOUNDS = MAYBES.flatMap((g) => MAYBES.flatMap((n) => MAYBES.map((m) => ({ g, n, m }))));
const ROLES = MAYBES.flatMap((r) => BOUNDS.map((rest) => ({ r, ...rest })));
const YESES = MAYBES.flatMap((callerUse) =>
  (["operator", ...RANKS] as const).flatMap((by) =>
    BOOLEANS.flatMap((elevate) =>
      BOOLEANS.flatMap((once) => BOOLEANS.map((exact) => ({ callerUse, yes: { by, elevate, once, exact } }))),
    ),
  ),
);

const digitOf = (held: Pick<spec.Held, "use" | "pass">): string => String(3 * held.use + held.pass);
const digitAt = (a: Authority): string => digitOf({ use: rankOf(use(a, "bash")), pass: rankOf(pass(a, "bash")) });
const rank = (number: number): spec.Rank => RANKS.find((each) => each === number) ?? 0;

it("the tables have a row for everything that can be", () => {
  expect(tables.roots.map(({ cap, config }) => `${cap}${config}`).toSorted()).toEqual(
    RANKS.flatMap((cap) => RANKS.map((config) => `${cap}${config}`)),
  );
  expect(new Set(tables.roles.map((row) => `${row.use}${row.pass}${row.temporary}`)).size).toBe(18);
  expect(new Set(tables.yeses.map((row) => `${row.cap}${row.use}${row.advice}`)).size).toBe(18);
  expect(tables.roots.every(({ results }) => /^[0-8]{64}$/.test(results))).toBe(true);
  expect(tables.roles.every(({ results }) => /^[0-8]{256}$/.test(results))).toBe(true);
  expect(tables.yeses.every(({ results }) => /^[0-2]{128}$/.test(results))).toBe(true);
});

describe.each(tables.roots)("the root under cap $cap with config $config", ({ cap, config, results }) => {
  it("is what the table says, by the reference and by the engine", () => {
    expect(BOUNDS.map((words) => digitOf(spec.root(rank(cap), rank(config), words))).join("")).toBe(results);
    expect(BOUNDS.map((words) => digitAt(engineRoot("bash", rank(cap), rank(config), words))).join("")).toBe(results);
  });
});

describe.each(tables.roles)("a role (temporary: $temporary) of who may use $use and hand down $pass", (row) => {
  it("is what the table says, by the reference and by the engine", () => {
    const { results, temporary } = row;
    const held: spec.Held = { cap: 2, use: rank(row.use), pass: rank(row.pass) };
    const caller = engineRoot("bash", 2, held.use, { g: held.pass });
    expect(ROLES.map((words) => digitOf(spec.delegate(held, { ...words, temporary }))).join("")).toBe(results);
    expect(ROLES.map((words) => digitAt(engineChild("bash", caller, "r", { ...words, temporary }))).join("")).toBe(
      results,
    );
  });
});

describe.each(tables.yeses)("a yes to who may use $use under cap $cap, with advice $advice", (row) => {
  it("is worth what the table says", () => {
    const held = { cap: rank(row.cap), use: rank(row.use), pass: 0 } as const;
    const values = YESES.map(({ callerUse, yes }) =>
      spec.decide({ ...held, ...(callerUse !== undefined && { callerUse }) }, [yes], rank(row.advice)),
    );
    expect(values.join("")).toBe(row.results);
  });
});
