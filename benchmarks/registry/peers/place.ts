/**
 * Where the peers are installed, and the programs that use them: beside each other, so that Node finds the peers.
 *
 * @module
 */
import { join } from "node:path";
import type { Subject } from "../../runner/benchmark.ts";

/** The folder whose package.json names the peers. */
export const PEERS = import.meta.dirname;

export const peer = (name: string, kind: Subject["kind"], program: string): Subject => ({
  name,
  kind,
  program: join(PEERS, program),
  peers: PEERS,
});

/** What merges all layers at once, each told to replace lists. */
export const MERGING_PEERS: readonly Subject[] = [
  "cosmiconfig",
  "defu",
  "lodash.merge",
  "deepmerge",
  "deepmerge-ts",
  "ts-deepmerge",
  "c12",
].map((name) => ({
  ...peer(name, "peer", `merge-${name.replace(".", "-")}.ts`),
  // It merges lists by index, cannot be told otherwise, and so gives another answer where lists differ in length.
  ...(name === "lodash.merge" ? { leavesOut: ({ given }) => given.shape === "sparse" } : {}),
}));
