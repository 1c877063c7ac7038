import { z } from "zod";
import { findApproved } from "./approved-target.ts";
import { describeMissing } from "./missing.ts";
import { openExactly } from "./open-exactly.ts";
import { pathInput } from "./path-input.ts";
import { requestPath } from "./path-request.ts";
import { quote } from "./quote.ts";
import { type Lines, MOST_SCANNED_BYTES, readLines } from "./read-lines.ts";
import type { Settings } from "./settings.ts";
import type { PolyglavTool } from "./tool.ts";
import { diskError, ToolError } from "./tool-error.ts";

const MOST_LINES = 2000;
const MOST_LINE_CHARS = 2000;

const readInput = z.object({
  path: pathInput,
  offset: z.int().min(1).optional().describe("First line to read, counted from 1 (default 1)"),
  limit: z.int().min(1).optional().describe(`How many lines to read (default ${MOST_LINES})`),
});

/** Input of `read`. */
export type ReadInput = z.infer<typeof readInput>;

/** Makes the tool that reads a part of a text file, with line numbers. */
export function createRead({ place, maxOutputChars }: Settings): PolyglavTool<ReadInput> {
  return {
    description:
      "Reads a text file. Each line of the result is the line number, a tab and the text of the line. " +
      "Long files come in parts: a note at the end says with which offset to go on. " +
      "Folders are for the list tool; binary files are refused.",
    inputSchema: readInput,
    category: "read",
    replay: "safe",
    request: async ({ path }) => (await requestPath("read", path, place)).request,
    async execute({ path, offset = 1, limit = MOST_LINES }, options) {
      const target = await findApproved("read", path, place, options);
      const { handle } = await openExactly(target.real, { action: "read", shown: path }).catch(
        async (fault: unknown) => {
          const missing = fault instanceof ToolError && fault.code === "POLYGLAV_FILE_NOT_FOUND";
          throw missing ? await describeMissing("read", path, target, place) : fault;
        },
      );
      try {
        const maxLineChars = Math.min(MOST_LINE_CHARS, maxOutputChars);
        const window = { offset, limit, maxChars: maxOutputChars, maxLineChars };
        const lines = await readLines(handle, window, options.abortSignal).catch((cause: unknown) => {
          options.abortSignal?.throwIfAborted();
          throw diskError("read", path, cause);
        });
        return showLines(path, offset, lines);
      } finally {
        await handle.close();
      }
    },
  };
}

function showLines(path: string, offset: number, { lines, more, seen, problem, replaced }: Lines): string {
  if (problem === "binary") throw new ToolError("POLYGLAV_NOT_TEXT", `Cannot read ${quote(path)}: it is a binary file`);
  if (problem === "scan-limit" && lines.length === 0) {
    const reach = `line ${offset} is not in its first ${MOST_SCANNED_BYTES / 1024 / 1024} MiB`;
    throw new ToolError("POLYGLAV_FILE_TOO_LARGE", `Cannot read ${quote(path)}: ${reach}`);
  }
  if (lines.length === 0 && offset > 1) {
    const length = `it has ${seen} ${seen === 1 ? "line" : "lines"}`;
    throw new ToolError("POLYGLAV_PAST_THE_END", `Cannot read ${quote(path)} from line ${offset}: ${length}`);
  }
  if (lines.length === 0) return "[the file is empty]";
  const notes: string[] = [];
  if (more || problem !== undefined) notes.push(`[the file goes on: read it with offset ${offset + lines.length}]`);
  if (replaced) notes.push("[the file is not UTF-8: bytes that are no text are shown as \uFFFD]");
  return [...lines.map((line, index) => `${offset + index}\t${line}`), ...notes].join("\n");
}
