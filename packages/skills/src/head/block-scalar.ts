/** The header of a block of text: `|` or `>`, what becomes of its last line breaks, and how far it is indented. */
export interface BlockHeader {
  readonly style: "|" | ">";
  readonly chomp: "" | "-" | "+";
  /** Spaces beyond the field's own indentation; `undefined` when the first line decides. */
  readonly indent: number | undefined;
}

/** Reads the header of a block of text; `undefined` when it is none. */
export function blockHeader(text: string): BlockHeader | undefined {
  const [, style, first = "", digit = "", last = ""] = /^([|>])([+-]?)([1-9]?)([+-]?)$/.exec(text) ?? [];
  if ((style !== "|" && style !== ">") || (first !== "" && last !== "")) return undefined;
  const chomp = first === "" ? last : first;
  return {
    style,
    chomp: chomp === "-" || chomp === "+" ? chomp : "",
    indent: digit === "" ? undefined : Number(digit),
  };
}

/**
 * Reads the lines of a block of text, which belong to a field that is indented by `parent` spaces. `undefined` where
 * it is not certain that YAML reads the same: lines that are indented less than the first, or more in a folded block.
 */
export function blockText(header: BlockHeader, lines: readonly string[], parent: number): string | undefined {
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined) return undefined;
  const indent = header.indent === undefined ? indentOf(first) : parent + header.indent;
  const texts: string[] = [];
  for (const line of lines) {
    if (isBlank(line)) {
      if (line.length > indent) return undefined;
      texts.push("");
      continue;
    }
    if (indentOf(line) < indent || (header.style === ">" && line[indent] === " ")) return undefined;
    texts.push(line.slice(indent));
  }
  let breaks = 1;
  while (texts.at(-1) === "") {
    texts.pop();
    breaks += 1;
  }
  const text = header.style === "|" ? texts.join("\n") : folded(texts);
  return text + "\n".repeat(header.chomp === "-" ? 0 : header.chomp === "" ? 1 : breaks);
}

/** Joins lines as YAML does: a line break is a space, and each blank line is a line break. */
export function folded(lines: readonly string[]): string {
  let text = "";
  let blank = 0;
  for (const [i, line] of lines.entries()) {
    if (line === "") {
      blank += 1;
      continue;
    }
    const started = text !== "" || i > blank;
    text += (blank > 0 ? "\n".repeat(blank) : started ? " " : "") + line;
    blank = 0;
  }
  return text;
}

export const isBlank = (line: string): boolean => indentOf(line) === line.length;

/** How many spaces a line starts with. */
export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === " ") indent += 1;
  return indent;
}
