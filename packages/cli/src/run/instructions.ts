import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { catalogFolders } from "@polyglav/catalog/file";
import { messageOf, systemCode } from "../command-error.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

/** The most that a file of instructions may hold, in bytes. What a model is told of it is less: the engine cuts it. */
const MOST_BYTES = 256 * 1024;

const OURS = "AGENTS.md";
/** What other tools call it; read only where a project has no file of the name that all of them share. */
const OTHERS = ["CLAUDE.md", "GEMINI.md"] as const;

/** What a project, or the user, says to every agent. */
export interface Instructions {
  readonly text: string | undefined;
  /** What to tell the person about it. */
  readonly notes: readonly Line[];
}

/**
 * Finds the instructions: the nearest AGENTS.md from the working folder up to the root of its repository, the folder that
 * has `.git`; without one, only the working folder is looked at. Then the user's own, next to the user's config. What lies
 * in the project is somebody else's until the folder is trusted: until then it is not even opened.
 */
export async function findInstructions(
  session: Pick<Session, "viewpoint" | "detail" | "places" | "trusted"> & Partial<Pick<Session, "pinned">>,
): Promise<Instructions> {
  const { viewpoint, detail, places } = session;
  const note = (tone: "warn" | "dim", text: string): Line => [[tone, tone === "warn" ? "note: " : ""], text];
  const ofProject = places().noLocal === true ? [] : filesOfProject(viewpoint.cwd);
  const { global } = catalogFolders(places());
  const ofUser = global === undefined ? [] : [join(global, OURS)];
  const notes: Line[] = [];
  const isTrusted = await session.trusted();
  const [first] = ofProject;
  if (first !== undefined && !isTrusted && detail !== "quiet" && session.pinned !== true) {
    const shown = visibleLine(displayPath(first, viewpoint));
    const why = "for this folder is not trusted. Pass --trust to use it once, or: polyglav trust";
    notes.push(note("warn", `${shown} is not read, ${why}`));
  }
  const root = foldersUpToRoot(viewpoint.cwd).at(-1) ?? viewpoint.cwd;
  for (const file of [...(isTrusted ? ofProject : []), ...ofUser]) {
    const shown = visibleLine(displayPath(file, viewpoint));
    const read = ofProject.includes(file) ? readOfProject(file, root) : readPlain(file);
    if (read === "missing") continue;
    if ("text" in read) {
      if (detail === "verbose") notes.push(note("dim", `instructions of the project: ${shown}`));
      return { text: read.text, notes };
    }
    notes.push(note("warn", `${shown} is not read: ${read.fault}`));
  }
  return { text: undefined, notes };
}

/** The file of the project that counts; it is not opened. */
export const findOfProject = (cwd: string): string | undefined => filesOfProject(cwd)[0];

/** The files of the project that may count; one of them does only where those before it cannot be used. */
function filesOfProject(cwd: string): readonly string[] {
  const folders = foldersUpToRoot(cwd);
  return [OURS, ...OTHERS].flatMap((name) => folders.map((folder) => join(folder, name)).find(isThere) ?? []);
}

/**
 * The working folder and those above it in its repository, the nearest first. A folder above that belongs to somebody else,
 * or that anybody may write into, such as `/tmp`, is in no repository of ours, whatever somebody put there.
 */
function foldersUpToRoot(cwd: string): readonly string[] {
  const start = resolve(cwd);
  const owner = statsOf(start)?.uid;
  const folders: string[] = [];
  for (let folder = start; ; folder = dirname(folder)) {
    const stats = statsOf(folder);
    const isOurs = folder === start || (stats !== undefined && stats.uid === owner && (stats.mode & 0o002) === 0);
    if (!isOurs) return [start];
    folders.push(folder);
    if (isThere(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) return [start];
  }
}

const isThere = (path: string): boolean => statsOf(path) !== undefined;

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // ENOTDIR, EACCES: whatever it is, nobody here can read it
  }
}

/** Reads a file of the project; a link is followed to another file of the same repository, and nowhere else. */
function readOfProject(file: string, root: string): ReturnType<typeof readPlain> {
  if (statsOf(file)?.isSymbolicLink() !== true) return readPlain(file);
  try {
    const [target, top] = [realpathSync(file), realpathSync(root)];
    const within = relative(top, target);
    if (within.startsWith("..") || isAbsolute(within)) return { fault: "it is a link out of the repository" };
    // What lies there is the secrets of the user, and not the project's word.
    if (/(^|[\\/])\.(git|env[^\\/]*)([\\/]|$)/.test(within))
      return { fault: "it is a link to what is no text of the project" };
    return readPlain(target);
  } catch {
    return { fault: "it is a link to nothing" };
  }
}

/** Reads a plain file; a link, a pipe or a folder is none, and is not followed, waited for or read. */
function readPlain(file: string): { readonly text: string } | { readonly fault: string } | "missing" {
  let descriptor: number;
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const code = systemCode(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return "missing";
    return { fault: code === "ELOOP" ? "it is a link" : messageOf(cause) };
  }
  try {
    if (!fstatSync(descriptor).isFile()) return { fault: "it is no plain file" };
    const bytes = Buffer.alloc(MOST_BYTES + 1);
    const size = readSync(descriptor, bytes, 0, bytes.length, 0);
    if (size > MOST_BYTES) return { fault: `it is larger than ${MOST_BYTES / 1024} KiB` };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, size)) };
  } catch (cause) {
    return { fault: cause instanceof TypeError ? "it is not UTF-8 text" : messageOf(cause) };
  } finally {
    closeSync(descriptor);
  }
}
