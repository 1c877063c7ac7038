import { constants, type Stats } from "node:fs";
import { access } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { z } from "zod";
import { findApproved } from "./approved-target.ts";
import { openFolder, type Task } from "./folder.ts";
import { describeMissing } from "./missing.ts";
import { openExactly } from "./open-exactly.ts";
import { pathInput } from "./path-input.ts";
import { requestPath } from "./path-request.ts";
import { quote, showName } from "./quote.ts";
import { replaceFile } from "./replace-file.ts";
import { adoptLineEnds, type Change, dropOverlaps, findLines, findPlaces, replaceAt } from "./replace-text.ts";
import type { Settings } from "./settings.ts";
import type { PolyglavTool } from "./tool.ts";
import { diskError, ToolError } from "./tool-error.ts";
import { inTurn } from "./turns.ts";

/** Larger files are not edited: the whole text is held in memory. */
const MOST_BYTES = 16 * 1024 * 1024;

const editInput = z.object({
  path: pathInput,
  old: z.string().min(1).describe("The text to replace, exactly as it is in the file, without line numbers"),
  new: z.string().describe("The text to put in its place; empty to delete"),
  all: z.boolean().optional().describe("Replace every occurrence (default false: there must be exactly one)"),
});

/** Input of `edit`. */
export type EditInput = z.infer<typeof editInput>;

/** Makes the tool that replaces text in a file. */
export function createEdit({ place }: Settings): PolyglavTool<EditInput> {
  return {
    description:
      "Replaces text in an existing text file. The old text must be in the file exactly once, spaces and line breaks " +
      "included; give enough of the lines around it, or set all to replace every occurrence. " +
      "Line ends and the mode of the file are kept. New files are for the write tool.",
    inputSchema: editInput,
    category: "edit",
    request: async ({ path }) => (await requestPath("edit", path, place)).request,
    async execute({ path, all = false, ...wanted }, options) {
      const target = await findApproved("edit", path, place, options);
      const { real } = target;
      return inTurn(real, async () => {
        options.abortSignal?.throwIfAborted();
        const task = { action: "edit", shown: path };
        try {
          const { text, stats } = await readWhole(real, task);
          const change = adoptLineEnds({ text, old: wanted.old, new: wanted.new });
          const places = choosePlaces(path, change, all);
          const changed = replaceAt(change, places);
          await writeBack(changed.text, real, stats, task);
          const at = showLineNumbers(findLines(text, places));
          return `Edited ${showName(path)} at ${at}: ${count(changed.added, "line")} added, ${changed.removed} removed`;
        } catch (fault) {
          const error = diskError("edit", path, fault);
          throw error.code === "POLYGLAV_FILE_NOT_FOUND" ? await describeMissing("edit", path, target, place) : error;
        }
      });
    },
  };
}

async function readWhole(real: string, task: Task) {
  const { handle, stats } = await openExactly(real, task);
  try {
    if (stats.size > MOST_BYTES) {
      const size = `it is larger than ${MOST_BYTES / 1024 / 1024} MiB`;
      throw new ToolError("POLYGLAV_FILE_TOO_LARGE", `Cannot edit ${quote(task.shown)}: ${size}`);
    }
    return { text: decode(await handle.readFile(), task.shown), stats };
  } finally {
    await handle.close();
  }
}

/** Replaces the file, if it may be written: that its folder may be is not enough. */
async function writeBack(text: string, real: string, before: Stats, task: Task): Promise<void> {
  const folder = await openFolder(dirname(real), task);
  try {
    const name = basename(real);
    await access(folder.at(name), constants.W_OK);
    await replaceFile(text, { folder, name, before }, task);
  } finally {
    await folder.close();
  }
}

/** Decodes without losing a byte: what is no UTF-8 could not be written back as it was. */
function decode(bytes: Buffer, shown: string): string {
  const notText = (why: string) => new ToolError("POLYGLAV_NOT_TEXT", `Cannot edit ${quote(shown)}: ${why}`);
  if (bytes.includes(0)) throw notText("it is a binary file");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notText("it is not UTF-8"); // the only fault that a fatal decoder has
  }
}

function choosePlaces(path: string, change: Change, all: boolean): readonly number[] {
  const cannot = `Cannot edit ${quote(path)}`;
  if (change.old === "") throw new ToolError("POLYGLAV_NO_MATCH", `${cannot}: the old text is empty`);
  if (change.old === change.new) throw new ToolError("POLYGLAV_NO_CHANGE", `${cannot}: old and new text are the same`);
  const places = findPlaces(change);
  if (places.length === 0) {
    throw new ToolError("POLYGLAV_NO_MATCH", `${cannot}: the old text occurs 0 times in it${describeNear(change)}`, {
      hint: "Read the file and copy the text exactly, without the line numbers",
    });
  }
  if (all) return dropOverlaps(places, change.old.length);
  if (places.length === 1) return places;
  const where = showLineNumbers(findLines(change.text, places));
  throw new ToolError("POLYGLAV_MANY_MATCHES", `${cannot}: the old text occurs ${places.length} times, at ${where}`, {
    hint: "Give more of the text around the one to replace, or set all to true",
  });
}

/** Finds where the first line of the old text would be, if spaces did not count. */
function describeNear({ text, old }: Change): string {
  const squeeze = (line: string) => line.replace(/\s+/g, " ").trim();
  const first = squeeze(old.split("\n").find((line) => line.trim() !== "") ?? "");
  if (first === "") return "";
  const lines = text.split("\n").flatMap((line, index) => (squeeze(line).includes(first) ? [index + 1] : []));
  if (lines.length === 0) return "";
  return `; its first line is, but for spaces or what follows it, at ${showLineNumbers(lines)}`;
}

const MOST_SHOWN = 10;

function showLineNumbers(lines: readonly number[]): string {
  const distinct = [...new Set(lines)];
  const left = distinct.length - MOST_SHOWN;
  const more = left > 0 ? ` and ${left} more` : "";
  return `${distinct.length === 1 ? "line" : "lines"} ${distinct.slice(0, MOST_SHOWN).join(", ")}${more}`;
}

function count(n: number, noun: string): string {
  return `${n} ${n === 1 ? noun : `${noun}s`}`;
}
