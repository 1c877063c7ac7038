import type { PathFs, PathStats } from "./fs.ts";
import { append, join, type Parts, type Syntax, syntaxOf } from "./syntax.ts";

/** A file is its text, a link is where it leads in a list of one, a folder is an object. */
export type Entry = string | readonly [to: string] | { readonly [name: string]: Entry };

/** A disk in memory, such as `{ "/": { "a.ts": "" } }`, that takes names in any case or not, in either syntax. */
export function memoryFs(
  roots: Readonly<Record<string, Entry>>,
  { folds = false }: { readonly folds?: boolean } = {},
): PathFs & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const numbers = new Map<string, number>();
  const isSame = (a: string, b: string): boolean => a === b || (folds && a.toLowerCase() === b.toLowerCase());

  /** Finds an entry, and the path by which the disk knows it. */
  function find(path: string, follows: boolean): { readonly entry: Entry; readonly at: string } {
    asked.push(path);
    const syntax = syntaxOf(path);
    if (syntax === undefined) throw fault("EINVAL");
    return step(syntax, syntax.split(path), follows);
  }

  function step(syntax: Syntax, { root, names }: Parts, follows: boolean, links = 0) {
    const top = Object.hasOwn(roots, root) ? roots[root] : undefined;
    if (top === undefined) throw fault("ENOENT");
    if (links > 40) throw fault("ELOOP");
    const trail: { readonly name: string; readonly entry: Entry }[] = [];
    const here = (): Entry => trail.at(-1)?.entry ?? top;
    for (const [index, name] of names.entries()) {
      if (name === "..") {
        trail.pop();
        continue;
      }
      const folder = here();
      if (typeof folder === "string" || Array.isArray(folder)) throw fault("ENOTDIR");
      const found = Object.entries(folder).find(([other]) => isSame(other, name));
      if (found === undefined) throw fault("ENOENT");
      const [stored, entry] = found;
      if (isLink(entry) && (follows || index < names.length - 1)) {
        const start: Parts = { root, names: trail.map((each) => each.name) };
        const target = append(start, syntax.split(entry[0])) ?? start;
        const rest = names.slice(index + 1);
        return step(syntax, { root: target.root, names: [...target.names, ...rest] }, follows, links + 1);
      }
      trail.push({ name: stored, entry });
    }
    return { entry: here(), at: join({ root, names: trail.map((each) => each.name) }, syntax) };
  }

  return {
    asked,
    realpath: async (path) => find(path, true).at,
    readlink: async (path) => {
      const { entry } = find(path, false);
      if (!isLink(entry)) throw fault("EINVAL");
      return entry[0];
    },
    readdir: async (path) => {
      const { entry } = find(path, true);
      if (typeof entry === "string" || isLink(entry)) throw fault("ENOTDIR");
      return Object.keys(entry);
    },
    lstat: async (path): Promise<PathStats> => {
      const { entry, at } = find(path, false);
      numbers.set(at, numbers.get(at) ?? numbers.size + 1);
      return { isSymbolicLink: () => isLink(entry), dev: 1, ino: numbers.get(at) ?? 0 };
    },
  };
}

const isLink = (entry: Entry): entry is readonly [to: string] => Array.isArray(entry);

const fault = (code: string): Error => Object.assign(new Error(code), { code });
