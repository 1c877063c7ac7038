import { checkRun } from "./check-run.ts";
import { readLetter, writeLetter } from "./letter-text.ts";
import { checkLine, entriesOf, problemsOf, readLine } from "./log-line.ts";
import type { Letter, OpenedLog, ReadOptions, RunLog, RunStore, RunSummary, StoredLog } from "./run-store.ts";
import { leaseLost, runBroken, runExists, runHeld, unknownRun } from "./run-store-error.ts";

/** Keeps logs in memory: for tests, and for programs that want no files. `lines(run)` reads one back. */
export interface MemoryStore extends RunStore {
  readonly create: (run: string) => RunLog;
  readonly open: (run: string) => OpenedLog;
  readonly read: (run: string, options?: ReadOptions) => StoredLog | undefined;
  readonly list: () => readonly RunSummary[];
  readonly post: (run: string, letter: Letter) => void;
  readonly artifact: (run: string, name: string) => string | undefined;
  readonly lines: (run: string) => readonly string[];
  /**
   * Makes the holder of a run one that is dead, as if its process had been killed: the next `open` takes the run over,
   * and what the former holder appends after it is refused. For tests of what goes on after a crash.
   */
  readonly abandon: (run: string) => void;
  /** Makes a store with the first lines of a run, and all that was kept beside it: what is there when a process dies then. */
  readonly cut: (run: string, lines: number) => MemoryStore;
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
 * store.create("r1").append('{"n":1}');
 * assert.deepEqual(store.lines("r1"), ['{"n":1}']);
 * ```
 */
export function memoryStore(): MemoryStore {
  return storeOf(new Map());
}

function storeOf(runs: Map<string, MemoryRun>): MemoryStore {
  const find = (run: string): MemoryRun => {
    checkRun(run);
    const found = runs.get(run);
    if (found === undefined) throw unknownRun(run);
    return found;
  };
  return {
    create(run) {
      checkRun(run);
      if (runs.has(run)) throw runExists(`Cannot make the log of the run "${run}"`);
      const made = emptyRun(Date.now());
      runs.set(run, made);
      return take(run, made);
    },
    open(run) {
      const found = find(run);
      if (found.holder !== undefined) throw runHeld(run, { fence: found.fence });
      const stored = read(found);
      if (stored.problems.length > 0) throw runBroken(run, stored.problems);
      return { ...stored, log: take(run, found) };
    },
    read(run, { from = "snapshot" } = {}) {
      checkRun(run);
      const found = runs.get(run);
      if (found === undefined) return undefined;
      return found.holder === undefined ? read(found, from) : { ...read(found, from), holder: { fence: found.fence } };
    },
    list: () => [...runs].map(([run, found]) => summaryOf(run, found)).toSorted(byAge),
    post(run, letter) {
      const found = find(run);
      found.letters.push(writeLetter(letter));
      found.tell?.();
    },
    artifact(run, name) {
      checkRun(run);
      return runs.get(run)?.artifacts.get(name);
    },
    lines: (run) => runs.get(run)?.lines ?? [],
    abandon: (run) => {
      const found = find(run);
      found.holder = undefined;
      found.tell = undefined;
    },
    cut(run, lines) {
      const { began, changed, fence, artifacts, names, lines: all, letters } = find(run);
      const kept = { artifacts: new Map(artifacts), names: new Map(names), letters: [...letters] };
      const made: MemoryRun = { ...emptyRun(began), ...kept, changed, fence, lines: all.slice(0, lines) };
      return storeOf(new Map([[run, made]]));
    },
  };
}

interface MemoryRun {
  readonly began: number;
  readonly lines: string[];
  readonly letters: string[];
  /** By their names, and the names by them. */
  readonly artifacts: Map<string, string>;
  readonly names: Map<string, string>;
  changed: number;
  fence: number;
  /** What only the log that holds the lease has. */
  holder: object | undefined;
  snapshot: { readonly at: number; readonly state: string } | undefined;
  tell: (() => void) | undefined;
}

function emptyRun(now: number): MemoryRun {
  return {
    began: now,
    changed: now,
    lines: [],
    letters: [],
    artifacts: new Map(),
    names: new Map(),
    fence: 0,
    holder: undefined,
    snapshot: undefined,
    tell: undefined,
  };
}

function read({ lines, snapshot }: MemoryRun, from: ReadOptions["from"] = "snapshot"): StoredLog {
  const kept = from === "snapshot" ? snapshot : undefined;
  const at = typeof from === "number" ? from : (kept?.at ?? 0);
  const found = lines.slice(at).map((line, index) => readLine(line, at + index + 1));
  return {
    ...(kept === undefined ? {} : { snapshot: kept.state }),
    entries: entriesOf(found),
    problems: problemsOf(found),
    next: lines.length,
  };
}

function summaryOf(run: string, { began, changed, fence, holder }: MemoryRun): RunSummary {
  return { run, began, changed, ...(holder === undefined ? {} : { holder: { fence } }) };
}

const byAge = (a: RunSummary, b: RunSummary): number => a.began - b.began || (a.run < b.run ? -1 : 1);

function take(name: string, run: MemoryRun): RunLog {
  run.fence += 1;
  const { fence } = run;
  const lease = {};
  run.holder = lease;
  let isClosed = false;
  const seen = new Set<string>();
  const isMine = (): boolean => !isClosed && run.holder === lease;

  const deliver = (to: (letter: Letter) => void): void => {
    for (const text of [...run.letters]) {
      const letter = readLetter(text);
      if (!isMine() || letter === undefined || seen.has(letter.id)) continue;
      seen.add(letter.id);
      to(letter);
    }
  };
  return {
    fence,
    append(line) {
      if (isClosed) throw new TypeError(`Cannot append to the log of the run "${name}": it is closed`);
      checkLine(`the log of the run "${name}"`, line);
      if (!isMine()) throw leaseLost(name);
      run.lines.push(line);
      run.changed = Date.now();
    },
    commit: () => undefined,
    snapshot(state) {
      if (isMine()) run.snapshot = { at: run.lines.length, state };
    },
    keep(text) {
      const artifact = run.names.get(text) ?? `artifact-${run.names.size + 1}`;
      run.names.set(text, artifact);
      run.artifacts.set(artifact, text);
      return artifact;
    },
    letters(to) {
      if (!isMine()) return;
      let waiting = false;
      run.tell = () => {
        if (waiting) return;
        waiting = true;
        // The one who posts is not to find itself inside of the one who reads.
        queueMicrotask(() => {
          waiting = false;
          deliver(to);
        });
      };
      deliver(to);
    },
    discard(id) {
      if (!isMine()) return;
      const left = run.letters.filter((text) => readLetter(text)?.id !== id);
      run.letters.splice(0, run.letters.length, ...left);
    },
    close() {
      if (isMine()) {
        run.holder = undefined;
        run.tell = undefined;
      }
      isClosed = true;
    },
  };
}
