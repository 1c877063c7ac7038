import { distance } from "fastest-levenshtein";
import { CommandError } from "./command-error.ts";

/**
 * Finds the name that was most likely meant, or `undefined` when none is near. A part of a name
 * counts too, a little less than the whole: "reviwer" finds "code-reviewer".
 */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase();
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const name of names) {
    const far = howFar(wanted, name.toLowerCase());
    if (far <= allowance(wanted) && (best === undefined || far < best.far)) best = { name, far };
  }
  return best?.name;
}

/** How many errors are a slip: one in three letters and one more. The dashes of a flag are no letters. */
function allowance(written: string): number {
  const letters = written.replace(/^-+/, "").length;
  return letters < 3 ? letters - 1 : Math.floor(letters / 3) + 1;
}

function howFar(wanted: string, name: string): number {
  const parts = name.split(/[-_ ./]/).filter((part) => part.length > 2 && part !== name);
  return Math.min(distance(wanted, name), ...parts.map((part) => distance(wanted, part) + 0.5));
}

/** What is looked up, for the words of {@link notFound}. */
export interface Kind {
  /** Such as `role`. */
  readonly one: string;
  /** How to see them all, such as `polyglav roles list`. */
  readonly list?: string | undefined;
}

/** Says that a name does not exist, with the nearest one that does: exit code 2. */
export function notFound(kind: Kind, written: string, names: Iterable<string>): CommandError {
  const all = [...names];
  const near = nearest(written, all);
  const count = `${all.length} ${kind.one}${all.length === 1 ? "" : "s"}`;
  const seeAll = kind.list === undefined ? "" : `${count}: ${kind.list}`;
  const hint = near === undefined ? seeAll : `Did you mean "${near}"?${seeAll === "" ? "" : ` (${seeAll})`}`;
  return new CommandError(`no ${kind.one} "${written}"`, {
    code: "POLYGLAV_UNKNOWN_NAME",
    exit: "usage",
    hint: hint === "" ? undefined : hint,
  });
}
