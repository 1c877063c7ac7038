import { paintLines } from "../colour.ts";
import type { Out } from "../world.ts";
import { failureLines, faultLine } from "./fault-line.ts";
import { endOf } from "./run-end.ts";
import type { Skin } from "./skin.ts";
import { startTree, type TreeOptions } from "./tree.ts";

export interface JsonSkinOptions extends TreeOptions {
  readonly stdout: Out;
  readonly debug: boolean;
}

/** For programs that want the end: one JSON object on stdout on every path; the tree stays on stderr. */
export function jsonSkin(options: JsonSkinOptions): Skin {
  const { stdout, stderr, colourErr, debug } = options;
  const tree = startTree(options);
  let done = false;
  const once = async (value: object): Promise<void> => {
    tree.end();
    if (done) return;
    done = true;
    await stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  };
  return {
    event: tree.event,
    recall: tree.recall,
    output: async ({ data, fault }) => {
      await once(data);
      if (fault !== undefined) await stderr.write(paintLines([faultLine(fault)], colourErr));
    },
    failure: async (error) => {
      await once(endOf(error.exit, "", error));
      await stderr.write(paintLines(failureLines(error, debug), colourErr));
    },
  };
}
