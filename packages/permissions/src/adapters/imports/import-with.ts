import { root } from "../../authority.ts";
import { total } from "../../carve.ts";
import { parseCarve, type WrittenCarve } from "../../parse.ts";
import { differences, type Theirs } from "./differences.ts";
import { type ForeignCall, type Imported, type ImportPlaces, type ImportProblem, mustBePlaces } from "./imported.ts";
import type { Probes } from "./probes.ts";
import { readSettings } from "./read-json.ts";

/** Settings as a carve, and how to find out where the two do not agree. */
export interface Translated extends Probes {
  readonly carve: WrittenCarve;
  readonly problems: readonly ImportProblem[];
  /** Decides a call as the other side does. */
  readonly theirs: (call: ForeignCall) => Theirs;
}

/** Imports settings: reads them, has them translated, and tries calls on both sides. What cannot be read is all denied. */
export function importWith(
  settings: unknown,
  options: ImportPlaces,
  translate: (settings: Readonly<Record<string, unknown>>, places: ImportPlaces) => Translated,
): Imported {
  const places = mustBePlaces(options);
  const read = readSettings(settings);
  if (!read.isReadable) return { carve: { "*": "deny" }, differs: [], problems: read.problems, isComplete: true };
  const { carve, problems, theirs, probes, isComplete } = translate(read.value, places);
  const ours = root({ id: "import", use: total(parseCarve(carve, places).value, "ask") });
  return {
    carve,
    differs: differences(probes, theirs, ours),
    problems: [...read.problems, ...problems],
    isComplete,
  };
}
