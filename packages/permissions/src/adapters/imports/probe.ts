import type { ResourceKind } from "../../category.ts";
import { Automaton } from "../../pattern/automaton.ts";
import { explore } from "../../pattern/explore.ts";
import { textsOf } from "../../pattern/glob-texts.ts";
import { type Places, readPattern } from "../../pattern/read.ts";
import type { Pattern } from "../../pattern/segment.ts";

/** Resources that patterns tell apart, and whether those are all. */
export interface Resources {
  readonly resources: readonly (readonly string[])[];
  readonly isComplete: boolean;
}

/** One resource for each way in which patterns can match together. */
export function resourcesFor(patterns: Iterable<string>, kind: ResourceKind, places: Places): Resources {
  const resources: (readonly string[])[] = [];
  const automaton = automatonOf(patterns, kind, places);
  const isSeen = explore(automaton, kind, (resource) => {
    resources.push(resource);
    return resources.length >= MOST_RESOURCES ? "stop" : undefined;
  });
  return { resources, isComplete: isSeen && resources.length < MOST_RESOURCES };
}

/** The same for resources of two names. */
export function pairsFor(patterns: Iterable<string>): Resources {
  const automaton = automatonOf(patterns, "names", {});
  const resources: (readonly string[])[] = [];
  let isComplete = true;
  const textsAt = (state: typeof automaton.first): readonly string[] => {
    const { literals, globs } = automaton.mentioned(state);
    const found = textsOf(globs, literals);
    isComplete &&= found.isComplete;
    return [...literals, ...found.texts, "other", "else"];
  };
  for (const first of textsAt(automaton.first)) {
    for (const second of textsAt(automaton.step(automaton.first, first))) {
      if (resources.length >= MOST_RESOURCES) return { resources, isComplete: false };
      resources.push([first, second]);
    }
  }
  return { resources, isComplete };
}

/** More than this would take long to judge on both sides. */
const MOST_RESOURCES = 1_000;

function automatonOf(patterns: Iterable<string>, kind: ResourceKind, places: Places): Automaton<undefined> {
  const means: (readonly [Pattern, undefined])[] = [];
  for (const pattern of new Set(patterns)) {
    const read = readPattern(kind, pattern, places);
    if (read.ok) for (const each of read.value) means.push([each, undefined]);
  }
  return new Automaton(means);
}
