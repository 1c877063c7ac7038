import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { findApproved } from "./approved-target.ts";
import { makeFolder, type Task } from "./folder.ts";
import { requireRegularFile } from "./open-exactly.ts";
import { pathInput } from "./path-input.ts";
import { requestPath } from "./path-request.ts";
import { showName } from "./quote.ts";
import { findFile, replaceFile } from "./replace-file.ts";
import type { Settings } from "./settings.ts";
import type { PolyglavTool } from "./tool.ts";
import { diskError } from "./tool-error.ts";
import { inTurn } from "./turns.ts";

const writeInput = z.object({
  path: pathInput,
  content: z.string().describe("The whole text of the file"),
});

/** Input of `write`. */
export type WriteInput = z.infer<typeof writeInput>;

/** Makes the tool that writes a whole file. */
export function createWrite({ place }: Settings): PolyglavTool<WriteInput> {
  return {
    description:
      "Writes a whole text file and creates the folders it needs. What the file held before is lost: " +
      "to change a part of a file, use the edit tool.",
    inputSchema: writeInput,
    category: "edit",
    request: async ({ path }) => (await requestPath("write", path, place)).request,
    async execute({ path, content }, options) {
      const { real } = await findApproved("write", path, place, options);
      return inTurn(real, async () => {
        options.abortSignal?.throwIfAborted();
        try {
          const isNew = await writeFile(content, real, { action: "write", shown: path });
          const lines = content === "" ? 0 : content.replace(/\n$/, "").split("\n").length;
          return `${isNew ? "Created" : "Overwrote"} ${showName(path)}: ${lines} ${lines === 1 ? "line" : "lines"}`;
        } catch (fault) {
          throw diskError("write", path, fault);
        }
      });
    },
  };
}

/** Writes the file, and tells whether it is a new one. */
async function writeFile(content: string, real: string, task: Task): Promise<boolean> {
  const folder = await makeFolder(dirname(real), task);
  try {
    const name = basename(real);
    const before = await findFile(folder.at(name));
    if (before !== undefined) {
      requireRegularFile(before, task);
      await access(folder.at(name), constants.W_OK);
    }
    await replaceFile(content, { folder, name, before }, task);
    return before === undefined;
  } finally {
    await folder.close();
  }
}
