import { type Carve, narrow, parseCarve, type PartialCarve, type Places, total } from "@polyglav/permissions";
import { type Problem } from "@polyglav/registry";
import { type ConfigOptions } from "./parse-config.ts";
import { type Modes } from "./modes.ts";
import { readPermissions } from "./permissions.ts";
import { whyUnreadable } from "./role-layers.ts";
import { isObject, notAnObject, type Subject, unknownField } from "./subject.ts";

/** A policy as a reader found it: `{ "cap": { … } }`, with the categories and words of `tool_permission`. */
export interface WrittenPolicy {
  /** What was written; `undefined` says nothing. */
  readonly value: unknown;
  readonly file?: string;
  readonly where?: ConfigOptions["where"];
  readonly problems?: readonly Problem[];
  /** False when there is something that could not be read. */
  readonly readable?: boolean;
}

/** Everything that the operator's hard cap is the meet of. */
export interface CapInput {
  readonly policies?: readonly WrittenPolicy[];
  /** Words for this command alone, such as those of `--cap`. */
  readonly cap?: PartialCarve | undefined;
  /** The mode that the operator chose, by name. */
  readonly mode?: string | undefined;
}

/** The operator's hard cap, and what is wrong with what it is made of. */
export interface HardCap {
  readonly cap: Carve | undefined;
  readonly problems: readonly Problem[];
  /** Why nothing may run: somebody meant to cap, and nobody knows what. */
  readonly unreadable: readonly Problem[];
}

/**
 * Meets the policies, the words of this command and the mode into the hard cap. Each of them can only lower, so their
 * order means nothing. One with anything in it that cannot be read is an error for every run.
 */
export function readCap({ policies = [], cap, mode }: CapInput, modes: Modes, places: Places): HardCap {
  const problems: Problem[] = [];
  const unreadable: Problem[] = [];
  const caps: PartialCarve[] = cap === undefined ? [] : [cap];
  for (const policy of policies) {
    const read = readPolicy(policy, places);
    problems.push(...read.problems);
    unreadable.push(...read.problems.filter(({ severity }) => severity === "error"));
    if (policy.readable === false) unreadable.push(...whyUnreadable(policy, "policy", "policy"));
    if (read.cap !== undefined) caps.push(read.cap);
  }
  if (mode !== undefined) {
    const read = modes.read(mode, places);
    unreadable.push(...read.problems);
    caps.push(...read.caps);
  }
  return {
    cap: caps.length === 0 ? undefined : narrow(...caps.map((each) => total(each, "allow"))),
    problems,
    unreadable: [...new Set(unreadable)],
  };
}

/** A part of the cap, and what is wrong with it. */
export interface ReadCap {
  readonly cap?: PartialCarve;
  readonly problems: readonly Problem[];
}

function readPolicy({ value, file, where, problems = [] }: WrittenPolicy, places: Places): ReadCap {
  const subject: Subject = {
    area: "policy",
    layer: "policy",
    locate: (path) => where?.(path) ?? (file === undefined ? undefined : { file }),
  };
  if (value === undefined) return { problems };
  if (!isObject(value)) return { problems: [...problems, notAnObject(subject, value)] };
  const unknown = Object.keys(value)
    .filter((key) => key !== "cap" && key !== "$schema")
    // A key that is not understood may have been meant to cap something.
    .map((key): Problem => ({ ...unknownField(subject, [key], ["cap"]), severity: "error" }));
  const read = readCarve(value.cap ?? {}, ["cap"], subject, places);
  return { ...read, problems: [...problems, ...unknown, ...read.problems] };
}

/** Reads words of the cap, which stand at a path of a file. */
export function readCarve(written: unknown, path: readonly string[], subject: Subject, places: Places): ReadCap {
  const full = [...(subject.base ?? []), ...path];
  const locate: Subject["locate"] = ([, ...within]) => subject.locate([...full, ...within]);
  const { problems } = readPermissions(written, full.join("."), { ...subject, base: [], locate });
  const name = subject.area === "policy" ? "policy" : (subject.base ?? []).join(".");
  const { value } = parseCarve(written, {
    source: { ...(subject.layer !== undefined && { layer: subject.layer }), path: [name, ...path].join(".") },
    sourceOf: (category, within) => ({ ...subject.locate([...full, category, ...within]) }),
    home: places.home,
    worktree: places.worktree,
    fold: places.fold,
  });
  return { cap: value, problems };
}
