/**
 * Which package may import which: the one place where the arrows are written down. The reasons are in ARCHITECTURE.md.
 * A new arrow is rare, and is discussed before it is added here.
 *
 * @module
 */

/** What one folder of the workspace may import. */
export interface Allowance {
  /** Names of other packages, without their scope. `"*"` is every package that has public entries. */
  readonly ours: readonly string[] | "*";
  /** Packages of other people. `"*"` is any. */
  readonly others: readonly string[] | "*";
  /** Whether `node:` modules may be imported everywhere, or only below a folder called `file` or `node`. */
  readonly node: "everywhere" | "in its folders";
  /** What the build puts in, so that users need not install it: it stands in devDependencies. Ours too, with `"*"`. */
  readonly bundles?: readonly string[] | "*";
  /** What it depends on because one of ours has it for a peer, without importing it itself. */
  readonly peers?: readonly string[];
}

/** Finds the nearest name for a mistyped one. Small enough to be in the build of each package that needs it. */
const NEAREST = "fastest-levenshtein";
const PURE = { others: [], node: "in its folders" } as const;

/** By folder. A folder that is not listed may import nothing, which the check reports. */
export const ALLOWED: Readonly<Record<string, Allowance>> = {
  "packages/registry": { ...PURE, ours: [], bundles: ["jsonc-parser"] },
  // The entry `/shell` reads commands with unbash, an optional peer.
  "packages/permissions": { ...PURE, ours: [], others: ["unbash"], bundles: [NEAREST] },
  // Only what its own reader of heads is not certain of goes to the big one.
  "packages/skills": { ...PURE, ours: ["registry"], bundles: ["yaml"] },
  "packages/catalog": {
    ...PURE,
    ours: ["registry", "permissions", "skills"],
    others: ["zod"],
    bundles: [NEAREST],
  },
  "packages/tools": {
    ours: ["permissions"],
    others: ["ai", "zod"],
    node: "everywhere",
    bundles: [NEAREST],
    peers: ["unbash"],
  },
  "packages/engine": {
    ...PURE,
    ours: ["registry", "permissions", "skills", "catalog"],
    others: ["ai", "zod", "@ai-sdk/provider", "@ai-sdk/provider-utils", "@ai-sdk/openai-compatible"],
  },
  "packages/cli": { ours: "*", others: "*", node: "everywhere", bundles: "*" },
  "apps/examples": { ours: "*", others: "*", node: "everywhere" },
  scripts: { ours: [], others: "*", node: "everywhere", bundles: "*" },
};
