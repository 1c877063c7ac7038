import { constants, type Stats } from "node:fs";
import { access, lstat, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { findApproved } from "./approved-target.ts";
import { requireNoLinks, requireRegularFile } from "./open-exactly.ts";
import { pathInput } from "./path-input.ts";
import { requestPath } from "./path-request.ts";
import { quote, showName } from "./quote.ts";
import { replaceFile } from "./replace-file.ts";
import type { Settings } from "./settings.ts";
import type { PolyglavTool } from "./tool.ts";
import { diskError, systemCode, ToolError } from "./tool-error.ts";
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
          const before = await findBefore(real, path);
          await mkdir(dirname(real), { recursive: true });
          await requireNoLinks("write", dirname(real), path);
          await replaceFile(content, { real, shown: path, action: "write", before });
          const lines = content === "" ? 0 : content.replace(/\n$/, "").split("\n").length;
          return `${before === undefined ? "Created" : "Overwrote"} ${showName(path)}: ${lines} ${lines === 1 ? "line" : "lines"}`;
        } catch (fault) {
          throw diskError("write", path, fault);
        }
      });
    },
  };
}

/** Looks at what the file will replace; refuses what is no file, or may not be written. */
async function findBefore(real: string, shown: string): Promise<Stats | undefined> {
  const stats = await lstat(real).catch((cause: unknown) => {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cause;
  });
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) {
    const message = `Cannot write ${quote(shown)}: a link was put in its place meanwhile`;
    throw new ToolError("POLYGLAV_TARGET_CHANGED", message);
  }
  requireRegularFile("write", stats, shown);
  await access(real, constants.W_OK);
  return stats;
}
