import { createRegistry } from "@polyglav/registry";
import { expect, test } from "vitest";
import { asText, changed, copyOf, LAYERS, layersOf, nameOf, rightAnswer, RULES, SHAPES, textsOf } from "./workload.ts";

const given = (shape: string) => ({ shape, entries: 100 });

test.each(SHAPES)("the same %s layers come out every time", (shape) => {
  expect(layersOf(given(shape))).toEqual(layersOf(given(shape)));
  expect(copyOf(textsOf(layersOf(given(shape))))).toEqual(layersOf(given(shape)));
});

test("full layers name every entry, sparse ones a few", () => {
  const sizes = SHAPES.map((shape) => layersOf(given(shape)).map((layer) => Object.keys(layer).length));
  expect(sizes[0]).toEqual([100, 100, 100, 100]);
  expect(sizes[1]?.[0]).toBe(100);
  for (const size of sizes[1]?.slice(1) ?? []) expect(size > 0 && size < 30).toBe(true);
});

test("an entry that is changed is another one", () => {
  const before = rightAnswer(layersOf(given("full")));
  const after = rightAnswer(changed(layersOf(given("full")), 50));
  expect(after).not.toBe(before);
  expect(JSON.parse(after)).toHaveProperty([nameOf(50), "model"], "changed");
});

test("texts are equal whatever the order of keys, and differ otherwise", () => {
  expect(asText({ a: [1, { b: null, c: "x" }] })).toBe(asText({ a: [1, { c: "x", b: null }] }));
  expect(asText({ a: [1, 2] })).not.toBe(asText({ a: [2, 1] }));
});

test.each(SHAPES)("ours merges the %s layers as the definition does", (shape) => {
  const registry = createRegistry<Record<string, unknown>>({ layers: LAYERS, rules: RULES });
  const layers = layersOf(given(shape));
  for (const [i, name] of LAYERS.entries()) registry.set(name, layers[i] ?? {});
  expect(asText(Object.fromEntries(registry.entries()))).toBe(rightAnswer(layers));
});
