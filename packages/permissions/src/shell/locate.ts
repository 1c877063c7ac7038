import { DYNAMIC } from "./dynamic.ts";
import { HOLE } from "./words/reading.ts";

/** Where a path leads, by its text. */
export interface Located {
  /** As paths are named in actions; what nobody knows is {@link DYNAMIC}. */
  readonly resource: readonly string[];
  /** The absolute path with its `..` left in, for the system goes up from where a link leads. */
  readonly path: string | undefined;
  /** Whether it may be anywhere. */
  readonly isUnknown: boolean;
}

/** The names of a path. */
export const namesOf = (path: string): readonly string[] =>
  path.split("/").filter((name) => name !== "" && name !== ".");

/** Takes `..` out of names of an absolute path by their text. */
export function withoutDots(names: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
}

/** Puts a path behind a folder, by their text. `undefined` when nobody knows the folder. */
export function append(cwd: string | undefined, path: string): string | undefined {
  if (path.startsWith("/")) return path;
  return cwd === undefined ? undefined : `${cwd === "/" ? "" : cwd}/${path}`;
}

/** Finds where the mask of a word leads from a folder. */
export function locate(
  mask: string | undefined,
  source: string,
  cwd: string | undefined,
  worktree: string | undefined,
): Located {
  const path = mask === undefined ? undefined : append(cwd, mask);
  const spelled = path === undefined ? undefined : namesOf(path);
  if (spelled === undefined || spelled.some(mayGoUp)) {
    return { resource: ["/", `${DYNAMIC}${source}`], path: undefined, isUnknown: true };
  }
  const isWhole = !spelled.some((name) => name.includes(HOLE));
  const resource = nameFrom(withoutDots(spelled).map(showHoles), worktree);
  return { resource, path: isWhole ? `/${spelled.join("/")}` : undefined, isUnknown: false };
}

const showHoles = (name: string): string => (name.includes(HOLE) ? `${DYNAMIC}${name.replaceAll(HOLE, "*")}` : name);

/** Some shells take `..` for a match of `.*`. */
const mayGoUp = (name: string): boolean => name.startsWith(".") && /^[.\0]*$/.test(name) && name.includes(HOLE);

function nameFrom(names: readonly string[], worktree: string | undefined): readonly string[] {
  const folder = worktree?.startsWith("/") === true ? withoutDots(namesOf(worktree)) : undefined;
  if (folder?.every((name, index) => name === names[index]) !== true) return ["/", ...names];
  const inside = names.slice(folder.length);
  return inside.length === 0 ? ["."] : inside;
}
