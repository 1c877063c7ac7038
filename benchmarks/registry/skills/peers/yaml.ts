import { parse } from "peer-yaml";
import { skillCell, splitThen } from "../skill-cell.ts";

await skillCell(splitThen(parse));
