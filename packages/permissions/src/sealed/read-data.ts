import { isDecision, type Decision } from "../decision.ts";
import { type Entry, type Floored, partial, type PartialCarve, type Word } from "../carve.ts";
import { ANY, ANY_NAMES, canonical, globOf, ONE, ONE_NAME, type Pattern, type Segment } from "../pattern/segment.ts";
import { isRecord } from "../request.ts";
import type { Rule, Rules } from "../rules.ts";
import type { Source } from "../source.ts";
import { sourceOf, type Star, STARS } from "./link-data.ts";

/** Thrown inside this folder by the first thing that is not as it must be; whoever reads a link catches it. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Reads a carve as `link-data.ts` writes it. A key that is not known may have been meant to narrow, so it is refused. */
export function readCarve(given: unknown, hasSources: boolean): PartialCarve {
  const field = fieldsOf(given, ["named", "star", "bash_allow"]);
  const entries = listIn(field("named")).map((pair): readonly [string, Entry] => {
    const [category, entry, ...rest] = listIn(pair);
    if (rest.length > 0) throw new Unreadable();
    return [textIn(category), readEntry(entry, hasSources)];
  });
  if (new Set(entries.map(([category]) => category)).size !== entries.length) throw new Unreadable();
  return partial(
    entries,
    maybe(field("star"), (each) => readWord(each, hasSources)),
    maybe(field("bash_allow"), (each) => readRules(each, hasSources)),
  );
}

/** Reads the parts of a total carve. */
export const readParts = (given: unknown): readonly Floored[] =>
  listIn(given).map((part) => {
    const field = fieldsOf(part, ["says", "floor"]);
    return Object.freeze({ says: readCarve(field("says"), true), floor: decisionIn(field("floor")) });
  });

/** The fields of an object that has no others, found among its own alone. */
export function fieldsOf<K extends string>(given: unknown, keys: readonly K[]): (key: K) => unknown {
  if (!isRecord(given) || Array.isArray(given)) throw new Unreadable();
  const fields = new Map(Object.entries(given));
  const known: ReadonlySet<string> = new Set(keys);
  if (![...fields.keys()].every((key) => known.has(key))) throw new Unreadable();
  return (key) => fields.get(key);
}

/** Reads a field that may be left out. */
export const maybe = <T>(given: unknown, read: (given: unknown) => T): T | undefined =>
  given === undefined ? undefined : read(given);

export function textIn(given: unknown): string {
  if (typeof given !== "string") throw new Unreadable();
  return given;
}

export function listIn(given: unknown): readonly unknown[] {
  if (!Array.isArray(given)) throw new Unreadable();
  return given;
}

export function trueIn(given: unknown): true {
  if (given !== true) throw new Unreadable();
  return given;
}

function decisionIn(given: unknown): Decision {
  if (!isDecision(given)) throw new Unreadable();
  return given;
}

function readEntry(given: unknown, hasSources: boolean): Entry {
  const areRules = isRecord(given) && Object.hasOwn(given, "rules");
  return areRules ? readRules(given, hasSources) : readWord(given, hasSources);
}

function readWord(given: unknown, hasSources: boolean): Word {
  return Object.freeze(wordIn(fieldsOf(given, ["word", "source"]), hasSources));
}

function readRules(given: unknown, hasSources: boolean): Rules {
  const field = fieldsOf(given, ["rules", "default", "strict"]);
  return Object.freeze({
    kind: "rules",
    rules: Object.freeze(listIn(field("rules")).map((rule) => readRule(rule, hasSources))),
    otherwise: maybe(field("default"), (each) => readWord(each, hasSources)),
    strict: maybe(field("strict"), trueIn) ?? false,
  });
}

function readRule(given: unknown, hasSources: boolean): Rule {
  const field = fieldsOf(given, ["pattern", "means", "word", "source"]);
  return Object.freeze({
    pattern: textIn(field("pattern")),
    means: Object.freeze(listIn(field("means")).map(readPattern)),
    ...wordIn(field, hasSources),
  });
}

function wordIn(field: (key: "word" | "source") => unknown, hasSources: boolean): Word {
  const source = maybe(field("source"), readSource);
  if (source !== undefined && !hasSources) throw new Unreadable();
  return { decision: decisionIn(field("word")), ...(source && { source }) };
}

function readSource(given: unknown): Source {
  const field = fieldsOf(given, ["layer", "file", "line", "column", "path"]);
  const [layer, file, path] = [field("layer"), field("file"), field("path")].map((each) => maybe(each, textIn));
  const [line, column] = [field("line"), field("column")].map((each) => maybe(each, placeIn));
  return sourceOf({ layer, file, line, column, path });
}

function placeIn(given: unknown): number {
  if (typeof given !== "number") throw new Unreadable();
  return given;
}

const readPattern = (given: unknown): Pattern => canonical(listIn(given).map(readSegment));

function readSegment(given: unknown): Segment {
  const star = STARS.find((each) => each === given);
  if (star !== undefined) return SEGMENTS[star];
  const parts = listIn(given).map(textIn);
  // Patterns hold no NUL: it marks what nobody can know.
  if (parts.length === 0 || parts.some((part) => part.includes("\0"))) throw new Unreadable();
  return globOf(parts);
}

const SEGMENTS: Readonly<Record<Star, Segment>> = { "*": ONE, "**": ANY, "*name": ONE_NAME, "**name": ANY_NAMES };
