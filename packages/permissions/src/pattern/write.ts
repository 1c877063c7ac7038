import type { ResourceKind } from "../category.ts";
import { DEFAULT_PORTS } from "./read-url.ts";

/**
 * Writes the pattern that matches exactly one resource, as `readPattern` reads it. What nobody can know beforehand, a
 * segment that begins with NUL, is written as `*`, the narrowest that matches it. What no text can name, such as a
 * file with a slash in its name, is written somehow; `patternOf` gives it no pattern.
 */
export function writePattern(kind: ResourceKind, resource: readonly string[]): string {
  const names = resource.map((text) => (text.startsWith("\0") ? undefined : text));
  switch (kind) {
    case "command":
      return names.map((word) => (word === undefined ? "*" : quoteWord(word))).join(" ");
    case "path":
      return names[0] === "/" ? `/${join(names.slice(1), "/")}` : escapeHome(join(names, "/"));
    case "url":
      return writeUrl(names);
    case "names":
      return join(names, "/");
    case "name":
      return join(names.slice(0, 1), "/");
  }
}

function writeUrl(names: readonly (string | undefined)[]): string {
  const cut = names.findIndex((name) => name?.includes("/"));
  const [scheme, ...labels] = names.slice(0, Math.max(cut, 0));
  const [port = "", query = ""] = (names[cut] ?? "").split("/");
  // Without a port and a query the pattern would mean all of them.
  const written = port === "" ? `:${DEFAULT_PORTS.get(scheme ?? "") ?? ""}` : port;
  const host = labels
    .toReversed()
    .map((label) => label ?? "*")
    .join(".");
  return `${scheme ?? "*"}://${host}${written}/${join(names.slice(cut + 1), "/")}?${escape(query.slice(1))}`;
}

const join = (names: readonly (string | undefined)[], separator: string): string =>
  names.map((name) => (name === undefined ? "*" : escape(name))).join(separator);

const escape = (name: string): string => name.replace(/[*\\?[\]{}!/]/g, "\\$&");

const escapeHome = (path: string): string => (path.startsWith("~") ? `\\${path}` : path);

function quoteWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
