import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { artifactBroken } from "../store/run-store-error.ts";
import { readPlain, writeWhole } from "./plain-file.ts";
import { isOwnFolder, makeInnerFolder } from "./runs-folder.ts";

const NAME = /^[0-9a-f]{64}$/;
const MOST = 512 * 2 ** 20;

/** Keeps a text under the hash of its bytes, and gives that. Throws what the system raises. */
export function writeArtifact(folder: string, text: string, synced: boolean): string {
  const inner = join(folder, "artifacts");
  makeInnerFolder(inner);
  const bytes = Buffer.from(text);
  const name = hashOf(bytes);
  const file = join(inner, name);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there?.isFile() !== true || there.size !== bytes.length) writeWhole(file, bytes, synced);
  return name;
}

/** Reads an artifact; `undefined` where there is none. Throws where it is not what its name says. */
export function readArtifact(folder: string, run: string, name: string): string | undefined {
  const inner = join(folder, "artifacts");
  if (!NAME.test(name) || !isOwnFolder(inner)) return undefined;
  const file = join(inner, name);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const bytes = readPlain(file, MOST);
  if (bytes === undefined || hashOf(bytes) !== name) throw artifactBroken(run, name);
  return bytes.toString();
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
