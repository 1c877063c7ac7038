import { codeOf, describeFault, type PathFs } from "./fs.ts";
import { append, join, type Parts, type Syntax, syntaxOf, takeOutDots } from "./syntax.ts";

/** Where the links of a path end. */
export interface LinkEnd {
  /** The absolute path with every link followed, also for what does not exist yet. */
  readonly real: string;
  /** A link on the way leads to something that does not exist. */
  readonly dangling: boolean;
  /** Why the links could not be followed to the end; `undefined` when they could. */
  readonly fault: string | undefined;
}

/**
 * Follows every link of an absolute path, in the middle and at the end, also where the end does not exist: what is
 * missing is taken by its name. A `..` goes up from where the link before it leads, as it does for the system; whoever
 * wants it by the text takes it out before. Never rejects for a fault of the disk: that is `fault`. Rejects with a
 * `TypeError` when the path is not absolute.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtemp, realpath, symlink } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { followLinks } from "@polyglav/permissions/path";
 * import { nodeFs } from "@polyglav/permissions/path/node";
 *
 * const folder = await realpath(await mkdtemp(join(tmpdir(), "links-")));
 * await symlink("not made yet", join(folder, "link"));
 * assert.deepEqual(await followLinks(join(folder, "link/a"), nodeFs), {
 *   real: join(folder, "not made yet/a"),
 *   dangling: true,
 *   fault: undefined,
 * });
 * ```
 */
export async function followLinks(path: string, fs: PathFs): Promise<LinkEnd> {
  const syntax = syntaxOf(path);
  if (syntax === undefined) throw new TypeError(`Cannot follow ${JSON.stringify(path)}: it is not an absolute path`);
  try {
    // The system's answer also has the spelling that the volume uses, where it folds case.
    return { real: await fs.realpath(path), dangling: false, fault: undefined };
  } catch {
    // Whatever it was (mostly: the end does not exist), the walk finds it at its component.
    return walk(syntax.split(path), syntax, fs);
  }
}

// As many as Linux follows before it gives up.
const MOST_LINKS = 40;

/** Does by steps what the system does in one, and goes on by name where things end to exist. */
async function walk({ root, names }: Parts, syntax: Syntax, fs: PathFs): Promise<LinkEnd> {
  const todo = names.toReversed();
  let real: Parts = { root, names: [] };
  let links = 0;
  // As long as at least this many components are left, they come from a link.
  let own = Infinity;
  const ending = (start: Parts, rest: readonly string[]): string =>
    join(takeOutDots({ root: start.root, names: [...start.names, ...rest] }), syntax);
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "..") {
      real = takeOutDots({ root: real.root, names: [...real.names, name] });
      continue;
    }
    const next: Parts = { root: real.root, names: [...real.names, name] };
    const found = await look(join(next, syntax), fs);
    if (found === "something") {
      real = next;
    } else if (found === "nothing") {
      // Up from nothing is nowhere; guessing by name could step over another link.
      const fault = todo.includes("..") ? "a link goes through a folder that does not exist" : undefined;
      // For its case, where the volume folds case.
      const start = await fs.realpath(join(real, syntax)).then(syntax.split, () => real);
      return { real: ending(start, [name, ...todo.toReversed()]), dangling: todo.length >= own, fault };
    } else if ("to" in found && links < MOST_LINKS) {
      links += 1;
      own = Math.min(own, todo.length);
      const target = syntax.split(found.to);
      const start = append({ root: real.root, names: [] }, { root: target.root, names: [] });
      if (start === undefined) {
        const fault = "a link leads to the current folder of a drive";
        return { real: ending(next, todo.toReversed()), dangling: false, fault };
      }
      if (target.root !== "") real = start;
      todo.push(...target.names.toReversed());
    } else {
      const fault = "fault" in found ? found.fault : describeFault("ELOOP");
      return { real: ending(next, todo.toReversed()), dangling: false, fault };
    }
  }
  return { real: join(real, syntax), dangling: false, fault: undefined };
}

async function look(path: string, fs: PathFs): Promise<"something" | "nothing" | { to: string } | { fault: string }> {
  try {
    const found = await fs.lstat(path);
    return found.isSymbolicLink() ? { to: await fs.readlink(path) } : "something";
  } catch (cause) {
    const code = codeOf(cause);
    // ENOTDIR: a file stands where a folder should; opening the path will say so.
    return code === "ENOENT" || code === "ENOTDIR" ? "nothing" : { fault: describeFault(code) };
  }
}
