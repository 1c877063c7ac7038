import { decide, freeze } from "@polyglav/permissions";
import { wordGiven } from "../../runner/cell.ts";
import { preparedCell } from "./decide-cell.ts";
import { authorityOf, requestOf } from "./ours.ts";

await preparedCell(requestOf, (chain, { given }) => {
  const live = authorityOf(chain);
  const authority = wordGiven(given, "chain") === "frozen" ? freeze(live) : live;
  return (request) => decide(authority, request).decision;
});
