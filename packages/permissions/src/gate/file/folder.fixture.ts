import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes folders for the tests of a file, and removes them after its last one (the hook of the test runner). */
export function folders(afterAll: (clean: () => void) => void): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const path of made) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), "polyglav-grants-"));
    made.push(path);
    return path;
  };
}
