import { type Merged, type Patch, type Problem } from "@polyglav/registry";
import { z } from "zod";
import { readFields } from "./read-fields.ts";
import {
  describe,
  type EntryOptions,
  entrySubject,
  isObject,
  notAnObject,
  otherName,
  type Parsed,
  problemAt,
  type Subject,
  titleOf,
  unknownField,
} from "./subject.ts";

/** One step of a team as a file writes it. A bare string is a stage with that role and nothing else. */
export interface WrittenStage {
  readonly role: string;
  readonly mode?: string | undefined;
  readonly task_hint?: string | undefined;
  readonly handoff_note?: string | undefined;
  readonly skills?: readonly string[] | undefined;
}

/** The part of a team that is repeated until its last role passes the work. */
export interface WrittenLoop {
  /** The role of its first stage, or the index of that. */
  readonly from?: string | number | null | undefined;
  readonly until?: string | number | null | undefined;
  readonly max_iterations?: number | null | undefined;
  readonly verdict?: string | null | undefined;
}

/** A team as one layer says it. */
export interface WrittenTeam {
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly stages?: readonly WrittenStage[] | undefined;
  readonly loop?: WrittenLoop | undefined;
  /** Fields of other tools, kept untouched. */
  readonly [extension: `x-${string}`]: unknown;
}

/** One step of a team: who does it, and what it tells the next one. */
export interface Stage {
  readonly role: string;
  readonly mode: string;
  /** What this role has to do in this stage, beside the task of the team. */
  readonly task_hint: string;
  /** What the next stage should know about the result. */
  readonly handoff_note: string;
  readonly skills: readonly string[];
}

/** A team as the layers make it together: roles that work one after the other. */
export interface Team {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly stages: readonly Stage[];
  readonly loop?: WrittenLoop;
  readonly [extension: `x-${string}`]: unknown;
}

const text = z.string({ error: "a string" }).optional();
const strings = (error: string): z.ZodOptional<z.ZodArray<z.ZodString>> =>
  z.array(z.string({ error }), { error }).optional();
const place = z.union([z.string(), z.int()], { error: "a role of the team, or the index of a stage" }).nullish();

/** A stage as files write it, where it says more than its role. */
export const stageSchema = z.strictObject(
  {
    role: z.string({ error: "the name of a role" }).min(1, { error: "the name of a role" }),
    mode: text,
    task_hint: text,
    handoff_note: text,
    skills: strings("a list of skill names"),
  },
  { error: 'a role, or an object such as { "role": "writer" }' },
);

/** A loop as files write it. */
export const loopSchema = z.strictObject(
  {
    from: place,
    until: place,
    max_iterations: z.int({ error: "a whole number, 1 or more" }).nullish(),
    verdict: z.string({ error: "a string" }).nullish(),
  },
  { error: 'an object such as { "from": "writer", "until": "editor" }' },
);

/**
 * The fields of a team as files write them; beside these a file may give `null`, a `name`, and `x-*` fields, and the
 * `stages` as roles, in a list or as the keys of an object.
 */
export const teamSchema = z.strictObject({
  description: text,
  tags: strings("a list of tags"),
  stages: z.array(stageSchema, { error: "a list of stages" }).optional(),
  loop: loopSchema.optional(),
});

const FIELDS = Object.keys(teamSchema.shape);

/** What one layer says about a team; `null` for a field takes away what lower layers say. */
export type TeamPatch = Patch<WrittenTeam>;

/**
 * Reads what somebody wrote about a team, field by field, as `parseRole` does for a role. A wrong stage takes all
 * `stages` of this layer with it: a chain without one of its links would be another team.
 *
 * `stages` has three forms: a list of objects, a list of roles, or an object of which the keys are the roles. In an
 * object only the keys count, in their order; a warning tells where it says more, or where its order is lost, for JSON
 * gives keys such as `"2"` in the order of numbers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseTeam } from "@polyglav/catalog";
 *
 * const expected = { stages: [{ role: "writer" }, { role: "editor" }] };
 * assert.deepEqual(parseTeam({ stages: ["writer", { role: "editor" }] }, { name: "t" }).value, expected);
 * assert.deepEqual(parseTeam({ stages: { writer: {}, editor: null } }, { name: "t" }).value, expected);
 * ```
 */
export function parseTeam(written: unknown, options: EntryOptions): Parsed<TeamPatch> {
  const subject = entrySubject("team", options);
  if (!isObject(written)) return { value: {}, problems: [notAnObject(subject, written)] };

  const problems: Problem[] = [];
  const plain: [string, unknown][] = [];
  const taken: [string, unknown][] = [];
  for (const [field, value] of Object.entries(written)) {
    if (field === "$schema") continue;
    if (field === "name") problems.push(...otherName(subject, value));
    else if (field.startsWith("x-")) taken.push([field, value]);
    else if (!FIELDS.includes(field)) problems.push(unknownField(subject, [field], FIELDS));
    else if (value === null) taken.push([field, null]);
    else if (field !== "stages") plain.push([field, value]);
    else if (isObject(value)) {
      plain.push([field, Object.keys(value).map((role) => ({ role }))]);
      problems.push(...lostIn(value, subject));
    } else plain.push([field, withRoles(value)]);
  }
  const read = readFields(Object.fromEntries(plain), teamSchema, subject);
  return { value: { ...read.value, ...Object.fromEntries(taken) }, problems: [...problems, ...read.problems] };
}

/** Fills in the defaults of a merged team. */
export function teamOf(name: string, merged: Merged<WrittenTeam>): Team {
  return {
    ...Object.fromEntries(Object.entries(merged).filter(([field]) => field.startsWith("x-"))),
    name,
    description: merged.description ?? "",
    tags: merged.tags ?? [],
    stages: (merged.stages ?? []).map(({ role, mode = "", task_hint = "", handoff_note = "", skills = [] }) => ({
      role,
      mode,
      task_hint,
      handoff_note,
      skills,
    })),
    ...(merged.loop !== undefined && { loop: merged.loop }),
  };
}

/** What an object of stages cannot say: the order of keys that are numbers, and anything beside the roles. */
function lostIn(stages: Readonly<Record<string, unknown>>, subject: Subject): readonly Problem[] {
  const entries = Object.entries(stages);
  const numbers = entries.filter(([role]) => /^(0|[1-9]\d*)$/.test(role));
  const words = entries.filter(([, value]) => saysSomething(value));
  const hint = "Write a list of stages";
  return [
    ...(entries.length > 1 ? numbers : []).map(([role]) => {
      const message = `Cannot tell when stage ${describe(role)} of ${titleOf(subject, [])} comes: JSON puts numbers first`;
      return problemAt(subject, "team/lost-order", ["stages", role], message, { severity: "warning", hint });
    }),
    ...words.map(([role]) => {
      const message = `Cannot use what stage ${describe(role)} of ${titleOf(subject, [])} says: of an object only the keys count`;
      return problemAt(subject, "team/lost-stage", ["stages", role], message, { severity: "warning", hint });
    }),
  ];
}

const saysSomething = (value: unknown): boolean =>
  !(value === null || value === "" || value === true) && !(isObject(value) && Object.keys(value).length === 0);

const withRoles = (stages: unknown): unknown =>
  Array.isArray(stages)
    ? stages.map((stage: unknown) => (typeof stage === "string" ? { role: stage } : stage))
    : stages;
