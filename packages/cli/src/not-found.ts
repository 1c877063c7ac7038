import { nearest } from "@polyglav/catalog/spelling";
import { CommandError } from "./command-error.ts";

/** What is looked up, for the words of {@link notFound}. */
export interface Kind {
  /** Such as `role`. */
  readonly one: string;
  /** How to see them all, such as `polyglav roles list`. */
  readonly list?: string | undefined;
}

/** Says that a name does not exist, with the nearest one that does: exit code 2. */
export function notFound(kind: Kind, written: string, names: Iterable<string>): CommandError {
  return new CommandError(`no ${kind.one} "${written}"`, {
    code: "POLYGLAV_UNKNOWN_NAME",
    exit: "usage",
    hint: didYouMean(kind, written, names),
  });
}

/** Names the nearest name, and how to see them all; `undefined` where there is nothing to say. */
export function didYouMean(kind: Kind, written: string, names: Iterable<string>): string | undefined {
  const all = [...names];
  const near = nearest(written, all);
  const count = `${all.length} ${kind.one}${all.length === 1 ? "" : "s"}`;
  const seeAll = kind.list === undefined ? undefined : `${count}: ${kind.list}`;
  if (near === undefined) return seeAll;
  return `Did you mean "${near}"?${seeAll === undefined ? "" : ` (${seeAll})`}`;
}
