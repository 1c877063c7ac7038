import { type Patch, type Problem } from "@polyglav/registry";
import { readFields } from "./read-fields.ts";
import { roleSchema, type WrittenRole } from "./role-schema.ts";
import {
  type EntryOptions,
  entrySubject,
  isObject,
  notAnObject,
  otherName,
  type Parsed,
  unknownField,
} from "./subject.ts";
import { readPermissions, type WrittenPermissions } from "./permissions.ts";

/** What one layer says about a role; `null` for a field takes away what lower layers say. */
export type RolePatch = Patch<WrittenRole>;

const plainFields = roleSchema.omit({ tool_permission: true, grant_permission: true });
const FIELDS = Object.keys(roleSchema.shape);

/**
 * Reads what somebody wrote about a role. Never throws: each wrong field is left out with an `error` problem that
 * says where it stands, what was expected and what was found; an unknown one with a warning that names the nearest
 * field. Permission words fail closed: a word, a map or an `accepts_delegation` that cannot be read is `deny`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseRole } from "@polyglav/catalog";
 *
 * const { value, problems } = parseRole({ modle: "local/qwen3", tags: "review", temperature: 0.2 }, { name: "critic" });
 *
 * assert.deepEqual(value, { temperature: 0.2 });
 * assert.equal(problems[0]?.message, 'Cannot use field "modle" of role "critic": there is no such field');
 * assert.equal(problems[0]?.hint, 'Did you mean "model"?');
 * assert.equal(problems[1]?.message, 'Cannot read field "tags" of role "critic": expected a list of tags, found "review"');
 * ```
 */
export function parseRole(written: unknown, options: EntryOptions): Parsed<RolePatch> {
  const subject = entrySubject("role", options);
  if (!isObject(written)) return { value: {}, problems: [notAnObject(subject, written)] };

  const problems: Problem[] = [];
  const plain: [string, unknown][] = [];
  const taken: [string, unknown][] = [];
  const words: { tool_permission?: WrittenPermissions; grant_permission?: WrittenPermissions } = {};
  for (const [field, value] of Object.entries(written)) {
    if (field === "$schema") continue;
    if (field === "name") problems.push(...otherName(subject, value));
    else if (field.startsWith("x-")) taken.push([field, value]);
    else if (!FIELDS.includes(field)) problems.push(unknownField(subject, [field], FIELDS));
    else if (value === null) taken.push([field, null]);
    else if (field === "tool_permission" || field === "grant_permission") {
      const read = readPermissions(value, field, subject);
      words[field] = read.value;
      problems.push(...read.problems);
    } else plain.push([field, value]);
  }

  const read = readFields(Object.fromEntries(plain), plainFields, subject, { maps: ["ask_policy", "limits"] });
  const isUnsure =
    plain.some(([field]) => field === "accepts_delegation") && read.value.accepts_delegation === undefined;
  return {
    value: { ...read.value, ...words, ...(isUnsure && { accepts_delegation: "deny" }), ...Object.fromEntries(taken) },
    problems: [...problems, ...read.problems],
  };
}
