import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, join, parse, resolve, sep } from "node:path";
import type { Place } from "./place.ts";
import { describeFault, systemCode } from "./tool-error.ts";

/** Where a path leads. */
export interface Target {
  /** The absolute path as it was spelled, `..` taken out. */
  readonly lexical: string;
  /** The path with every link followed, also for what does not exist yet. This one is opened. */
  readonly real: string;
  /** A link on the way leads to something that does not exist. */
  readonly dangling: boolean;
  /** Why the links could not be followed to the end; `undefined` when they could. */
  readonly fault: string | undefined;
}

/**
 * Follows a path to what it stands for. Relative paths start at the worktree, `~` is the home folder, `..` is taken
 * out before links are followed. Never rejects: what went wrong is `fault`.
 */
export async function resolvePath(path: string, place: Place): Promise<Target> {
  const inHome = restInHome(path);
  if (inHome === undefined) return follow(resolve(place.worktree, path));
  if (place.home !== undefined) return follow(join(place.home, inHome));
  const fault = "there is no home folder, for HOME is not an absolute path";
  return { ...(await follow(resolve(place.worktree, path))), fault };
}

async function follow(lexical: string): Promise<Target> {
  return { lexical, ...(await followLinks(lexical)) };
}

/** Follows every link of an absolute path, also where its end does not exist. Never rejects. */
export async function followLinks(path: string): Promise<Omit<Target, "lexical">> {
  try {
    // The system's answer also has the spelling that the volume uses, where it folds case.
    return { real: await realpath(path), dangling: false, fault: undefined };
  } catch {
    // Whatever it was (mostly: the end does not exist), the walk finds it at its component.
    return walk(path);
  }
}

// As many as Linux follows before it gives up.
const MOST_LINKS = 40;

/** Does by steps what the system does in one, and goes on by name where things end to exist. */
async function walk(path: string): Promise<Omit<Target, "lexical">> {
  const { root } = parse(path);
  const todo = path.slice(root.length).split(sep).reverse();
  let real = root;
  let links = 0;
  // As long as at least this many components are left, they come from a link.
  let own = Infinity;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    const next = name === ".." ? dirname(real) : join(real, name);
    const found = name === ".." ? "something" : await look(next);
    if (found === "something") {
      real = next;
    } else if (found === "nothing") {
      // Up from nothing is nowhere; guessing by name could step over another link.
      const fault = todo.includes("..") ? "a link goes through a folder that does not exist" : undefined;
      const start = await realpath(real).catch(() => real); // for its case, where the volume folds case
      return { real: resolve(start, name, ...todo.toReversed()), dangling: todo.length >= own, fault };
    } else if ("to" in found && links < MOST_LINKS) {
      links += 1;
      own = Math.min(own, todo.length);
      const target = parse(found.to);
      if (target.root !== "") real = target.root;
      todo.push(...found.to.slice(target.root.length).split(sep).reverse());
    } else {
      const fault = "fault" in found ? found.fault : describeFault("ELOOP");
      return { real: resolve(next, ...todo.toReversed()), dangling: false, fault };
    }
  }
  return { real, dangling: false, fault: undefined };
}

async function look(path: string): Promise<"something" | "nothing" | { to: string } | { fault: string }> {
  try {
    const found = await lstat(path);
    return found.isSymbolicLink() ? { to: await readlink(path) } : "something";
  } catch (cause) {
    const code = systemCode(cause);
    // ENOTDIR: a file stands where a folder should; opening the path will say so.
    return code === "ENOENT" || code === "ENOTDIR" ? "nothing" : { fault: describeFault(code) };
  }
}

/** Gives what follows the home folder in a path that begins there; `undefined` for all others. */
function restInHome(path: string): string | undefined {
  return path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`) ? path.slice(2) : undefined;
}
