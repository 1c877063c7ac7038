import { basename } from "node:path";
import { type Node } from "jsonc-parser";
import { type Position, type Problem, type Where } from "../problem.ts";
import { parseJsonText } from "./json-text.ts";
import { type JsonPath, nodeAt, type RepeatedKey, repeatedKeys } from "./json-tree.ts";
import { lineFinder } from "./lines.ts";
import { readText } from "./read-text.ts";

/** A JSON file that is there and parsed. */
export interface OpenedJson {
  readonly state: "open";
  readonly file: string;
  readonly layer: string;
  readonly text: string;
  readonly hasBom: boolean;
  readonly root: Node;
  readonly repeated: readonly RepeatedKey[];
  /** Says where a path leads, or the nearest thing on the way that is there. */
  readonly where: (path: JsonPath) => Position;
  /** The same, with the layer. */
  readonly at: (path: JsonPath) => Where;
  readonly whereIs: (node: Node) => Position;
}

/** Why there is nothing to work with: no file, which is fine, or a file that must not be taken for an empty one. */
export interface ClosedJson {
  readonly state: "missing" | "unreadable";
  readonly file: string;
  readonly problems: readonly Problem[];
}

/** Opens a JSON file. Never throws for what is on disk, and creates nothing. */
export function openJson(file: string, layer: string): OpenedJson | ClosedJson {
  const problem = (code: string, severity: Problem["severity"], state: string, at: Position = {}): Problem => {
    const message = `Cannot read "${basename(file)}": ${state}`;
    return { code, severity, message, layer, file, ...at };
  };

  const found = readText(file);
  switch (found.found) {
    case "nothing":
      return { state: "missing", file, problems: [] };
    case "no-folder":
      return {
        state: "missing",
        file,
        problems: [problem("file/no-folder", "warning", "a part of its path is not a folder")],
      };
    case "unreadable": {
      const at = found.line === undefined ? {} : { line: found.line };
      return { state: "unreadable", file, problems: [problem(found.code, "error", found.state, at)] };
    }
    case "text": {
      const { text, hasBom } = found;
      const position = lineFinder(text);
      const parsed = parseJsonText(text);
      if (!parsed.ok) {
        const problems = parsed.faults.map((fault) =>
          problem(fault.code, "error", fault.state, position(fault.offset)),
        );
        return { state: "unreadable", file, problems };
      }
      const { root } = parsed;
      const whereIs = (node: Node): Position => ({ file, ...position(node.offset) });
      const where = (path: JsonPath): Position => whereIs(nodeAt(root, path));
      const at = (path: JsonPath): Where => ({ layer, ...where(path) });
      return { state: "open", file, layer, text, hasBom, root, repeated: repeatedKeys(root), where, at, whereIs };
    }
  }
}

/** Says that something was written twice, so that the first one is lost: other readers lose it without a word. */
export function repeatedProblem(json: OpenedJson, { key, lost, kept }: Omit<RepeatedKey, "path">): Problem {
  const at = json.whereIs(kept);
  const message =
    `Cannot use "${key}" on line ${json.whereIs(lost).line} of "${basename(json.file)}": ` +
    `it is written again on line ${at.line}, and the last one counts`;
  return { code: "file/repeated-key", severity: "error", message, hint: "Keep one of them", layer: json.layer, ...at };
}
