import { load } from "js-yaml";
import { skillCell, splitThen } from "../skill-cell.ts";

await skillCell(splitThen(load));
