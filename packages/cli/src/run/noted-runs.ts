import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogFolders } from "@polyglav/catalog/file";
import type { Session } from "../session.ts";
import { readRecall, type Recall } from "./recall.ts";

/** How long a note is kept of a run that was never ended. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** All that notes need of a session. */
type Where = Pick<Session, "places" | "viewpoint">;

/**
 * Notes with the user's own files that this user began a run in this folder: what lies in the folder cannot say that for
 * itself. Nothing fails where it cannot be noted; the run then needs trust to be gone on with. Old notes are swept out.
 */
export function noteRun(run: string, recall: Recall, session: Where, now: number): void {
  const file = fileOf(run, session);
  const folder = realFolder(session);
  if (file === undefined || folder === undefined) return;
  quietly(() => {
    const dir = join(file, "..");
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    sweep(dir, now);
    const text = `${JSON.stringify({ v: 1, run, folder, recall }, undefined, 2)}\n`;
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  });
}

/** What the note of a run says, where this user began it in this very folder. */
export function notedRun(run: string, session: Where): Recall | undefined {
  const file = fileOf(run, session);
  const folder = realFolder(session);
  if (file === undefined || folder === undefined) return undefined;
  const noted = quietly((): unknown => JSON.parse(readFileSync(file, "utf8")));
  if (typeof noted !== "object" || noted === null || !("folder" in noted) || !("recall" in noted)) return undefined;
  return noted.folder === folder ? readRecall(noted.recall) : undefined;
}

/** Forgets a run that has ended; one of the same id in another folder stays. */
export function forgetRun(run: string, session: Where): void {
  const file = fileOf(run, session);
  if (file !== undefined && notedRun(run, session) !== undefined) {
    quietly(() => {
      rmSync(file, { force: true });
    });
  }
}

function sweep(dir: string, now: number): void {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    // Another process may have removed it a moment ago.
    quietly(() => {
      if (name.endsWith(".json") && now - statSync(file).mtimeMs > KEPT_MS) rmSync(file, { force: true });
    });
  }
}

/** Ids come from the names of folders: what is no plain word names no file of ours. */
function fileOf(run: string, { places }: Where): string | undefined {
  const { global } = catalogFolders(places());
  return global === undefined || !/^[\w-]{1,100}$/.test(run) ? undefined : join(global, "runs", `${run}.json`);
}

const realFolder = ({ viewpoint }: Where): string | undefined => quietly(() => realpathSync(viewpoint.cwd));

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined; // a note is a convenience: what the disk refuses is not there
  }
}
