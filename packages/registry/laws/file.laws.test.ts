import fc from "fast-check";
import { type Node } from "jsonc-parser";
import { describe, expect } from "vitest";
import { appendValue, replaceValue } from "../src/file/edit-text.ts";
import { parseJsonText } from "../src/file/json-text.ts";
import { propertiesOf, valueOf } from "../src/file/json-tree.ts";
import { jsonValue, layerText } from "./json.ts";
import { law } from "./law.ts";

function rootOf(text: string): Node {
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw new Error(`Cannot parse ${JSON.stringify(text)}: ${parsed.faults[0]?.state ?? ""}`);
  return parsed.root;
}

const parse = (text: string): unknown => valueOf(rootOf(text));

/** A value as one string, the order of keys and an own `__proto__` included. */
const asText = (value: unknown): string => JSON.stringify(value);

/** What is in a file, repeated keys included: pairs of an object, items of a list. */
const itemsOf = (root: Node): readonly unknown[] =>
  root.type === "object"
    ? propertiesOf(root).map(({ key, valueNode }) => [key, valueOf(valueNode)])
    : (root.children ?? []).map(valueOf);

/** Whether a text is another one with nothing but insertions. */
function onlyAddsTo(before: string, after: string): boolean {
  let i = 0;
  for (const unit of after.split("")) if (unit === before[i]) i++;
  return i === before.length;
}

describe("reading", () => {
  law("gives what JSON.parse gives", fc.tuple(jsonValue, fc.constantFrom(undefined, "\t", 2)), ([value, indent]) => {
    const text = JSON.stringify(value, null, indent);
    expect(asText(parse(text))).toBe(asText(JSON.parse(text)));
  });

  law(
    "takes no text for JSON that is not, comments and trailing commas aside",
    fc.tuple(jsonValue, fc.nat(), fc.constantFrom("", "{", "]", ",", '"', "\\", "-", "0", "x", ":")),
    ([value, at, noise]) => {
      const text = JSON.stringify(value);
      const cut = at % (text.length + 1);
      const broken = text.slice(0, cut) + noise + text.slice(cut + 1);
      const parsed = parseJsonText(broken);
      if (parsed.ok) expect(withoutOneComma(broken)).toContain(asText(valueOf(parsed.root)));
      else expect(() => JSON.parse(broken) as unknown).toThrow(SyntaxError);
    },
  );
});

/** What JSON.parse makes of a text, and of the text without any one of its commas, which may be a trailing one. */
function withoutOneComma(text: string): readonly string[] {
  const commas = [...text.matchAll(/,/g)].map(({ index }) => text.slice(0, index) + text.slice(index + 1));
  return [text, ...commas].flatMap((candidate) => {
    try {
      return [asText(JSON.parse(candidate))];
    } catch {
      // A SyntaxError: this candidate is not JSON.
      return [];
    }
  });
}

describe("writing", () => {
  law(
    "an entry that is new keeps every byte of the text and every other entry",
    fc.tuple(layerText, jsonValue),
    ([text, value]) => {
      const root = rootOf(text);
      const key = root.type === "object" ? "new" : undefined;
      const after = appendValue(text, root, root, key, value);
      const before = itemsOf(root);
      expect(asText(itemsOf(rootOf(after)))).toBe(asText([...before, key === undefined ? value : [key, value]]));
      // Between the braces of an empty object there is nothing but blanks to lose.
      const [open, close] = [root.offset + 1, root.offset + root.length - 1];
      const isBlank = text.slice(open, close).trim() === "";
      expect(onlyAddsTo(isBlank ? text.slice(0, open) + text.slice(close) : text, after)).toBe(true);
    },
  );

  law(
    "an entry that is there changes that entry and no byte outside it",
    fc.tuple(layerText, fc.nat(), jsonValue),
    ([text, pick, value]) => {
      const root = rootOf(text);
      const children = root.children ?? [];
      const holder = children[pick % children.length];
      if (holder === undefined) return;
      const index = children.indexOf(holder);
      const node = root.type === "object" ? propertiesOf(root)[index]?.valueNode : holder;
      if (node === undefined) return;
      const after = replaceValue(text, root, node, value);
      expect(after.slice(0, node.offset)).toBe(text.slice(0, node.offset));
      expect(after.endsWith(text.slice(node.offset + node.length))).toBe(true);
      const changed = root.type === "object" ? [propertiesOf(root)[index]?.key, value] : value;
      expect(asText(itemsOf(rootOf(after)))).toBe(asText(itemsOf(root).with(index, changed)));
    },
  );
});
