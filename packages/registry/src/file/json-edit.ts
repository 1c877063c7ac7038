import { type Node } from "jsonc-parser";
import { isSame } from "../plain.ts";
import { appendValue, removeChild, replaceValue } from "./edit-text.ts";
import { find, type Found, nest, show, whyNotIn, withoutValue, withValue } from "./json-place.ts";
import { parseJsonText, type SyntaxFault } from "./json-text.ts";
import { type JsonPath, valueOf } from "./json-tree.ts";
import { toJsonValue } from "./json-value.ts";

/** Changes to one document. Each sees what the ones before it did. */
export interface JsonEdit {
  /** Gives a copy of what is at a path, `undefined` when nothing is. */
  readonly get: (path: JsonPath) => unknown;
  /**
   * Puts a value at a path; what is there is replaced whole, with the comments in it. Missing objects on the way are
   * made, and a list takes an item at the index after its last. To set what is there already changes nothing.
   */
  readonly set: (path: JsonPath, value: unknown) => void;
  /** Removes what is at a path, each of repeated keys; says whether something was there. Later items move up. */
  readonly unset: (path: JsonPath) => boolean;
}

/** Why a document stays as it is; `path` leads to the place that is in the way. */
export interface Refusal {
  readonly code: "file/not-json" | "file/not-written";
  readonly state: string;
  readonly path: JsonPath;
}

/** A text with what {@link JsonEdit} made of it. */
export interface EditedText {
  readonly edit: JsonEdit;
  /** Gives the new text, or the first change that was not possible, in which case none counts. */
  readonly finish: () => { readonly ok: true; readonly text: string } | ({ readonly ok: false } & Refusal);
}

/** Begins to edit a text that is parsed already; `undefined` is a document that is not there yet. */
export function editText(before: { readonly text: string; readonly root: Node } | undefined): EditedText {
  let text = before?.text ?? "";
  let root = before?.root;
  // Invariant: what reading the text has to give, found without looking at the text again.
  let value: unknown = root && valueOf(root);
  let refusal: Refusal | undefined;

  const refuse = (code: Refusal["code"], path: JsonPath, state: string): false => {
    refusal = { code, path, state };
    return false;
  };
  /** Takes over a new text; one that says anything but `expected` is a fault of ours, and is not written. */
  const take = (edited: string, expected: unknown, path: JsonPath): boolean => {
    const parsed = parseJsonText(edited);
    if (!parsed.ok) return refuse("file/not-written", path, stateOf(parsed.faults));
    if (!isSame(valueOf(parsed.root), expected)) {
      return refuse("file/not-written", path, `changing ${show(path)} would change something else`);
    }
    [text, root, value] = [edited, parsed.root, expected];
    return true;
  };

  const edit: JsonEdit = {
    get: (path) => {
      const found = root && find(root, path);
      return found?.node && valueOf(found.node);
    },
    set: (path, written) => {
      if (refusal !== undefined) return;
      const json = toJsonValue(written);
      if (!json.ok) {
        refuse("file/not-json", path, `JSON cannot say ${show([...path, ...json.path])}: ${json.state}`);
        return;
      }
      const found = root && find(root, path);
      if (root !== undefined && found?.node !== undefined) {
        if (isSame(valueOf(found.node), json.value)) return;
        take(replaceValue(text, root, found.node, json.value), withValue(value, path, json.value), path);
        return;
      }
      const container = found?.container;
      const depth = found?.depth ?? 0;
      const [key] = container === undefined ? [] : path.slice(depth);
      const missing = container === undefined ? path : path.slice(depth + 1);
      const state = found && whyNotIn(found, path);
      if (state !== undefined || missing.some((segment) => typeof segment === "number" && segment !== 0)) {
        refuse("file/not-written", path, state ?? `a list begins at 0, so nothing can be put at ${show(path)}`);
        return;
      }
      const inner = nest(missing, json.value);
      if (root === undefined || container === undefined) take(`${JSON.stringify(inner, null, 2)}\n`, inner, path);
      else {
        const name = typeof key === "string" ? key : undefined;
        take(appendValue(text, root, container, name, inner), withValue(value, path, json.value), path);
      }
    },
    unset: (path) => {
      if (refusal !== undefined || root === undefined) return false;
      if (path.length === 0) return refuse("file/not-written", path, "a document cannot be without a value");
      const before = find(root, path);
      if (before.node === undefined) return false;
      const expected = withoutValue(value, path);
      let edited = text;
      let rest: Node | undefined = root;
      // Of repeated keys each one goes: the one before the last would otherwise come to count.
      for (;;) {
        const found: Found | undefined = rest && find(rest, path);
        if (found?.node === undefined || found.container === undefined) break;
        const child = found.container.type === "object" ? found.node.parent : found.node;
        if (child === undefined) break;
        edited = removeChild(edited, found.container, child);
        if (typeof path.at(-1) === "number") break;
        const parsed = parseJsonText(edited);
        rest = parsed.ok ? parsed.root : undefined;
      }
      return take(edited, expected, path);
    },
  };
  return { edit, finish: () => (refusal === undefined ? { ok: true, text } : { ok: false, ...refusal }) };
}

function stateOf([fault]: readonly SyntaxFault[]): string {
  return fault === undefined
    ? "it would not be JSON any more"
    : `it would not be JSON any more, because ${fault.state}`;
}
