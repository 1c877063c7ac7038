import type { RunStore } from "../ports.ts";

/** Keeps logs in memory: for tests, and for programs that want no files. `lines(run)` reads one back. */
export interface MemoryStore extends RunStore {
  readonly lines: (run: string) => readonly string[];
}

/**
 * Makes an empty store in memory.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { memoryStore } from "@polyglav/engine";
 *
 * const store = memoryStore();
 * store.open("r1").append("{}");
 * assert.deepEqual(store.lines("r1"), ["{}"]);
 * ```
 */
export function memoryStore(): MemoryStore {
  const logs = new Map<string, string[]>();
  return {
    open(run) {
      const lines: string[] = [];
      logs.set(run, lines);
      return {
        append: (line) => {
          lines.push(line);
        },
        close: () => undefined,
      };
    },
    lines: (run) => logs.get(run) ?? [],
  };
}
