import { fileURLToPath } from "node:url";
import { Language, Parser } from "web-tree-sitter";
import { nothingRead, shellCell } from "../shell/shell-cell.ts";

await Parser.init();
const parser = new Parser();
parser.setLanguage(await Language.load(fileURLToPath(import.meta.resolve("tree-sitter-bash/tree-sitter-bash.wasm"))));

await shellCell((line) => {
  const tree = parser.parse(line);
  if (tree === null) throw new Error("Cannot parse the line");
  const reading = nothingRead();
  for (const name of tree.rootNode.descendantsOfType("command_name")) {
    const isOpen =
      name.descendantsOfType(["command_substitution", "simple_expansion", "expansion"]).length > 0 ||
      /[*?[{$]/.test(name.text);
    if (isOpen) reading.isOpen = true;
    else reading.names.push(withoutQuotes(name.text));
  }
  for (const redirect of tree.rootNode.descendantsOfType("file_redirect")) {
    const target = redirect.childForFieldName("destination");
    if (target !== null) reading.targets.push(withoutQuotes(target.text));
  }
  tree.delete();
  return reading;
});

function withoutQuotes(text: string): string {
  return text.replace(/\\(.)/g, "$1").replace(/["']/g, "");
}
