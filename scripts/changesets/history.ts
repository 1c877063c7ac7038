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

  const base = await git("log", "-1", "--format=%H", "-G", '^ *"version":', "--", `${folder}/package.json`);
  const shallow = (await git("rev-parse", "--is-shallow-repository")) === "true";
  // The first commit of a shallow clone seems to add everything, also what an older one set.
  const cut = shallow && (base === undefined || base === "" || (await git("rev-parse", "--verify", `${base}^`)) === undefined);
  if (cut) return { kind: "unknown", why: "this clone is shallow; git fetch --unshallow brings the commits that tell" };
  if (base === undefined || base === "") return { kind: "never versioned" };

  const changed = await git("diff", "--name-only", "--relative", base, "--", folder);
  const added = await git("ls-files", "--others", "--exclude-standard", "--", folder);
  if (changed === undefined || added === undefined) return { kind: "unknown", why: "git does not answer" };
  return { kind: "changed", files: [changed, added].flatMap((list) => list.split("\n").filter((file) => file !== "")) };
}
