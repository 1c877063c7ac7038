/**
 * The folder in which a glob begins to look: what stands before its first wildcard, from a folder. `undefined` where it
 * may look elsewhere, too, because of what stands behind a wildcard.
 */
export function globFolder(pattern: string, folder: string): string | undefined {
  const names = pattern.replaceAll("\\", "/").split("/");
  const first = names.findIndex((name) => /[*?[\]{}!()@+|]/.test(name));
  const fixed = first < 0 ? names.slice(0, -1) : names.slice(0, first);
  const rest = names.slice(fixed.length);
  if (rest.some((name) => name === ".." || /[{(|,].*\.\./.test(name)) || /[{(,|]\s*(?:[/~]|\.\.)/.test(pattern))
    return undefined;
  if (/^[a-z]:/i.test(pattern)) return undefined;
  const start = fixed.join("/");
  if (pattern.startsWith("/") || pattern.startsWith("~")) return start === "" ? "/" : start;
  return start === "" ? folder : `${folder}/${start}`;
}
