/** Faults of the disk at a chosen moment; also for programs of their own, so this imports Node only. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What this package asks of the system. */
const CALLS = [
  "accessSync",
  "closeSync",
  "fchmodSync",
  "fchownSync",
  "fstatSync",
  "fsyncSync",
  "lstatSync",
  "mkdirSync",
  "openSync",
  "readFileSync",
  "readlinkSync",
  "realpathSync",
  "renameSync",
  "rmSync",
  "statSync",
  "unlinkSync",
  "writeFileSync",
];

export interface Call {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Does it, with these arguments or with others. */
  readonly run: (args?: readonly unknown[]) => unknown;
}

/** Puts something in the place of every call to the disk while `work` runs. */
export function withDisk<Result>(disk: (call: Call) => unknown, work: () => Result): Result {
  const originals = CALLS.map((name): readonly [string, unknown] => [name, Reflect.get(fs, name)]);
  let number = 0;
  for (const [name, original] of originals) {
    if (typeof original !== "function") throw new Error(`Cannot replace ${name}: it is no function`);
    const replaced = (...args: unknown[]): unknown => {
      number += 1;
      return disk({ number, name, args, run: (used = args) => Reflect.apply(original, fs, used) as unknown });
    };
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
export function fault(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: injected, ${call}`), { code, syscall: call });
}
