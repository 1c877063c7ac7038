import parse from "bash-parser";
import { shellCell } from "../shell/shell-cell.ts";
import { readBashParserTree } from "./bash-parser-tree.ts";

await shellCell((line) => readBashParserTree(parse(line, { mode: "bash" })));
