import { lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Problem } from "@polyglav/registry";
import { editJson, readJsonDocument } from "@polyglav/registry/file";
import { isObject } from "../subject.ts";
import { catalogFolders, type CatalogPlaces } from "./places.ts";

/** Who trusted a folder, and when. */
export interface Trust {
  /** The folder, links followed. */
  readonly folder: string;
  /** As `Date.prototype.toISOString` writes it. */
  readonly at: string;
  /** What people call whoever said it: a person, a flag, a command. */
  readonly by: string;
}

/** What became of a change of the trust in a folder. */
export type TrustChange =
  | {
      readonly ok: true;
      /** Where it is kept: in the user's own folder, never in the one that is trusted. */
      readonly file: string;
      readonly changed: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/** What trust and the making of a folder are noted with. */
export interface TrustOptions {
  readonly by: string;
  /** Default: now. */
  readonly at?: Date | undefined;
}

/** Where a folder is looked for: all that trust needs of the places of a catalog. */
export type TrustPlaces = Pick<CatalogPlaces, "cwd" | "home" | "env">;

/**
 * Tells whether the operator trusted this very folder, by its real path; the folders above and below it are others.
 * Trust that cannot be read is none, and so is anything in the file that {@link trustFolder} would not write.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mkdtempSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { isTrusted, trustFolder, untrustFolder } from "@polyglav/catalog/file";
 *
 * const places = { cwd: mkdtempSync(join(tmpdir(), "work-")), home: mkdtempSync(join(tmpdir(), "home-")), env: {} };
 * assert.equal(isTrusted(places), false);
 * assert.ok(trustFolder(places, { by: "operator" }).ok);
 * assert.equal(isTrusted(places), true);
 * untrustFolder(places);
 * assert.equal(isTrusted(places), false);
 * ```
 */
export const isTrusted = (places: TrustPlaces): boolean => trustOf(places) !== undefined;

/** Gives who trusted the folder and when; `undefined` where nobody did. */
export function trustOf(places: TrustPlaces): Trust | undefined {
  const file = fileOf(places);
  const folder = realFolder(places);
  if (file === undefined || folder === undefined) return undefined;
  const { value } = readJsonDocument(file, { layer: "trust" });
  const noted = isObject(value) && Object.hasOwn(value, folder) ? value[folder] : undefined;
  if (!isObject(noted)) return undefined;
  const { at, by } = noted;
  return typeof at === "string" && typeof by === "string" ? { folder, at, by } : undefined;
}

/**
 * Notes that the operator trusts the folder. What the file says about other folders stays; a file that cannot be read
 * stays as it is, and so does trust that is there already. Never throws for what is on disk.
 */
export function trustFolder(places: TrustPlaces, { by, at = new Date() }: TrustOptions): TrustChange {
  const before = trustOf(places);
  return change(places, (edit, folder) => {
    if (before === undefined) edit.set([folder], { at: at.toISOString(), by });
  });
}

/** Takes trust back. */
export function untrustFolder(places: TrustPlaces): TrustChange {
  return change(places, (edit, folder) => {
    edit.unset([folder]);
  });
}

/** What a `.gitignore` in the local folder says: what people wrote is to be committed, what runs left behind is not. */
export const LOCAL_GITIGNORE = `# Commit config.json, roles.json, teams.json and skills: they are the project's. These are not:
asks.json
audit.ndjson
logs/
memory/
output/
runs/
sessions/
exports/
*.draft
*.lock
`;

/** What became of a local folder that was to be there. */
export type MadeFolder =
  | {
      readonly ok: true;
      readonly folder: string;
      /** Whether it was made by this call; then it has a `.gitignore`. */
      readonly made: boolean;
      /** Whether it was trusted by this call: it is new, and nothing else lies there that trust would let in. */
      readonly trusted: boolean;
    }
  | { readonly ok: false; readonly problem: Problem };

/**
 * Makes the local folder, `.polyglav`, where there is none, with a `.gitignore`, and trusts it: nobody but the operator
 * can have written anything into it. A folder that is there stays as it is, and so does its trust. It is not trusted
 * either where the working folder has something else that a trusted one would be read with, such as the skills of
 * other tools or a `.replio`: that may have come from anybody. Never throws for what is on disk.
 */
export function makeLocalFolder(places: TrustPlaces, options: TrustOptions): MadeFolder {
  const folder = catalogFolders({ ...places, trust: false }).local;
  const isAlone = !READ_WHEN_TRUSTED.some((name) => isThere(join(resolve(places.cwd), name)));
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, ".gitignore"), LOCAL_GITIGNORE, { flag: "wx" });
  } catch (error) {
    // Only who made the folder knows that it was empty.
    if (isThere(folder)) return { ok: true, folder, made: false, trusted: false };
    const message = `Cannot make ".polyglav": ${codeOf(error)}`;
    return {
      ok: false,
      problem: { code: "file/cannot-write", severity: "error", message, layer: "local", file: folder },
    };
  }
  return { ok: true, folder, made: true, trusted: isAlone && trustFolder(places, options).ok };
}

const READ_WHEN_TRUSTED = [".replio", ".mcp.json", ".claude", ".agents", ".opencode"];

function change(
  places: TrustPlaces,
  edit: (edit: Parameters<Parameters<typeof editJson>[1]>[0], folder: string) => void,
): TrustChange {
  const file = fileOf(places);
  const folder = realFolder(places);
  if (file === undefined || folder === undefined) {
    const state = file === undefined ? "HOME is not an absolute path" : "there is no such folder";
    const message = `Cannot note whether "${resolve(places.cwd)}" is trusted: ${state}`;
    return { ok: false, problem: { code: "trust/not-kept", severity: "error", message } };
  }
  return editJson(
    file,
    (document) => {
      edit(document, folder);
    },
    { layer: "trust", follow: true },
  );
}

function fileOf(places: TrustPlaces): string | undefined {
  const { global } = catalogFolders({ ...places, trust: false });
  return global === undefined ? undefined : join(global, "trust.json");
}

function realFolder({ cwd }: TrustPlaces): string | undefined {
  try {
    return realpathSync(resolve(cwd));
  } catch {
    // ENOENT mostly: what is not there cannot be trusted, whatever the reason.
    return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // ENOTDIR, EACCES: something is in the way, and what it is nobody knows.
    return true;
  }
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : String(error);
