/**
 * The tree that both bash-parsers make.
 *
 * @module
 */
import { nothingRead, type Reading } from "../shell/shell-cell.ts";
import { isNode, walkTree } from "../shell/tree.ts";

/** Finds commands and redirects in it. */
export function readBashParserTree(tree: unknown): Reading {
  const reading = nothingRead();
  walkTree(tree, ({ type, name, file }) => {
    if (type === "Command" && isNode(name)) {
      const isOpen = Array.isArray(name.expansion) && name.expansion.length > 0;
      if (isOpen) reading.isOpen = true;
      else if (typeof name.text === "string") reading.names.push(name.text);
    }
    if (type === "Redirect" && isNode(file) && typeof file.text === "string") reading.targets.push(file.text);
  });
  return reading;
}
