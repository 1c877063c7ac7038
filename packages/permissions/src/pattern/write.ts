import type { ResourceKind } from "../category.ts";

/**
 * Writes the pattern that matches exactly one resource, as `readPattern` reads it. What nobody can know beforehand, a
 * segment that begins with NUL, is written as `*`, the narrowest that matches it.
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
  const [scheme, ...rest] = names;
  const cut = rest.indexOf("/");
  const port = rest[cut - 1]?.startsWith(":") === true ? (rest[cut - 1] ?? "") : "";
  const labels = rest.slice(0, port === "" ? cut : cut - 1).toReversed();
  return `${scheme ?? "*"}://${labels.map((label) => label ?? "*").join(".")}${port}/${join(rest.slice(cut + 1), "/")}`;
}

const join = (names: readonly (string | undefined)[], separator: string): string =>
  names.map((name) => (name === undefined ? "*" : escape(name))).join(separator);

const escape = (name: string): string => name.replace(/[*\\?[\]{}!/]/g, "\\$&");

const escapeHome = (path: string): string => (path.startsWith("~") ? `\\${path}` : path);

function quoteWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
