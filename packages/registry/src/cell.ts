import { defineOwn, isSame, type PlainObject } from "./plain.ts";

/**
 * What a run of layers says about one field. `cut` means that nothing from below joins any more.
 * Tombstones stay in the cell, also the `null` keys of a map, until {@link resolveCell}: dropped any earlier, the
 * result would depend on which layers were composed first.
 */
export type Cell =
  | { readonly kind: "gone" }
  | { readonly kind: "replace"; readonly value: unknown }
  | { readonly kind: "merge"; readonly map: ReadonlyMap<string, unknown>; readonly cut: boolean }
  | { readonly kind: "append"; readonly list: readonly unknown[]; readonly cut: boolean };

/** Puts the cell of a higher layer over that of a lower one. Associative; a layer without a cell is left out. */
export function composeCells(low: Cell, high: Cell): Cell {
  if (high.kind === "gone" || high.kind === "replace" || high.cut) return high;
  if (high.kind === "merge" && low.kind === "merge") return { ...low, map: new Map([...low.map, ...high.map]) };
  if (high.kind === "append" && low.kind === "append") return { ...low, list: [...low.list, ...high.list] };
  return { ...high, cut: true };
}

/** Turns a cell into the value that readers see; `undefined` when there is none. */
export function resolveCell(cell: Cell): unknown {
  switch (cell.kind) {
    case "gone":
      return undefined;
    case "replace":
      return cell.value;
    case "append":
      return Object.freeze(cell.list);
    case "merge":
      return resolveMap(cell.map);
  }
}

/** Gives a cell back as it was written, tombstones included. */
export function writtenValue(cell: Cell): unknown {
  if (cell.kind === "replace") return cell.value;
  if (cell.kind === "append") return cell.list;
  if (cell.kind === "gone") return null;
  const written: Record<string, unknown> = {};
  for (const [key, item] of cell.map) defineOwn(written, key, item);
  return Object.freeze(written);
}

function resolveMap(map: ReadonlyMap<string, unknown>): PlainObject {
  const value: Record<string, unknown> = {};
  for (const [key, item] of map) {
    if (item !== null) defineOwn(value, key, item);
  }
  return Object.freeze(value);
}

/** Says whether two cells of one layer are the same; such cells are never cut. */
export function isSameCell(a: Cell, b: Cell): boolean {
  if (a.kind === "replace") return b.kind === "replace" && isSame(a.value, b.value);
  if (a.kind === "append") return b.kind === "append" && isSame(a.list, b.list);
  if (a.kind === "merge") return b.kind === "merge" && isSame([...a.map], [...b.map]);
  return b.kind === "gone";
}
