import { type Cell, composeCells, isSameCell, resolveCell } from "./cell.ts";
import { defineOwn, type PlainObject } from "./plain.ts";

/** What a run of layers says about one name. */
export interface Entry {
  /** A tombstone: nothing from below joins any more. */
  readonly cut: boolean;
  /** Some layer, after the last tombstone, defines the entry. */
  readonly defined: boolean;
  readonly cells: ReadonlyMap<string, Cell>;
}

export const TOMBSTONE: Entry = { cut: true, defined: false, cells: new Map() };

/** Puts the entry of a higher layer over that of a lower one. Associative; a layer without it is left out. */
export function composeEntries(low: Entry, high: Entry): Entry {
  if (high.cut) return high;
  const cells = new Map(low.cells);
  for (const [field, cell] of high.cells) {
    const below = cells.get(field);
    cells.set(field, below === undefined ? cell : composeCells(below, cell));
  }
  return { cut: low.cut, defined: high.defined, cells };
}

/** Turns a composed entry into what readers see; `undefined` when a tombstone hides it. */
export function resolveEntry(entry: Entry): PlainObject | undefined {
  if (!entry.defined) return undefined;
  const value: Record<string, unknown> = {};
  for (const [field, cell] of entry.cells) {
    const resolved = resolveCell(cell);
    if (resolved !== undefined) defineOwn(value, field, resolved);
  }
  return Object.freeze(value);
}

/** Says whether a layer says the same about a name as before. */
export function isSameEntry(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.cut !== b.cut || a.cells.size !== b.cells.size) return false;
  const fields = [...b.cells];
  return [...a.cells].every(([field, cell], i) => {
    const other = fields[i];
    return other?.[0] === field && isSameCell(cell, other[1]);
  });
}
