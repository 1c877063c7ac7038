import { readRun, type RunStore } from "@polyglav/engine";
import { usageError } from "../command-error.ts";
import { notFound } from "../not-found.ts";
import { withStore } from "./store.ts";

/** As many ids as a refusal names. */
const SHOWN = 5;

/**
 * Finds the run that a person means: by its id, by the beginning or the end of it where only one run has that, or as
 * `last`, `last~1` and so on, counted back from the one that began last. Throws a usage error with the nearest id.
 */
export async function findRun(written: string, store: RunStore): Promise<string> {
  const ids = (await withStore(() => store.list())).map(({ run }) => run);
  const back = LAST.exec(written);
  return back === null ? runOf(written, ids) : lastOf(written, Number(back[1] ?? 0), ids, store);
}

const LAST = /^last(?:~(\d{1,9}))?$/;

/** Counted back over those that can be read: nobody means one by this that nothing can be done with. */
async function lastOf(written: string, back: number, ids: readonly string[], store: RunStore): Promise<string> {
  let left = back;
  for (const run of ids.toReversed()) {
    if (!(await isReadable(run, store))) continue;
    if (left === 0) return run;
    left -= 1;
  }
  const count = back - left;
  throw usageError(
    `Cannot find the run "${written}": there ${count === 1 ? "is 1" : `are ${count}`}${count < ids.length ? " that can be read" : ""}`,
  );
}

async function isReadable(run: string, store: RunStore): Promise<boolean> {
  try {
    return (await readRun(store, run)) !== undefined;
  } catch {
    return false; // what is wrong with it is told to who names it
  }
}

/** @param ids of all runs, the oldest first */
export function runOf(written: string, ids: readonly string[]): string {
  if (ids.includes(written)) return written;
  const alike = written === "" ? [] : ids.filter((id) => id.startsWith(written) || id.endsWith(written));
  const [only, ...others] = alike;
  if (only === undefined) throw notFound({ one: "run", list: "polyglav runs list" }, written, ids);
  if (others.length === 0) return only;
  const more = alike.length > SHOWN ? `, and ${alike.length - SHOWN} more` : "";
  throw usageError(
    `Cannot tell which run "${written}" is: ${alike.length} begin or end like that`,
    `Such as ${alike.slice(-SHOWN).join(", ")}${more}`,
  );
}
