import shell from "mvdan-sh";
import { nothingRead, shellCell } from "../shell/shell-cell.ts";

const { syntax } = shell;
const parser = syntax.NewParser();
type GoNode = ReturnType<typeof parser.Parse>;

await shellCell((line) => {
  const reading = nothingRead();
  syntax.Walk(parser.Parse(line, "line"), (node) => {
    if (node === null) return true;
    const type = syntax.NodeType(node);
    const [name] = type === "CallExpr" ? (node.Args ?? []) : [];
    if (name !== undefined) {
      const text = textOf(name.Parts ?? []);
      if (text === undefined || /[*?[{]/.test(text)) reading.isOpen = true;
      else reading.names.push(text);
    }
    if (type === "Redirect" && node.Word) {
      const text = textOf(node.Word.Parts ?? []);
      if (text !== undefined) reading.targets.push(text);
    }
    return true;
  });
  return reading;
});

function textOf(parts: readonly GoNode[]): string | undefined {
  let text = "";
  for (const part of parts) {
    const type = syntax.NodeType(part);
    if (type === "Lit") text += (part.Value ?? "").replace(/\\(.)/g, "$1");
    else if (type === "SglQuoted" && part.Dollar !== true) text += part.Value ?? "";
    else if (type === "DblQuoted") {
      for (const inner of part.Parts ?? []) {
        if (syntax.NodeType(inner) !== "Lit") return undefined;
        text += inner.Value ?? "";
      }
    } else return undefined;
  }
  return text;
}
