/**
 * Raises the versions in a copy, to see that a release would work with the config and the changesets as they are.
 *
 * @module
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runNode } from "../run.ts";
import { programOf, readPackages } from "../workspace.ts";

/** Rehearses `changeset version`. Gives what it prints when it fails. The repository is not touched. */
export async function rehearseRelease(root: string): Promise<string | undefined> {
  const copy = mkdtempSync(join(tmpdir(), "polyglav-release-"));
  try {
    const manifests = readPackages(root).map(({ folder }) => `${folder}/package.json`);
    for (const path of [".changeset", "package.json", "pnpm-workspace.yaml", ...manifests]) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      cpSync(join(root, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
    const { code, output } = await runNode([programOf(root, "@changesets/cli", "changeset"), "version"], {
      cwd: copy,
      timeoutMs: 60_000,
    });
    return code === 0 ? undefined : output.trim();
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
