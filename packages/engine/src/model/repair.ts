import { type JsonBreak, findJsonBreak } from "./json-break.ts";

/** The arguments of a call: JSON, or the text as it was, where it cannot be read as JSON in exactly one way. */
export type CallInput = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly text: string };

/**
 * Reads the arguments of a call as a model wrote them, and mends what can only have been meant in one way: no text at
 * all, `null`, a fence of Markdown around the whole, an object that was encoded twice, and line breaks and tabs that
 * stand in a string as they are. Nothing is completed: a text that was cut stays what it is. A text that is JSON for a
 * string, and no object in it, also counts as text: no tool takes one. Total.
 */
export function readCallInput(written: unknown): CallInput {
  if (written === undefined || written === null) return { ok: true, value: {} };
  // The spec says text; a provider that has read it already has done the work.
  if (typeof written !== "string") return { ok: true, value: written };
  const text = unfenced(written.trim());
  if (text === "" || text === "null") return { ok: true, value: {} };
  const once = parse(text) ?? parse(escapeControls(text));
  if (once === undefined) return { ok: false, text: written };
  if (typeof once.value !== "string") return { ok: true, value: once.value };
  const twice = parse(once.value);
  return twice !== undefined && isObject(twice.value) ? { ok: true, value: twice.value } : { ok: false, text: written };
}

/**
 * Finds the tool that a model meant: the one of that name; else, where there is exactly one, the one that differs in
 * case and in `-` for `_` alone. A name that means none, or more than one, stays as it is.
 */
export function readToolName(written: string, tools: readonly { readonly name: string }[]): string {
  if (tools.some(({ name }) => name === written)) return written;
  const plain = plainName(written);
  const [meant, second] = tools.filter(({ name }) => plainName(name) === plain);
  return meant !== undefined && second === undefined ? meant.name : written;
}

/**
 * Says to a model what is wrong with arguments that stayed text, and where: characters are counted from 1.
 *
 * @param tool the name of the tool that was called
 */
export function describeBadInput(tool: string, text: string): string {
  const json = unfenced(text.trim());
  const where = findJsonBreak(json);
  const words =
    where === undefined
      ? wrongJson(json)
      : where.at >= json.length
        ? `they end after ${count(json.length)}, where ${where.wanted} should follow`
        : `at character ${where.at + 1 + text.indexOf(json)}, ${where.wanted} should stand where ${excerpt(json, where)} does`;
  return `the arguments of ${tool} are not valid JSON: ${words}. Send the call again with one whole JSON object`;
}

/** Good JSON that is yet no arguments. */
function wrongJson(text: string): string {
  return text.startsWith('"')
    ? "they are a string and not an object"
    : "they have a key that no object may have (__proto__, or constructor with prototype)";
}

function excerpt(text: string, { at }: JsonBreak): string {
  return JSON.stringify(text.slice(at, at + EXCERPT) + (text.length > at + EXCERPT ? "…" : ""));
}

function count(characters: number): string {
  return characters === 1 ? "1 character" : `${characters} characters`;
}

const EXCERPT = 30;

function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll("-", "_");
}

/** Takes off a fence that is around everything: one in the middle may be part of a string. */
function unfenced(text: string): string {
  if (!text.startsWith("```") || !text.endsWith("```") || text.length < 6) return text;
  return text
    .slice(3, -3)
    .replace(/^(?:json5?|jsonc)?\s/i, "")
    .trim();
}

/** Writes the control characters inside of strings the way JSON wants them. */
function escapeControls(text: string): string {
  if (!CONTROL.test(text)) return text;
  let inString = false;
  let escaped = "";
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') inString = !inString;
    else if (character === "\\") at += 1;
    else if (inString && character < " ") {
      escaped += text.slice(copied, at) + JSON.stringify(character).slice(1, -1);
      copied = at + 1;
    }
  }
  return escaped + text.slice(copied);
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;

/** `undefined` for what is no JSON, or carries a key that would change the prototype of whoever copies it. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return mayBeHostile(text) && isHostile(value) ? undefined : { value };
  } catch {
    // A SyntaxError: the text is no JSON.
    return undefined;
  }
}

/** Escapes may hide a name. */
function mayBeHostile(text: string): boolean {
  return text.includes("proto") || text.includes("\\u");
}

function isHostile(value: unknown): boolean {
  const open: unknown[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if (Object.hasOwn(node, "__proto__")) return true;
    for (const [key, inner] of Object.entries(node)) {
      if (key === "constructor" && isObject(inner) && Object.hasOwn(inner, "prototype")) return true;
      if (isObject(inner)) open.push(inner);
    }
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
