import { parse } from "just-bash";
import { nothingRead, shellCell } from "../shell/shell-cell.ts";
import { isNode, type Node, nodesIn, walkTree } from "../shell/tree.ts";

// It is a whole simulated shell; only its parser is used.
await shellCell((line) => {
  const reading = nothingRead();
  walkTree(parse(line), ({ type, name, target }) => {
    if (type === "SimpleCommand" && isNode(name)) {
      const text = textOf(nodesIn(name.parts), true);
      if (text === undefined) reading.isOpen = true;
      else reading.names.push(text);
    }
    if (type === "Redirection" && isNode(target)) {
      const text = textOf(nodesIn(target.parts), true);
      if (text !== undefined) reading.targets.push(text);
    }
  });
  return reading;
});

function textOf(parts: readonly Node[], isOutside: boolean): string | undefined {
  let text = "";
  for (const { type, value, parts: inner } of parts) {
    const isText =
      type === "Literal" || type === "Escaped" || (isOutside && (type === "SingleQuoted" || type === "AnsiCQuoted"));
    const part =
      isText && typeof value === "string" ? value : type === "DoubleQuoted" ? textOf(nodesIn(inner), false) : undefined;
    if (part === undefined) return undefined;
    text += part;
  }
  return text;
}
