import { paintLines } from "../colour.ts";
import type { Out } from "../world.ts";
import { failureLines, faultLine } from "./fault-line.ts";
import type { Skin } from "./skin.ts";
import { startTree, type TreeOptions } from "./tree.ts";

export interface TextSkinOptions extends TreeOptions {
  readonly stdout: Out;
  readonly colourOut: boolean;
  readonly debug: boolean;
}

/** For people: the result on stdout; the tree of a run, and what went wrong, on stderr. */
export function textSkin(options: TextSkinOptions): Skin {
  const { stdout, stderr, colourOut, colourErr } = options;
  const tree = startTree(options);
  return {
    event: tree.event,
    recall: tree.recall,
    output: async ({ lines, fault }) => {
      tree.end();
      await stdout.write(paintLines(lines, colourOut));
      if (fault !== undefined) await stderr.write(paintLines([faultLine(fault)], colourErr));
    },
    failure: async (error) => {
      tree.end();
      await stderr.write(paintLines(failureLines(error, options.debug), colourErr));
    },
  };
}
