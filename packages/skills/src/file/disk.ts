import type { Problem } from "@polyglav/registry";
import { type ListedSkill } from "../skill.ts";
import { type Listing, listSkill } from "./listed-skill.ts";
import { type Part } from "./layer-parts.ts";
import { type SkillPlace } from "./places.ts";
import { type Candidate, scanPlace } from "./scan-place.ts";

/** A skill of a place that does not count. */
export interface UntrustedSkill {
  readonly name: string;
  readonly layer: string;
  readonly file: string;
  readonly why: "untrusted";
}

/** The file that a name stands for, and its layer. */
export interface Winner {
  readonly layer: SkillPlace["layer"];
  readonly file: string;
}

/** What lies in all places. */
export interface Disk {
  readonly parts: Readonly<Record<SkillPlace["layer"], readonly Part[]>>;
  readonly winners: ReadonlyMap<string, Winner>;
  readonly untrusted: ReadonlyMap<string, UntrustedSkill>;
  /** Names of files that cannot be skills as they are, whatever else has the name. */
  readonly unreadable: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** By file and stamp, so that a file that did not change is not opened again. */
  readonly listings: ReadonlyMap<string, Listing>;
}

export const NOTHING: Disk = {
  parts: { global: [], local: [] },
  winners: new Map(),
  untrusted: new Map(),
  unreadable: new Set(),
  problems: [],
  listings: new Map(),
};

/**
 * Lists the skills of all places, lowest first. Files that are as they were `before` are not opened, and of local
 * places none is, unless they are trusted.
 */
export function readDisk(places: readonly SkillPlace[], trusted: boolean, before: Disk): Disk {
  const parts = { global: [] as Part[], local: [] as Part[] };
  const listed = { global: [] as Map<string, ListedSkill>[], local: [] as Map<string, ListedSkill>[] };
  const winners = new Map<string, Winner>();
  const untrusted = new Map<string, UntrustedSkill>();
  const problems: Problem[] = [];
  const listings = new Map<string, Listing>();
  const globalFirst = places.toSorted((a, b) => Number(a.layer === "local") - Number(b.layer === "local"));

  for (const place of globalFirst) {
    const { layer } = place;
    const { candidates, problems: found } = scanPlace(place, { folders: true });
    if (layer === "local" && !trusted) {
      for (const { name, file } of candidates.values()) untrusted.set(name, { name, layer, file, why: "untrusted" });
      continue;
    }
    problems.push(...found);
    const entries = new Map<string, ListedSkill>();
    for (const candidate of candidates.values()) {
      const key = keyOf(candidate);
      const listing = before.listings.get(key) ?? listSkill(candidate);
      listings.set(key, listing);
      for (const problem of listing.problems) problems.push({ ...problem, layer });
      if (listing.skill === undefined) continue;
      dropCopies(listed[layer], candidate.name, listing.skill);
      entries.set(candidate.name, listing.skill);
      winners.set(candidate.name, { layer, file: candidate.file });
    }
    const where = (name: string): { readonly file: string } | undefined => {
      const file = candidates.get(name)?.file;
      return file === undefined ? undefined : { file };
    };
    listed[layer].push(entries);
    parts[layer].push({ source: place.dir, entries, where });
  }
  const unreadable = problems.filter(({ code, severity }) => severity === "error" && code !== "skill/same-name");
  return {
    parts,
    winners,
    untrusted,
    unreadable: new Set(unreadable.map(({ name = "" }) => name)),
    problems,
    listings,
  };
}

/**
 * Many people link the folders of their programs to one another, or copy from one into the next. The same skill twice
 * in a layer is one, and nothing to be told of.
 */
function dropCopies(below: readonly Map<string, ListedSkill>[], name: string, skill: ListedSkill): void {
  for (const entries of below) {
    const lower = entries.get(name);
    if (lower !== undefined && says(lower) === says(skill)) entries.delete(name);
  }
}

const says = ({ path: _, stamp: __, ...skill }: ListedSkill): string => JSON.stringify(skill);

const keyOf = ({ file, realFile, stamp }: Candidate): string => `${file}\0${realFile}\0${stamp}`;
