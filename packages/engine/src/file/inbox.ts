import { randomUUID } from "node:crypto";
import { readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { MAX_LETTER, readLetter, writeLetter } from "../store/letter-text.ts";
import type { Letter } from "../store/run-store.ts";
import { readPlain, writeWhole } from "./plain-file.ts";
import { isOwnFolder, makeInnerFolder } from "./runs-folder.ts";

/** How long a letter waits at most where the system tells nothing of changes, in milliseconds. */
const POLL_MS = 100;
const LETTER = /^(\d{12})-[0-9a-f-]{36}\.json$/;

/**
 * Puts a letter into the inbox of a run, whole. Its number follows on those that are there: one that is posted after
 * another is read after it, and the names of two that are posted together differ. Throws what the system raises.
 */
export function postLetter(folder: string, letter: Letter, synced: boolean): void {
  const text = writeLetter(letter);
  const inbox = inboxOf(folder);
  makeInnerFolder(inbox);
  const number = Math.max(0, ...namesIn(inbox).map((name) => Number(LETTER.exec(name)?.[1]))) + 1;
  writeWhole(join(inbox, `${`${number}`.padStart(12, "0")}-${randomUUID()}.json`), text, synced);
}

/** The letters of a run, for the one who reads them. */
export interface Inbox {
  /** Calls with those that are there, and then with each that comes. */
  readonly read: (to: (letter: Letter) => void) => void;
  readonly discard: (id: string) => void;
  readonly close: () => void;
}

/** Opens the inbox of a run. What is no letter is left where it is. Keeps no process alive. */
export function openInbox(folder: string, isHeld: () => boolean = () => true): Inbox {
  const inbox = inboxOf(folder);
  const seen = new Set<string>();
  const ids = new Set<string>();
  const files = new Map<string, string[]>();
  const closers: (() => void)[] = [];
  let isOpen = true;

  const look = (to: (letter: Letter) => void): void => {
    for (const name of namesIn(inbox)) {
      // Letters are for whoever holds the run now.
      if (!isOpen || !isHeld()) return;
      if (seen.has(name)) continue;
      seen.add(name);
      const letter = readLetter(readPlain(join(inbox, name), MAX_LETTER)?.toString() ?? "");
      if (letter === undefined) continue;
      files.set(letter.id, [...(files.get(letter.id) ?? []), name]);
      if (ids.has(letter.id)) continue;
      ids.add(letter.id);
      to(letter);
    }
  };
  return {
    read(to) {
      if (isOpen) look(to);
      // The one who reads a letter may close the log.
      if (!isOpen) return;
      const again = (): void => {
        look(to);
      };
      let isWatched = false;
      const poll = setInterval(() => {
        again();
        // Only now: most runs of a test are over before, and a watch costs more than they do.
        if (!isWatched && isOpen) closers.push(watchFolder(inbox, again));
        isWatched = true;
      }, POLL_MS).unref();
      closers.push(() => {
        clearInterval(poll);
      });
    },
    discard(id) {
      if (!isHeld()) return;
      for (const name of files.get(id) ?? []) {
        try {
          rmSync(join(inbox, name), { force: true });
        } catch {
          // EACCES, EROFS: it will be read again, and known by its id.
        }
        seen.delete(name);
      }
      files.delete(id);
    },
    close() {
      isOpen = false;
      for (const close of closers.splice(0)) close();
    },
  };
}

const inboxOf = (folder: string): string => join(folder, "inbox");

/** Lists the letters in the order of their numbers. */
function namesIn(inbox: string): readonly string[] {
  try {
    return isOwnFolder(inbox)
      ? readdirSync(inbox)
          .filter((name) => LETTER.test(name))
          .toSorted()
      : [];
  } catch {
    // ENOENT: nobody has posted anything; EMFILE: the next look finds them.
    return [];
  }
}

/** Gives what ends it. Where the system gives no watch, looking now and then is all there is. */
function watchFolder(folder: string, onChange: () => void): () => void {
  try {
    makeInnerFolder(folder);
    const watcher = watch(folder, { persistent: false }, onChange);
    watcher.on("error", () => {
      watcher.close();
    });
    return () => {
      watcher.close();
    };
  } catch {
    // ENOSPC, EMFILE: there are no watches left.
    return () => undefined;
  }
}
