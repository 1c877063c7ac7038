import { wordGiven } from "../../runner/cell.ts";
import { decideCell } from "./decide-cell.ts";
import { keptWildcards, rebuiltWildcards } from "./wildcard.ts";

await decideCell((chain, { given }) =>
  wordGiven(given, "expressions") === "kept" ? keptWildcards(chain) : rebuiltWildcards(chain),
);
