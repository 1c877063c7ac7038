import { listFlag, type Read, switchFlag, textsFlag } from "./flag.ts";
import { usageError } from "../command-error.ts";

/** What commands take that write a file of a layer. */
export const global = switchFlag({ name: "global", summary: "Write the user's own file, not the one of this folder" });
export const set = textsFlag({
  name: "set",
  value: "FIELD=VALUE",
  summary: "Write a field, such as model=local/qwen3 or tool_permission.bash=deny",
});
export const unset = listFlag({
  name: "unset",
  value: "FIELD,…",
  summary: "Take fields out, so that lower layers count",
});

/** The layer that a command writes. */
export const layerOf = (read: Read): "global" | "local" => (read(global) ? "global" : "local");

/** A change to a file of a layer: a path of fields, and what to write there. */
export interface Change {
  readonly path: readonly string[];
  readonly value?: unknown;
}

/** Reads `--set` and `--unset`. Throws a usage error for what names no field. */
export function readChanges(read: Read): readonly Change[] {
  return [
    ...read(set).map((written): Change => {
      const cut = written.indexOf("=");
      if (cut < 1) throw usageError(`Cannot read --set "${written}": it is not FIELD=VALUE`);
      return { path: pathOf(written.slice(0, cut)), value: valueOf(written.slice(cut + 1)) };
    }),
    ...read(unset).map((written): Change => ({ path: pathOf(written) })),
  ];
}

/** Reads `tool_permission.bash`. A name with a dot in it cannot be written so: edit the file. */
export function pathOf(written: string): readonly string[] {
  const path = written.split(".");
  if (path.includes("")) throw usageError(`Cannot read "${written}": a name in it is empty`);
  return path;
}

/** Reads a value: JSON where it is any, such as `["a"]`, `5` or `null`; everything else is a text, without quotes. */
export function valueOf(written: string): unknown {
  try {
    const value: unknown = JSON.parse(written);
    return value;
  } catch {
    return written;
  }
}
