import { type FSWatcher, realpathSync, statSync, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Folders whose changes come as events, as far as the system gives any. */
export interface FolderWatch {
  /**
   * Watches these folders and no others; one that was removed and made again is another one. Says whether something is
   * watched now that was not before: what happened there until now gave no event.
   */
  readonly aim: (folders: ReadonlySet<string>) => boolean;
  readonly close: () => void;
}

/**
 * Watches folders, not the files in them: an atomic save replaces the file, and the watch would stay with the old one.
 * Where the system gives no watch (`ENOSPC`, `EMFILE`) or takes one back there are no events, and the next
 * {@link FolderWatch.aim} tries again. Keeps no process alive.
 */
export function watchFolders(onEvent: () => void): FolderWatch {
  const watched = new Map<string, { readonly id: string; readonly watcher: FSWatcher }>();

  const drop = (folder: string, watcher: FSWatcher): void => {
    watcher.close();
    if (watched.get(folder)?.watcher === watcher) watched.delete(folder);
  };
  const add = (folder: string, id: string): boolean => {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        // By its own name a folder says that it was removed: one that is made again can even have its number.
        if (name === basename(folder)) drop(folder, watcher);
        onEvent();
      });
      watched.set(folder, { id, watcher });
      watcher.on("error", () => {
        drop(folder, watcher);
      });
      return true;
    } catch {
      // ENOSPC, EMFILE: there are no watches left; ENOENT: it was just removed.
      return false;
    }
  };
  return {
    aim: (folders) => {
      for (const [folder, { id, watcher }] of watched) {
        if (!folders.has(folder) || idOf(folder) !== id) drop(folder, watcher);
      }
      let isNew = false;
      for (const folder of folders) {
        const id = watched.has(folder) ? undefined : idOf(folder);
        if (id !== undefined && add(folder, id)) isNew = true;
      }
      return isNew;
    },
    close: () => {
      for (const [folder, { watcher }] of watched) drop(folder, watcher);
    },
  };
}

/** Lists the folders in which something happens when a file changes: its own, or what is there of the way to it. */
export function foldersOf(file: string): readonly string[] {
  const own = nearestFolder(dirname(file));
  try {
    // Behind a link the file is saved elsewhere.
    return [own, dirname(realpathSync(file))];
  } catch {
    // ENOENT mostly: it is not there, and its folder is enough to see it come.
    return [own];
  }
}

function nearestFolder(path: string): string {
  const above = dirname(path);
  return above === path || idOf(path) !== undefined ? path : nearestFolder(above);
}

/** Tells a folder from another one that later has its path; `undefined` when there is none. */
function idOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isDirectory() === true ? `${stats.dev}-${stats.ino}` : undefined;
  } catch {
    // EACCES, ELOOP, ENOTDIR: nothing that could be watched.
    return undefined;
  }
}
