import fc from "fast-check";
import { describe, expect } from "vitest";
import { type Composed, composeEntries, resolveEntry } from "../src/entry.ts";
import { joinValues } from "../src/rule.ts";
import { takeIn } from "../src/take-in.ts";
import { law } from "./law.ts";
import {
  ALL_FIELDS,
  FIELDS,
  JOINS,
  kindOf,
  listing,
  type Literal,
  literal,
  literals,
  patch,
  read,
  registryOf,
} from "./layers.ts";

type Entries = ReadonlyMap<string, Composed>;

function entriesOf(written: Literal): Entries {
  const entries = [...takeIn("a", written, FIELDS).entries];
  return new Map(entries.map(([name, { cut, defined, said, reset }]) => [name, { cut, defined, said, reset }]));
}

const entry = (written: Literal[string]): Entries => entriesOf({ reviewer: written });

const composeOne = (low: Composed, high: Composed): Composed =>
  composeEntries(low, high, JOINS, ({ rule }, below, above) => joinValues(rule, below, above));

function compose(low: Entries, high: Entries): Entries {
  const composed = new Map(low);
  for (const [name, entry] of high) {
    const below = low.get(name);
    composed.set(name, below === undefined ? entry : composeOne(below, entry));
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
      const value = resolveEntry(entry, JOINS);
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

  law("a layer twice is a layer once, for fields that do not append", literal, (written) => {
    const fields = ALL_FIELDS.filter((field) => kindOf(field) !== "append");
    const [once, twice] = [registryOf([written]), registryOf([written, written])];
    expect(twice.names()).toEqual(once.names());
    for (const name of once.names()) {
      for (const field of fields) expect(read(twice, name, field)).toEqual(read(once, name, field));
    }
  });
});
