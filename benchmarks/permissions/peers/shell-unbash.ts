import { forEachChild, parse, type ShellNode } from "peer-unbash";
import { nothingRead, type Reading, shellCell } from "../shell/shell-cell.ts";

const isStatic = (type: string): boolean => type === "Literal" || type === "SingleQuoted" || type === "AnsiCQuoted";

await shellCell((line) => {
  const reading = nothingRead();
  walk(parse(line), reading);
  return reading;
});

function walk(node: ShellNode, reading: Reading): void {
  if (node.type === "Command" && node.name !== undefined) {
    const { parts = [], value } = node.name;
    const isKnown = parts.every(
      (part) =>
        isStatic(part.type) ||
        (part.type === "DoubleQuoted" && (part.parts ?? []).every(({ type }) => type === "Literal")),
    );
    if (isKnown) reading.names.push(value);
    else reading.isOpen = true;
  }
  if (node.type === "Redirect" && node.target !== undefined) reading.targets.push(node.target.value);
  forEachChild(node, (child) => {
    walk(child, reading);
  });
}
