import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is there as long as the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "polyglav-field-"));
  onTestFinished(() => {
    rmSync(made, { recursive: true, force: true });
  });
  return made;
}
