import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Session } from "../session.ts";

/**
 * What a run was begun with and has to go on with: the flags that its log would not tell. It is kept in the log, so it may
 * be anybody's words; all of it can only take away, but for `config` and `fakeModel`, which name files of the operator.
 */
export interface Recall {
  readonly mode?: string;
  /** The words of `--cap`. */
  readonly caps?: readonly string[];
  /** The file of `--config`, in full. */
  readonly config?: string;
  readonly noLocal?: boolean;
  /** Whether what the folder says counted. */
  readonly trusted?: boolean;
  /** The file of `--fake-model`, in full. */
  readonly fakeModel?: string;
}

/** What a run has to be told of this command line when it is gone on with. */
export async function recallOf(
  session: Pick<Session, "flags" | "trusted" | "viewpoint">,
  script?: string,
): Promise<Recall> {
  const { mode, caps, config, noLocal } = session.flags();
  return {
    ...(mode !== undefined && { mode }),
    ...(caps.length > 0 && { caps }),
    ...(config !== undefined && { config }),
    ...(noLocal && { noLocal }),
    trusted: await session.trusted(),
    ...(script !== undefined && { fakeModel: resolve(session.viewpoint.cwd, script) }),
  };
}

/** Reads what a log recalls. Without any, it is empty; `undefined` where it holds what no run writes. */
export function readRecall(value: unknown): Recall | undefined {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { mode, caps, config, noLocal, trusted, fakeModel }: Readonly<Record<keyof Recall, unknown>> = {
    ...{ mode: undefined, caps: undefined, config: undefined, noLocal: undefined, trusted: undefined },
    ...{ fakeModel: undefined },
    ...value,
  };
  if (!isMaybe(mode, isText) || !isMaybe(config, isText) || !isMaybe(fakeModel, isText)) return undefined;
  if (!isMaybe(caps, isTexts) || !isMaybe(noLocal, isSwitch) || !isMaybe(trusted, isSwitch)) return undefined;
  return {
    ...(mode !== undefined && { mode }),
    ...(caps !== undefined && { caps }),
    ...(config !== undefined && { config }),
    ...(noLocal !== undefined && { noLocal }),
    ...(trusted !== undefined && { trusted }),
    ...(fakeModel !== undefined && { fakeModel }),
  };
}

const isMaybe = <T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined =>
  value === undefined || is(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isSwitch = (value: unknown): value is boolean => typeof value === "boolean";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** A script is a few lines; what is larger, or is no plain file, is none, whoever names it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The script that a run was begun with, where it is there still. A log may name anything: only a plain file is one. */
export function scriptThere({ fakeModel }: Pick<Recall, "fakeModel">): string | undefined {
  if (fakeModel === undefined) return undefined;
  try {
    const stats = statSync(fakeModel);
    return stats.isFile() && stats.size <= MOST_BYTES ? fakeModel : undefined;
  } catch {
    return undefined; // gone, or whatever it is, nobody here can read it
  }
}

/** What a run was begun with, by its flags; `undefined` where there were none that are to be told. */
export function displayRecall({ mode, caps, config, noLocal, trusted }: Recall): string | undefined {
  const flags = [
    ...(mode === undefined ? [] : [`--mode ${mode}`]),
    ...(caps ?? []).map((cap) => `--cap ${cap}`),
    ...(config === undefined ? [] : [`--config ${config}`]),
    ...(noLocal === true ? ["--no-local"] : []),
  ];
  const words = [...flags, ...(trusted === false && noLocal !== true ? ["the folder was not trusted"] : [])];
  return words.length === 0 ? undefined : words.join(", ");
}
