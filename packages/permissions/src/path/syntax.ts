/**
 * A path in its parts. The root of a relative path is "". The names hold neither "" nor ".", but may hold "..", which
 * {@link takeOutDots} takes out.
 */
export interface Parts {
  readonly root: string;
  readonly names: readonly string[];
}

/** How paths are written: with slashes, or the way of Windows. */
export interface Syntax {
  readonly separator: "/" | "\\";
  readonly split: (path: string) => Parts;
}

/** Finds how an absolute path is written; `undefined` when it is not absolute. */
export function syntaxOf(absolute: string): Syntax | undefined {
  if (absolute.startsWith("/")) return SLASHES;
  return isAbsolute(WINDOWS.split(absolute)) ? WINDOWS : undefined;
}

/** Tells whether parts need nothing else to name a place: on Windows a drive and a backslash belong to that. */
export function isAbsolute({ root }: Parts): boolean {
  return root === "/" || (root.length > 1 && root.endsWith("\\"));
}

/** Writes parts as a path. */
export function join({ root, names }: Parts, { separator }: Syntax): string {
  return root + names.join(separator);
}

/**
 * Puts a path behind an absolute one, unless it is absolute itself. `undefined` for the `C:name` of Windows, which
 * starts at a folder that only the system knows.
 */
export function append(base: Parts, path: Parts): Parts | undefined {
  if (path.root === "") return { root: base.root, names: [...base.names, ...path.names] };
  if (path.root === "\\") return { root: base.root, names: path.names };
  return isAbsolute(path) ? path : undefined;
}

/** Takes `..` out of absolute parts by their text alone, without a look at links. Above the root there is nothing. */
export function takeOutDots({ root, names }: Parts): Parts {
  const kept: string[] = [];
  for (const name of names) {
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return { root, names: kept };
}

/** Gives the names of a path below a folder, by their text alone; `undefined` when it is not below it. */
export function namesBelow(
  folder: Parts,
  path: Parts,
  isSame: (a: string, b: string) => boolean,
): readonly string[] | undefined {
  const { length } = folder.names;
  const isBelow =
    folder.root === path.root && folder.names.every((name, index) => isSame(name, path.names[index] ?? ""));
  return isBelow ? path.names.slice(length) : undefined;
}

const isName = (name: string): boolean => name !== "" && name !== ".";

const SLASHES: Syntax = {
  separator: "/",
  split: (path) => ({ root: path.startsWith("/") ? "/" : "", names: path.split("/").filter(isName) }),
};

/** The roots of Windows, the longer ones first: a share, a drive, a device, then what is only partly a root. */
const ROOTS: readonly (readonly [RegExp, (match: readonly string[]) => string])[] = [
  [/^\\\\[?.]\\UNC\\([^\\]+)\\([^\\]+)/i, ([, server = "", share = ""]) => shareRoot(server, share)],
  [/^\\\\[?.]\\([a-z]):(?:\\|$)/i, ([, drive = ""]) => `${drive.toUpperCase()}:\\`],
  [/^\\\\[?.]\\/, () => "\\\\.\\"],
  [/^\\\\([^\\]+)\\([^\\]+)/, ([, server = "", share = ""]) => shareRoot(server, share)],
  [/^([a-z]):\\/i, ([, drive = ""]) => `${drive.toUpperCase()}:\\`],
  [/^([a-z]):/i, ([, drive = ""]) => `${drive.toUpperCase()}:`],
  [/^\\/, () => "\\"],
];

const shareRoot = (server: string, share: string): string => `\\\\${server.toLowerCase()}\\${share.toLowerCase()}\\`;

const WINDOWS: Syntax = {
  separator: "\\",
  split(given) {
    const path = given.replaceAll("/", "\\");
    for (const [pattern, rootOf] of ROOTS) {
      const match = pattern.exec(path);
      if (match !== null) return { root: rootOf(match), names: path.slice(match[0].length).split("\\").filter(isName) };
    }
    return { root: "", names: path.split("\\").filter(isName) };
  },
};
