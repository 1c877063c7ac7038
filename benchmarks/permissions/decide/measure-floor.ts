import { wordGiven } from "../../runner/cell.ts";
import { decideCell } from "./decide-cell.ts";
import { metFloor, walkedFloor } from "./floor.ts";

await decideCell((chain, { given }) => (wordGiven(given, "chain") === "met" ? metFloor(chain) : walkedFloor(chain)));
