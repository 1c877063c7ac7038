import { type Carve, narrow, parseCarve, type PartialCarve, type Places, total } from "@polyglav/permissions";
import { type Problem } from "@polyglav/registry";
import { type ConfigOptions } from "./parse-config.ts";
import { nearest } from "./nearest.ts";
import { readPermissions } from "./permissions.ts";
import { whyUnreadable } from "./role-layers.ts";
import { describe, isObject, notAnObject, type Subject, unknownField, wrongType } from "./subject.ts";

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

/** Modes that need not be written. `plan` looks and thinks, and changes nothing. */
export const MODES: Readonly<Record<string, Readonly<Record<string, "deny">>>> = {
  build: {},
  plan: { bash: "deny", edit: "deny", vcs: "deny" },
};

/**
 * Meets the policies, the words of this command and the mode into the hard cap. Each of them can only lower, so their
 * order means nothing. One with anything in it that cannot be read is an error for every run.
 */
export function readCap({ policies = [], cap, mode }: CapInput, modes: unknown, places: Places): HardCap {
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
    const read = readMode(mode, modes, places);
    unreadable.push(...read.problems);
    if (read.cap !== undefined) caps.push(read.cap);
  }
  return {
    cap: caps.length === 0 ? undefined : narrow(...caps.map((each) => total(each, "allow"))),
    problems,
    unreadable: [...new Set(unreadable)],
  };
}

/** The names of the modes, those of the config included. */
export const modeNames = (modes: unknown): readonly string[] => [
  ...new Set([...Object.keys(MODES), ...(isObject(modes) ? Object.keys(modes) : [])]),
];

interface ReadCap {
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

function readMode(name: string, modes: unknown, places: Places): ReadCap {
  const written = isObject(modes) && Object.hasOwn(modes, name) ? modes[name] : undefined;
  const subject: Subject = { area: "config", base: ["modes", name], locate: () => undefined };
  if (written === undefined || written === null) {
    if (Object.hasOwn(MODES, name)) return readCarve(MODES[name], [], subject, places);
    const near = nearest(name, modeNames(modes));
    const hint = near === undefined ? `The modes are ${modeNames(modes).join(", ")}` : `Did you mean "${near}"?`;
    const message = `Cannot use mode ${describe(name)}: there is no such mode`;
    return { problems: [{ code: "config/unknown-mode", severity: "error", message, hint }] };
  }
  if (!isObject(written)) return { problems: [wrongType(subject, [], "an object with a tool_permission", written)] };
  return readCarve(written.tool_permission ?? {}, ["tool_permission"], subject, places);
}

function readCarve(written: unknown, path: readonly string[], subject: Subject, places: Places): ReadCap {
  const { problems } = readPermissions(written, [...(subject.base ?? []), ...path].join("."), { ...subject, base: [] });
  const name = subject.area === "policy" ? "policy" : (subject.base ?? []).join(".");
  const { value } = parseCarve(written, {
    source: { ...(subject.layer !== undefined && { layer: subject.layer }), path: [name, ...path].join(".") },
    sourceOf: (category, within) => ({ ...subject.locate([...path, category, ...within]) }),
    home: places.home,
    worktree: places.worktree,
    fold: places.fold,
  });
  return { cap: value, problems };
}
