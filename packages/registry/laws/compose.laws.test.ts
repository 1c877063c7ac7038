import fc from "fast-check";
import { describe, expect } from "vitest";
import { composeEntries, type Entry, resolveEntry } from "../src/entry.ts";
import { takeIn } from "../src/take-in.ts";
import { law } from "./law.ts";
import { ALL_FIELDS, listing, type Literal, literal, literals, patch, read, registryOf, RULES } from "./layers.ts";

type Entries = ReadonlyMap<string, Entry>;

const entriesOf = (written: Literal): Entries => takeIn("a", written, RULES).entries;

const entry = (written: Literal[string]): Entries => entriesOf({ reviewer: written });

function compose(low: Entries, high: Entries): Entries {
  const composed = new Map(low);
  for (const [name, entry] of high) {
    const below = low.get(name);
    composed.set(name, below === undefined ? entry : composeEntries(below, entry));
  }
  return composed;
}

describe("layers compose", () => {
  law("grouping does not matter, tombstones included", fc.tuple(literal, literal, literal), (written) => {
    const [a, b, c] = [entriesOf(written[0]), entriesOf(written[1]), entriesOf(written[2])];
    expect(compose(compose(a, b), c)).toEqual(compose(a, compose(b, c)));
  });

  const one = fc.oneof({ weight: 4, arbitrary: patch }, { weight: 1, arbitrary: fc.constant(null) });
  law("grouping does not matter where three layers meet in one entry", fc.tuple(one, one, one), (written) => {
    const [a, b, c] = [entry(written[0]), entry(written[1]), entry(written[2])];
    expect(compose(compose(a, b), c)).toEqual(compose(a, compose(b, c)));
  });

  law("layers composed ahead read like the layers one by one", literals, (written) => {
    const composed = written.map(entriesOf).reduce(compose);
    const readable = [...composed].flatMap(([name, entry]) => {
      const value = resolveEntry(entry);
      return value === undefined ? [] : [[name, value] as const];
    });
    expect(new Map(readable)).toEqual(new Map(registryOf(written).entries()));
  });

  law("an empty layer anywhere changes nothing", fc.tuple(literal, literal), ([low, high]) => {
    const expected = listing(registryOf([low, high]));
    expect(listing(registryOf([{}, low, high]))).toBe(expected);
    expect(listing(registryOf([low, {}, high]))).toBe(expected);
    expect(listing(registryOf([low, high, {}]))).toBe(expected);
  });

  law("a layer twice is a layer once, for fields that replace or merge", literal, (written) => {
    const fields = ALL_FIELDS.filter((field) => RULES.get(field) !== "append");
    const [once, twice] = [registryOf([written]), registryOf([written, written])];
    expect(twice.names()).toEqual(once.names());
    for (const name of once.names()) {
      for (const field of fields) expect(read(twice, name, field)).toEqual(read(once, name, field));
    }
  });
});
