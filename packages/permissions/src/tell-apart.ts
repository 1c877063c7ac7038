import type { Picker } from "./carve.ts";
import type { ResourceKind } from "./category.ts";
import { Automaton } from "./pattern/automaton.ts";
import { explore, type Onward } from "./pattern/explore.ts";
import type { Pattern } from "./pattern/segment.ts";
import { ruleFor, type Rules } from "./rules.ts";

/** The rules that are read to come to a decision, whatever the resource. */
export function rulesRead(decideBy: (picked: Picker) => unknown): ReadonlySet<Rules> {
  const read = new Set<Rules>();
  decideBy((rules) => {
    read.add(rules);
    return ruleFor(rules, []);
  });
  return read;
}

/**
 * Visits one resource for each way in which rules, and patterns besides them, can match together: whatever these decide
 * about any resource, they decide about one of those visited. Without any, one resource stands for all.
 * Gives what {@link explore} does.
 */
export function tellApart(
  rules: Iterable<Rules>,
  besides: Iterable<Pattern>,
  kind: ResourceKind,
  visit: (resource: readonly string[]) => Onward,
  mostWork?: number,
): boolean {
  const patterns = [...[...rules].flatMap((each) => each.rules.flatMap(({ means }) => means)), ...besides];
  return explore(new Automaton(patterns.map((pattern) => [pattern, undefined])), kind, visit, mostWork);
}
