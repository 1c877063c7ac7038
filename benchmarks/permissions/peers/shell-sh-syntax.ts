import { parse } from "sh-syntax";
import { nothingRead, shellCell } from "../shell/shell-cell.ts";
import { isNode, nodesIn, walkTree } from "../shell/tree.ts";

await shellCell(async (line) => {
  const reading = nothingRead();
  walkTree(await parse(line), ({ Args: words }) => {
    const [name] = nodesIn(words);
    if (!isNode(name)) return;
    const parts = nodesIn(name.Parts).map(({ Value: text }) => (typeof text === "string" ? text : ""));
    reading.names.push(parts.join(""));
  });
  return reading;
});
