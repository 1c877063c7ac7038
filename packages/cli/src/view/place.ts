import { isAbsolute, relative, sep } from "node:path";

/** What paths are shown against. */
export interface Viewpoint {
  readonly cwd: string;
  readonly home: string;
}

/** Shows a path as short as it stays true: from the working folder, else from home as `~`, else whole. */
export function displayPath(file: string, { cwd, home }: Viewpoint): string {
  if (!isAbsolute(file)) return file;
  const fromCwd = relative(cwd, file);
  if (isInside(fromCwd)) return fromCwd;
  const fromHome = relative(home, file);
  return isAbsolute(home) && isInside(fromHome) ? `~${sep}${fromHome}` : file;
}

const isInside = (path: string): boolean =>
  path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);

/** Where something was written: a layer, and a position where there is a file. */
export interface Written {
  readonly layer?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Shows a position as `file:line:column`, as far as it is known; something without a file is shown by its layer. */
export function displayWhere(where: Written, viewpoint: Viewpoint): string {
  if (where.file === undefined) return where.layer ?? "";
  const position = [where.line, where.column].filter((part) => part !== undefined);
  return [displayPath(where.file, viewpoint), ...position].join(":");
}
