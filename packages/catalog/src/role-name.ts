import { type Problem } from "@polyglav/registry";
import { describe } from "./subject.ts";

/** A letter or digit, then letters, digits, `.`, `_` or `-`: safe in a path of roles, a file name and a shell. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;

/** Long enough for a name, short enough for a column. */
const LONGEST = 64;

/**
 * Checks whether a new role may have a name: letters, digits, `.`, `_` and `-`, a letter or digit first, 64 characters
 * at most, and not `root`, which begins a path of roles. `undefined` means yes. Roles that exist are not bound by it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { checkRoleName } from "@polyglav/catalog";
 *
 * assert.equal(checkRoleName("code-reviewer"), undefined);
 * assert.equal(checkRoleName("../notes")?.code, "role/bad-name");
 * ```
 */
export function checkRoleName(name: string): Problem | undefined {
  return checkName("role", name);
}

/** Checks whether a new team may have a name, by the rules for roles; the code is `team/bad-name`. */
export function checkTeamName(name: string): Problem | undefined {
  return checkName("team", name);
}

function checkName(kind: "role" | "team", name: string): Problem | undefined {
  const state = stateOf(name);
  if (state === undefined) return undefined;
  return {
    code: `${kind}/bad-name`,
    severity: "error",
    message: `Cannot call a ${kind} ${describe(name)}: ${state}`,
    hint: `Use letters, digits, ".", "_" and "-", a letter or digit first, ${LONGEST} characters at most`,
    name,
  };
}

function stateOf(name: string): string | undefined {
  if (name === "") return "a name has at least one character";
  if (name === "root") return `"root" begins every path of roles`;
  if (Array.from(name).length > LONGEST) return `it is longer than ${LONGEST} characters`;
  return NAME.test(name) ? undefined : "it has characters that a name cannot have";
}
