import { describe, expect, it } from "vitest";
import { createRegistry, type Registry, type SchemaIssue, type StandardSchema } from "./index.ts";

type Validate = StandardSchema["~standard"]["validate"];

const schema = (validate: Validate): StandardSchema => ({ "~standard": { version: 1, vendor: "hand", validate } });

const words = schema((value) => {
  if (!Array.isArray(value)) return { issues: [{ message: "Expected a list." }] };
  const issues = value.flatMap((word, i): SchemaIssue[] =>
    typeof word === "string" ? [] : [{ message: "Expected a word", path: [{ key: i }] }],
  );
  return issues.length > 0 ? { issues } : { value: value.map((word) => String(word).trim()) };
});

/** Gives each map of permissions a default, as schemas do. */
const withDefault = schema((value) => ({ value: { edit: "deny", ...Object(value) } as unknown }));

const registryWith = (
  schemas: Readonly<Record<string, StandardSchema>>,
  rules: Readonly<Record<string, "merge" | "append">> = {},
): Registry<Record<string, unknown>> =>
  createRegistry<Record<string, unknown>>({ layers: ["low", "high"], rules, schemas });

describe("a schema of a field", () => {
  it("refuses a value with what is wrong and where, and the layers below count", () => {
    const registry = registryWith({ tags: words });
    registry.set("low", { x: { tags: ["a"] } });
    const problems = registry.set("high", {
      entries: new Map([["x", { tags: ["b", 1, true], model: "m" }]]),
      where: (...path) => ({ file: path.join("/") }),
    });
    const wrong = { code: "registry/wrong-value", severity: "error", layer: "high", name: "x", field: "tags" };
    expect(problems).toEqual([
      { ...wrong, message: 'Cannot take in field "tags" of "x": 1: Expected a word', file: "x/tags/1" },
      { ...wrong, message: 'Cannot take in field "tags" of "x": 2: Expected a word', file: "x/tags/2" },
    ]);
    expect(registry.get("x")).toEqual({ tags: ["a"], model: "m" });
    expect(registry.put("high", "x", { tags: "b" }).map(({ message }) => message)).toEqual([
      'Cannot take in field "tags" of "x": Expected a list',
    ]);
  });

  it("may put another value in the place of the one that was written", () => {
    const registry = registryWith({ tags: words });
    registry.set("low", { x: { tags: [" a "] } });
    expect(registry.get("x")).toEqual({ tags: ["a"] });
    expect(registry.explain("x")?.fields.tags?.value).toBe(registry.get("x")?.tags);
    expect(Object.isFrozen(registry.get("x")?.tags)).toBe(true);
  });

  it("never sees null, nor what nobody wrote", () => {
    const seen: unknown[] = [];
    const spy = schema((value) => {
      seen.push(value);
      return { value };
    });
    const registry = registryWith({ model: spy, carve: spy, constructor: spy }, { carve: "merge" });
    registry.set("high", { x: { model: null, carve: { bash: null, edit: "ask" } }, y: { model: undefined }, z: null });
    expect(seen).toEqual([{ edit: "ask" }]);
    expect(Object.isFrozen(seen[0])).toBe(true);
  });

  it("hides nothing below with a default that nobody wrote, and keeps the keys that are null", () => {
    const registry = registryWith({ carve: withDefault }, { carve: "merge" });
    registry.set("low", { x: { carve: { edit: "allow", bash: "ask", web: "ask" } } });
    expect(registry.set("high", { x: { carve: { bash: "deny", web: null } } })).toEqual([]);
    expect(registry.get("x")).toEqual({ carve: { edit: "allow", bash: "deny" } });
  });

  it("may leave out keys of a map, which then say nothing", () => {
    const onlyBash = schema((value) => ({ value: { bash: (value as { readonly bash: unknown }).bash } }));
    const registry = registryWith({ carve: onlyBash }, { carve: "merge" });
    registry.set("low", { x: { carve: { bash: "ask" } } });
    registry.set("high", { x: { carve: { bash: "deny", toString: "x", edit: "deny" } } });
    expect(registry.get("x")).toStrictEqual({ carve: { bash: "deny" } });
  });

  it("is asked before the rule, which judges what the schema gives", () => {
    const registry = registryWith({ notes: schema((value) => ({ value: [value] })) }, { notes: "append" });
    expect(registry.set("low", { x: { notes: "a" } })).toEqual([]);
    registry.set("high", { x: { notes: "b" } });
    expect(registry.get("x")).toEqual({ notes: ["a", "b"] });
    const text = registryWith({ notes: schema(() => ({ value: "a" })) }, { notes: "append" });
    expect(text.set("low", { x: { notes: ["a"] } })).toMatchObject([{ code: "registry/not-a-list" }]);
  });

  it.each<[string, Validate, string]>([
    ["answers with a promise", () => Promise.reject(new Error("late")), "its schema answers with a promise"],
    [
      "throws",
      () => {
        throw new RangeError("broken");
      },
      'its schema threw RangeError "broken"',
    ],
  ])("that %s refuses the value and takes nothing else down", async (_, validate, state) => {
    const registry = registryWith({ model: schema(validate) });
    expect(registry.set("high", { x: { model: "m", tags: [] } })).toMatchObject([
      { code: "registry/wrong-value", message: `Cannot take in field "model" of "x": ${state}` },
    ]);
    expect(registry.get("x")).toEqual({ tags: [] });
    await Promise.resolve();
  });

  it("that gives null or undefined says nothing, and one that gives a loop is a problem", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const gives = (value: unknown): StandardSchema => schema(() => ({ value }));
    const nullForOne = schema((value) => ({ value: value === 1 ? null : value }));
    const registry = registryWith({ a: nullForOne, b: gives(undefined), c: gives(loop), d: gives({ e: undefined }) });
    registry.set("low", { x: { a: 0, f: 1 } });
    const problems = registry.set("high", { x: { a: 1, b: 1, c: 1, d: 1 } });
    expect(problems.map(({ code, field }) => [code, field])).toEqual([["registry/not-plain-data", "c"]]);
    expect(registry.get("x")).toStrictEqual({ a: 0, f: 1, d: {} });
  });

  it("is not given what is not plain data at all", () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const registry = registryWith({ a: schema(() => ({ value: 1 })) });
    expect(registry.set("high", { x: { a: loop } }).map(({ code }) => code)).toEqual(["registry/not-plain-data"]);
    expect(registry.get("x")).toEqual({});
  });
});
