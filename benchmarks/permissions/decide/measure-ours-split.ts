import { decide, freeze } from "@polyglav/permissions";
import { decideCell } from "./decide-cell.ts";
import { authorityOf, requestOf } from "./ours.ts";

// As the peers are asked: with one text, which is split for every decision.
await decideCell((chain) => {
  const authority = freeze(authorityOf(chain));
  return (query) => decide(authority, requestOf(query)).decision;
});
