/**
 * Finds places that mean something on one machine only, and addresses of package registries.
 *
 * @module
 */
import type { Finding } from "../finding.ts";
import { lineAt } from "../markdown/fences.ts";

const MACHINE_PATH = /(?<![\w.~<>})-])\/(?:home|Users|root|mnt|work|workspaces?)\/\w[\w./-]*|\b[A-Z]:\\Users\\\w+/g;
const REGISTRY = /\bregistry\.[\w-]+(?:\.[\w-]+)*\.(?:org|com|net|io|dev|cn|internal|local)\b/g;

/** Finds absolute paths below the places where people keep their own files. */
export function machinePathsIn(file: string, text: string): readonly Finding[] {
  return find(file, text, MACHINE_PATH, "it is a path of one machine");
}

/** Finds hosts of package registries: which one is used is settled by whoever installs. */
export function registryHostsIn(file: string, text: string): readonly Finding[] {
  return find(file, text, REGISTRY, "which registry is used is not settled here");
}

function find(file: string, text: string, pattern: RegExp, why: string): readonly Finding[] {
  return [...text.matchAll(pattern)].map((match) => ({
    file,
    line: lineAt(text, match.index),
    message: `Cannot name "${match[0]}": ${why}`,
  }));
}
