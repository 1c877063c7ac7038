import fc from "fast-check";
import { createScanner, type Node } from "jsonc-parser";
import { describe, expect } from "vitest";
import { editText } from "../src/file/json-edit.ts";
import { parseJsonText } from "../src/file/json-text.ts";
import { type JsonPath, propertyOf, repeatedKeys, valueOf } from "../src/file/json-tree.ts";
import { documentText, pathsIn } from "./file-text.ts";
import { jsonValue } from "./json.ts";
import { law } from "./law.ts";

type Change = Parameters<typeof apply>[1];

function rootOf(text: string): Node {
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw new Error(`Cannot parse ${JSON.stringify(text)}: ${parsed.faults[0]?.state ?? ""}`);
  return parsed.root;
}

const read = (text: string): unknown => valueOf(rootOf(text));

/** A value as one string, the order of keys and an own `__proto__` included. */
const asText = (value: unknown): string => JSON.stringify(value);

function apply(text: string, change: (edit: ReturnType<typeof editText>["edit"]) => void): string {
  const { edit, finish } = editText({ text, root: rootOf(text) });
  change(edit);
  const done = finish();
  if (!done.ok) throw new Error(`${done.state} in ${JSON.stringify(text)}`);
  return done.text;
}

/** What is at a path, found without the code under test. */
function at(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((inner, segment) => {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, segment)) return undefined;
    return Object.getOwnPropertyDescriptor(inner, segment)?.value;
  }, value);
}

/** A value as lines, one for each thing in it, so that two values differ by the lines of what changed. */
function lines(value: unknown, path: JsonPath = []): readonly string[] {
  const start = `${asText(path)} ${Array.isArray(value) ? "list" : typeof value}`;
  if (typeof value !== "object" || value === null) return [`${start} ${asText(value)}`];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [start, ...entries.flatMap(([key, item]) => lines(item, [...path, key]))];
}

const isBelow = (path: JsonPath, line: string): boolean => {
  const start = asText(path).slice(0, -1);
  return line.startsWith(`${start}]`) || line.startsWith(path.length === 0 ? "[" : `${start},`);
};

const without = (path: JsonPath, value: unknown): readonly string[] =>
  lines(value).filter((line) => !isBelow(path, line));

/** Whether a text is another one with nothing but insertions. */
function onlyAddsTo(before: string, after: string): boolean {
  let i = 0;
  for (const unit of after.split("")) if (unit === before[i]) i++;
  return i === before.length;
}

// The token numbers of the scanner, which the parser declares as a `const enum`.
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const END = 17;

/** The tokens of a text that are comments, with where they begin. */
function commentsOf(text: string): readonly { readonly offset: number; readonly text: string }[] {
  const scanner = createScanner(text, false);
  const comments: { offset: number; text: string }[] = [];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    // The scanner's own value of a comment begins one character too early.
    const offset = scanner.getTokenOffset();
    const comment = text.slice(offset, offset + scanner.getTokenLength());
    if (token === LINE_COMMENT || token === BLOCK_COMMENT) comments.push({ offset, text: comment });
  }
  return comments;
}

function nodeAt(root: Node, path: JsonPath): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, segment) =>
      node && (typeof segment === "number" ? node.children?.[segment] : propertyOf(node, segment)?.valueNode),
    root,
  );
}

/** A document, one of the ways into it, and a value. */
const given = fc.tuple(documentText, fc.nat(), jsonValue).map(([text, pick, value]) => {
  const paths = pathsIn(read(text));
  return { text, path: paths[pick % paths.length] ?? [], value };
});

describe("an edit", () => {
  law("that sets what is there changes no byte outside it, and reading gives that change and no other", given, (g) => {
    const { text, path, value } = g;
    const node = nodeAt(rootOf(text), path);
    const after = apply(text, (edit) => {
      edit.set(path, value);
    });
    expect(asText(at(read(after), path))).toBe(asText(value));
    expect(without(path, read(after))).toEqual(without(path, read(text)));
    if (node === undefined) throw new Error("the path leads nowhere");
    expect(after.slice(0, node.offset)).toBe(text.slice(0, node.offset));
    expect(after.endsWith(text.slice(node.offset + node.length))).toBe(true);
  });

  law(
    "that sets something new only adds, and reading gives that change and no other",
    fc.tuple(given, fc.array(fc.constantFrom("new", "__proto__", "toString"), { minLength: 1, maxLength: 3 })),
    ([{ text, path, value }, more]) => {
      const place = at(read(text), path);
      if (typeof place !== "object" || place === null) return;
      const [first = "new"] = more;
      if (!Array.isArray(place) && Object.hasOwn(place, first)) return;
      const into: JsonPath = [...path, Array.isArray(place) ? place.length : first, ...more.slice(1)];
      const after = apply(text, (edit) => {
        edit.set(into, value);
      });
      expect(asText(at(read(after), into))).toBe(asText(value));
      const added = [...path, ...into.slice(path.length, path.length + 1)];
      expect(without(added, read(after))).toEqual(lines(read(text)));
      // Between the braces of an empty container there is nothing but blanks to lose.
      const node = nodeAt(rootOf(text), path);
      if (node === undefined) throw new Error("the path leads nowhere");
      const [open, close] = [node.offset + 1, node.offset + node.length - 1];
      const isBlank = text.slice(open, close).trim() === "";
      expect(onlyAddsTo(isBlank ? text.slice(0, open) + text.slice(close) : text, after)).toBe(true);
      expect(commentsOf(after).map((comment) => comment.text)).toEqual(commentsOf(text).map((comment) => comment.text));
    },
  );

  law(
    "that removes something only removes: it, a comma, blanks, and the comments behind it on its lines",
    given,
    ({ text, path }) => {
      if (path.length === 0) return;
      const root = rootOf(text);
      const after = apply(text, (edit) => {
        expect(edit.unset(path)).toBe(true);
        expect(typeof path.at(-1) === "string" ? edit.get(path) : undefined).toBeUndefined();
      });
      const list = at(read(text), path.slice(0, -1));
      if (Array.isArray(list)) {
        expect(asText(at(read(after), path.slice(0, -1)))).toBe(asText(list.toSpliced(Number(path.at(-1)), 1)));
        expect(without(path.slice(0, -1), read(after))).toEqual(without(path.slice(0, -1), read(text)));
      } else expect(lines(read(after))).toEqual(without(path, read(text)));
      expect(onlyAddsTo(after, text)).toBe(true);

      if (repeatedKeys(root).length > 0) return;
      const value = nodeAt(root, path);
      const child = value?.parent?.type === "property" ? value.parent : value;
      if (child === undefined) throw new Error("the path leads nowhere");
      const end = child.offset + child.length;
      const kept = commentsOf(text).filter(({ offset }) => offset < child.offset || offset >= end);
      const behind = kept.filter(({ offset }) => offset >= end && !/[\r\n]/.test(text.slice(end, offset)));
      const left = commentsOf(after).map((comment) => comment.text);
      const others = kept.filter((comment) => !behind.includes(comment)).map((comment) => comment.text);
      // Those behind it go or stay; every other one stays, in order.
      expect(left.length - others.length).toBeLessThanOrEqual(behind.length);
      expect(onlyAddsTo(others.join("\0"), left.join("\0"))).toBe(true);
    },
  );

  law(
    "made a second time changes nothing, and setting what is read changes no byte",
    given,
    ({ text, path, value }) => {
      const twice: Change = (edit) => {
        edit.set(path, value);
      };
      const once = apply(text, twice);
      expect(apply(once, twice)).toBe(once);
      expect(
        apply(text, (edit) => {
          edit.set(path, edit.get(path));
        }),
      ).toBe(text);
    },
  );

  law("that adds a key and an edit that removes it leave the reading as it was", given, ({ text, path, value }) => {
    const place = at(read(text), path);
    if (typeof place !== "object" || place === null) return;
    const added = [...path, Array.isArray(place) ? place.length : "new"];
    const after = apply(text, (edit) => {
      edit.set(added, value);
      edit.unset(added);
    });
    expect(asText(read(after))).toBe(asText(read(text)));
  });

  law(
    "gives the same, one at a time or all at once",
    fc.tuple(given, fc.array(fc.tuple(fc.nat(), jsonValue), { maxLength: 4 })),
    ([{ text }, picks]) => {
      const changes = picks.map(([pick, value]): Change => (edit) => {
        const paths = pathsIn(edit.get([]));
        const path = paths[pick % paths.length] ?? [];
        if (pick % 3 === 0 && path.length > 0) edit.unset(path);
        else edit.set(path, value);
      });
      const each = changes.reduce((before, change) => apply(before, change), text);
      const all = apply(text, (edit) => {
        for (const change of changes) change(edit);
      });
      expect(all).toBe(each);
    },
  );
});
