import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { importClaudeCode } from "@polyglav/permissions/adapters/claude-code";
import {
  type Difference,
  type Imported,
  importOpencode,
  type ImportPlaces,
} from "@polyglav/permissions/adapters/opencode";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

type Import = (settings: unknown, places: ImportPlaces) => Imported;

/** Whose settings can be read. */
const HARNESSES: Readonly<Record<string, Import>> = { "claude-code": importClaudeCode, opencode: importOpencode };

/** Reads the permission settings of another harness, and says where they would mean something else here. Writes nothing. */
export function importPermissions(harness: string, file: string, session: Session): Output {
  const { viewpoint } = session;
  const read = Object.hasOwn(HARNESSES, harness) ? HARNESSES[harness] : undefined;
  if (read === undefined) throw notFound({ one: "harness" }, harness, Object.keys(HARNESSES));
  const path = resolve(viewpoint.cwd, file);
  const places = { worktree: viewpoint.cwd, home: viewpoint.home };
  const text = readText(path, displayPath(path, viewpoint));
  const imported = read(text, places);
  const { carve, differs, problems, isComplete } = imported;
  return {
    data: { tool_permission: carve, differs, problems, isComplete },
    lines: [
      ...JSON.stringify({ tool_permission: carve }, null, 2)
        .split("\n")
        .map((line): Line => [visibleLine(line)]),
      ...problems.map(({ message }): Line => [["warn", "note: "], visibleLine(message)]),
      ...differs.map(differenceLine),
      [summaryOf(imported)],
    ],
    ...(differs.length > 0 && { exit: "differs" as const }),
  };
}

function readText(path: string, shown: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const state =
      cause instanceof Error && "code" in cause && cause.code === "ENOENT"
        ? "there is no such file"
        : "it cannot be read";
    throw new CommandError(`Cannot import "${shown}": ${state}`, {
      code: "POLYGLAV_IMPORT",
      exit: "config",
      hint: undefined,
    });
  }
}

function differenceLine({ kind, call, theirs, ours }: Difference): Line {
  const what = `${call.tool} ${JSON.stringify(call.input)}`;
  return [[kind === "wider" ? "bad" : "warn", kind.padEnd(9)], `${visibleLine(what)}   there ${theirs}, here ${ours}`];
}

function summaryOf({ differs, isComplete }: Imported): string {
  const wider = differs.filter(({ kind }) => kind === "wider").length;
  const count =
    differs.length === 0 ? "it means the same here" : `${differs.length} differences, ${wider} of them wider`;
  return isComplete ? count : `${count}; there are too many combinations of rules to compare all of them`;
}
