import type { Authority, Bound, RoleAuthority, RootAuthority } from "../authority.ts";
import { type Carve, type Entry, isRules, type PartialCarve, type Word } from "../carve.ts";
import { type Categories, KNOWN } from "../category.ts";
import type { Decision } from "../decision.ts";
import type { Pattern, Segment } from "../pattern/segment.ts";
import type { Rules } from "../rules.ts";
import type { Source } from "../source.ts";

/**
 * What lies in a sealed text, link by link: the inputs of the chain and nothing that was worked out of them. Keys that
 * are `undefined` are not written. What has no order is sorted by UTF-16 code units, so that equal chains are equal texts.
 *
 * A rule keeps its pattern as it was written, for people, and what it meant where it was read, for decisions: `~`,
 * absolute paths and the case of names mean something else on another machine.
 */
export type LinkData = RootData | RoleData;

export interface RootData {
  readonly kind: "root";
  readonly id: string;
  readonly use: readonly PartData[];
  readonly pass: CarveData | undefined;
  readonly cap: readonly PartData[] | undefined;
  readonly bound: BoundData | undefined;
  /** The categories that were added to the known ones, with their kinds, in the order in which they are listed. */
  readonly categories: readonly (readonly [string, string])[] | undefined;
}

export interface RoleData {
  readonly kind: "role";
  readonly id: string;
  readonly role: string;
  readonly use: CarveData | undefined;
  readonly pass: CarveData | undefined;
  readonly bound: BoundData | undefined;
  readonly temporary: true | undefined;
}

/** What a holder adds without the secret. It has no id and no word of its own: it only bounds. */
export interface NarrowedData extends BoundData {
  readonly kind: "narrowed";
  readonly name: string;
}

export interface BoundData {
  readonly use: CarveData | undefined;
  readonly pass: CarveData | undefined;
}

export interface PartData {
  readonly says: CarveData;
  readonly floor: Decision;
}

export interface CarveData {
  readonly named: readonly (readonly [string, WordData | RulesData])[];
  readonly star: WordData | undefined;
  readonly bash_allow: RulesData | undefined;
}

export interface WordData {
  readonly word: Decision;
  readonly source: Source | undefined;
}

export interface RulesData {
  readonly rules: readonly RuleData[];
  readonly default: WordData | undefined;
  readonly strict: true | undefined;
}

export interface RuleData extends WordData {
  readonly pattern: string;
  readonly means: readonly (readonly SegmentData[])[];
}

/** The texts between the stars of a segment, or a whole star; `*name` and `**name` are the stars of paths. */
export type SegmentData = readonly string[] | Star;
export const STARS = ["*", "**", "*name", "**name"] as const;
export type Star = (typeof STARS)[number];

/** Writes the links of a chain, the root first. */
export function linksOf(a: Authority): readonly LinkData[] {
  const links: LinkData[] = [];
  let link: Authority = a;
  for (; link.kind === "role"; link = link.from) links.unshift(roleData(link));
  return [rootData(link), ...links];
}

/** Writes a bound that a holder adds. It names no places in files: nobody could tell whether they are true. */
export function narrowedData(name: string, { use, pass }: Bound): NarrowedData {
  return { kind: "narrowed", name, use: use && ownData(carveData(use, false)), pass: pass && carveData(pass, false) };
}

/** A named `delegate: "ask"` speaks to those who call a role. Here is none, so it is meant for the holder: as a rule it is. */
function ownData({ named, ...rest }: CarveData): CarveData {
  const own = named.map(([category, entry]): CarveData["named"][number] => {
    const isForCallers = category === "delegate" && "word" in entry && entry.word === "ask";
    return [category, isForCallers ? { rules: [], default: entry, strict: undefined } : entry];
  });
  return { named: own, ...rest };
}

function rootData({ id, says: { use, pass, cap, bound, categories } }: RootAuthority): RootData {
  return {
    kind: "root",
    id,
    use: partsData(use),
    pass: pass && carveData(pass),
    cap: cap && partsData(cap),
    bound: bound && boundData(bound),
    categories: categories && addedTo(categories),
  };
}

function roleData({ id, role, says: { use, pass, bound, temporary } }: RoleAuthority): RoleData {
  return {
    kind: "role",
    id,
    role,
    use: use && carveData(use),
    pass: pass && carveData(pass),
    bound: bound && boundData(bound),
    temporary: temporary ? true : undefined,
  };
}

function addedTo(categories: Categories): readonly (readonly [string, string])[] {
  if (![...KNOWN].every(([name, kind]) => categories.get(name) === kind))
    throw new TypeError("Cannot seal an authority: its categories were not made by withCategories");
  return [...categories].filter(([name]) => !KNOWN.has(name));
}

const boundData = ({ use, pass }: Bound): BoundData => ({ use: use && carveData(use), pass: pass && carveData(pass) });

const partsData = ({ parts }: Carve): readonly PartData[] =>
  parts.map(({ says, floor }) => ({ says: carveData(says), floor }));

function carveData({ named, star, bashAllow }: PartialCarve, hasSources = true): CarveData {
  const entries = Object.entries(named).toSorted(([a], [b]) => compare(a, b));
  return {
    named: entries.map(([category, entry]) => [category, entryData(entry, hasSources)]),
    star: star && wordData(star, hasSources),
    bash_allow: bashAllow && rulesData(bashAllow, hasSources),
  };
}

const entryData = (entry: Entry, hasSources: boolean): WordData | RulesData =>
  isRules(entry) ? rulesData(entry, hasSources) : wordData(entry, hasSources);

const wordData = ({ decision, source }: Word, hasSources: boolean): WordData => ({
  word: decision,
  source: hasSources && source !== undefined ? sourceOf(source) : undefined,
});

function rulesData({ rules, otherwise, strict }: Rules, hasSources: boolean): RulesData {
  const data = rules.map((rule): RuleData => ({
    pattern: rule.pattern,
    means: rule.means.map(patternData),
    ...wordData(rule, hasSources),
  }));
  return {
    rules: data.toSorted((a, b) => compare(a.pattern, b.pattern)),
    default: otherwise && wordData(otherwise, hasSources),
    strict: strict ? true : undefined,
  };
}

const patternData = (pattern: Pattern): readonly SegmentData[] => pattern.map(segmentData);

function segmentData(segment: Segment): SegmentData {
  switch (segment.kind) {
    case "literal":
      return [segment.text];
    case "glob":
      return segment.parts;
    case "one":
      return segment.named === true ? "*name" : "*";
    case "any":
      return segment.named === true ? "**name" : "**";
  }
}

/** A source with its keys in one order, and nothing else that somebody may have put there. */
export const sourceOf = ({
  layer,
  file,
  line,
  column,
  path,
}: { readonly [K in keyof Source]: Source[K] | undefined }): Source => ({
  ...(layer !== undefined && { layer }),
  ...(file !== undefined && { file }),
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...(path !== undefined && { path }),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
