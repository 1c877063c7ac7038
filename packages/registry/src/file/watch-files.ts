import { resolve } from "node:path";
import { stampOf } from "./stamp.ts";
import { foldersOf, type FolderWatch, watchFolders } from "./watch-folders.ts";

/** How to watch. */
export interface WatchOptions {
  /** Looks only, and asks the system for no events. Default: false. */
  readonly poll?: boolean | undefined;
  /**
   * Milliseconds between two looks when no event comes: how late a change is seen where the system gives no events, as
   * on network drives. Default: 2000.
   */
  readonly pollMs?: number | undefined;
}

/** A watch that goes on. */
export interface FileWatch {
  /** Ends it; nothing is left behind, and nothing more is said. A second time does nothing. */
  readonly close: () => void;
  /** The same, for `using`. */
  readonly [Symbol.dispose]: () => void;
}

/** Milliseconds after which a file that looks the same is taken to be written to its end. */
const SETTLE_MS = 20;

/** The longest time that a timer of Node takes; it makes 1 ms of a longer one. */
const MAX_MS = 2 ** 31 - 1;

/** Looks after which a file is reported that never settles, such as a log. */
const PATIENCE = 50;

/**
 * Watches files and calls `onChange` with those that changed, were made or were removed, by the names that were given.
 * A change is what {@link stampOf} shows: events of the system only say when to look, and without any a look comes
 * every two seconds all the same. So a watch survives atomic saves, a file or folder that is made later, is removed, or is
 * removed and made again, a file behind a symbolic link, and a system that has no watches left.
 *
 * `onChange` is called once for changes that come together, when the files look the same in two looks 20 milliseconds
 * apart, so that a half-written file is rarely read. Read the files then: what a call is about may have changed again,
 * and will be told again. It must not throw. It is not called for what was there at the start, nor for a change that was
 * undone.
 *
 * Never keeps a process alive, and never throws for what is on disk. Throws a `RangeError` when `pollMs` is no positive
 * number.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { editJson, watchFiles } from "@polyglav/registry/file";
 *
 * const file = join(mkdtempSync(join(tmpdir(), "example-")), "later", "themes.json");
 * const work = setTimeout(() => undefined, 10_000); // the watch alone keeps no process alive
 * const changed = await new Promise<ReadonlySet<string>>((resolve) => {
 *   watchFiles([file], resolve);
 *   editJson(file, (edit) => edit.set(["dark"], { ink: "white" }), { layer: "user" });
 * });
 * clearTimeout(work);
 * assert.deepEqual([...changed], [file]);
 * ```
 */
export function watchFiles(
  files: Iterable<string>,
  onChange: (files: ReadonlySet<string>) => void,
  options: WatchOptions = {},
): FileWatch {
  const { poll = false, pollMs = 2000 } = options;
  if (!(pollMs > 0)) throw new RangeError(`Cannot look every ${pollMs} ms: pollMs must be a positive number`);

  const seen = [...new Set(files)].map((file) => watchedFile(file));
  let soon: NodeJS.Timeout | undefined;
  let isClosed = false;

  const look = (): void => {
    soon = undefined;
    if (isClosed) return;
    // Before the stamps: what changes after them has to give an event.
    if (aim()) lookSoon();
    const settled = seen.filter((file) => file.look());
    if (seen.some((file) => file.isMoving())) lookSoon();
    if (settled.length > 0) onChange(new Set(settled.map(({ name }) => name)));
  };
  const lookSoon = (): void => {
    if (!isClosed) soon ??= setTimeout(look, SETTLE_MS).unref();
  };
  const folders: FolderWatch | undefined = poll ? undefined : watchFolders(lookSoon);
  const aim = (): boolean => folders?.aim(new Set(seen.flatMap((file) => file.folders()))) === true;
  const looks = setInterval(look, Math.min(pollMs, MAX_MS)).unref();
  // It aims, and finds what changed since the stamps were taken.
  aim();
  lookSoon();

  const close = (): void => {
    isClosed = true;
    clearInterval(looks);
    clearTimeout(soon);
    folders?.close();
  };
  return { close, [Symbol.dispose]: close };
}

/** A file, and what is known of it. */
interface WatchedFile {
  readonly name: string;
  /** Looks at the file; says whether it is not as it was told and came to rest, and counts as told then. */
  readonly look: () => boolean;
  /** Whether it was not at rest in the last look. */
  readonly isMoving: () => boolean;
  readonly folders: () => readonly string[];
}

function watchedFile(name: string): WatchedFile {
  // The process may change its folder.
  const file = resolve(name);
  let told = stampOf(file);
  let last = told;
  let looks = 0;
  let folders: readonly string[] | undefined;
  return {
    name,
    look: () => {
      const now = stampOf(file);
      const isSettled = now === last;
      if (!isSettled) folders = undefined;
      last = now;
      if (now === told) {
        looks = 0;
        return false;
      }
      looks += 1;
      if (!isSettled && looks < PATIENCE) return false;
      told = now;
      looks = 0;
      return true;
    },
    isMoving: () => last !== told,
    folders: () => {
      // While nothing is there the way to it may grow or shrink at any time.
      if (last === undefined) return foldersOf(file);
      return (folders ??= foldersOf(file));
    },
  };
}
