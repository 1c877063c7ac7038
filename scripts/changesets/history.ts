/**
 * Asks git what changed in a package since its version was last set.
 *
 * @module
 */
import { run } from "../run.ts";
import { parseManifest, type WorkspacePackage } from "../workspace.ts";
import type { History } from "./rules.ts";

/** The version that a package has before its first release. */
const UNRELEASED = "0.0.0";

/** Gives the files of a package that differ from the commit that set its version, those not committed included. */
export async function historyOf(root: string, { folder, manifest }: WorkspacePackage): Promise<History> {
  if (manifest.version === UNRELEASED) return { kind: "never versioned" };
  const git = async (...args: readonly string[]): Promise<string | undefined> => {
    const { code, stdout } = await run("git", ["-C", root, ...args], { cwd: root });
    return code === 0 ? stdout.trim() : undefined;
  };

  if ((await git("rev-parse", "--verify", "HEAD")) === undefined) {
    return { kind: "unknown", why: "there is no git history here" };
  }
  const committed = await git("show", `HEAD:./${folder}/package.json`);
  if (committed === undefined) return { kind: "never versioned" };
  // Set, but not committed yet: nothing can have come after it.
  if (parseManifest(committed).version !== manifest.version) return { kind: "changed", files: [] };

  const commits = ((await git("log", "--format=%H", "--", `${folder}/package.json`)) ?? "").split("\n");
  let base: string | undefined;
  for (const commit of commits) {
    const then = await git("show", `${commit}:./${folder}/package.json`);
    if (then === undefined || parseManifest(then).version !== manifest.version) break;
    base = commit;
  }
  if (base === undefined) return { kind: "unknown", why: "git does not say when its version was set" };
  // The first commit of a shallow clone seems to set what an older one set.
  const shallow = (await git("rev-parse", "--is-shallow-repository")) === "true";
  if (shallow && (await git("rev-parse", "--verify", `${base}^`)) === undefined) {
    return { kind: "unknown", why: "this clone is shallow; git fetch --unshallow brings the commits that tell" };
  }

  const changed = await git("diff", "--name-only", "--relative", base, "--", folder);
  const added = await git("ls-files", "--others", "--exclude-standard", "--", folder);
  if (changed === undefined || added === undefined) return { kind: "unknown", why: "git does not answer" };
  return { kind: "changed", files: [changed, added].flatMap((list) => list.split("\n").filter((file) => file !== "")) };
}
