/** Puts something in the place of calls to the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What a call does instead; `run` does what it would have done. */
export type Instead = (run: () => unknown, args: readonly unknown[]) => unknown;

/** Replaces these functions of `node:fs` while `work` runs. */
export function withDisk<Result>(calls: Readonly<Record<string, Instead>>, work: () => Result): Result {
  const originals = Object.keys(calls).map((name): readonly [string, unknown] => [name, Reflect.get(fs, name)]);
  for (const [name, original] of originals) {
    if (typeof original !== "function") throw new Error(`Cannot replace ${name}: it is no function`);
    const replaced = (...args: unknown[]): unknown =>
      calls[name]?.(() => Reflect.apply(original, fs, args) as unknown, args);
    Reflect.set(fs, name, replaced);
  }
  syncBuiltinESMExports();
  try {
    return work();
  } finally {
    for (const [name, original] of originals) Reflect.set(fs, name, original);
    syncBuiltinESMExports();
  }
}

/** An error as the system raises it. */
export const fault = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });
