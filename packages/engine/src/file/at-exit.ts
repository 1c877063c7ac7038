const last = new Set<() => void>();

function run(): void {
  for (const what of last) {
    try {
      what();
    } catch {
      // ENOSPC and others: the process ends, and there is nobody left to tell.
    }
  }
}

/** Does something when the process ends by itself or by `process.exit()`; gives what takes that back. */
export function atExit(what: () => void): () => void {
  if (last.size === 0) process.on("exit", run);
  last.add(what);
  return () => {
    last.delete(what);
    if (last.size === 0) process.off("exit", run);
  };
}
