import { importWith } from "../imports/import-with.ts";
import type { Imported, ImportPlaces } from "../imports/imported.ts";
import { carveOf } from "./carve.ts";
import type { Anchors } from "./ignore-path.ts";
import { probesFor } from "./probes.ts";
import { problemOf } from "./rule-problem.ts";
import { type ClaudeScope, readPermissions } from "./settings.ts";
import { claudeDecides } from "./theirs.ts";

/** Where the settings of Claude Code apply, and whose they are. */
export interface ClaudeOptions extends ImportPlaces {
  /**
   * Whose settings they are. Those of a user take `/` in paths from `~/.claude`, those of a project from the worktree;
   * the modes `auto` and `bypassPermissions` only take effect from those of a user. Default: `"project"`.
   */
  readonly scope?: ClaudeScope | undefined;
}

/**
 * Turns the `permissions` of a `settings.json` of Claude Code, as text or parsed, into a carve, and lists the calls
 * about which the two do not agree. The rules are written as strict ones, of which the strictest that matches decides:
 * there, too, an allow is never an exception from a deny. What the mode decides is the default.
 *
 * The differences are found by trying: for every combination of rules that can match together, one call is decided the
 * way the documentation of Claude Code has it (checked against version 2.1.332), and by the carve. Commands are tried one
 * by one, in the spelling that people use and in odd ones; command lines, their redirects, wrappers such as `timeout` and the paths in them
 * are taken apart by `@polyglav/permissions/shell` before a carve sees them. Settings of several scopes are imported one
 * by one: `narrow` their carves where a deny of one has to hold against an allow of another.
 *
 * Read the carve with the same `worktree` and `home`. Never throws because of the settings: what cannot be read is a
 * problem, and what it is about is denied. Throws a `TypeError` when the places are not absolute paths.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { importClaudeCode } from "@polyglav/permissions/adapters/claude-code";
 *
 * const settings = { permissions: { allow: ["Bash(npm run:*)"], deny: ["Read(secrets/**)", "Bash(run_in_background:true)"] } };
 * const { carve, differs, problems } = importClaudeCode(settings, { worktree: "/home/me/shop", home: "/home/me" });
 * assert.deepEqual(carve.bash, { strict: true, default: "ask", rules: { "npm run **": "allow" } });
 * assert.deepEqual(carve.read, { strict: true, default: "ask", rules: { "**": "allow", "**\/secrets/**": "deny" } });
 *
 * // Nothing here is about parameters of tools, so that rule is lost, and said to be.
 * assert.equal(problems[0]?.code, "import/not-carried-over");
 * const [lost] = differs.filter(({ call }) => call.input.run_in_background === "true");
 * assert.deepEqual([lost?.theirs, lost?.ours, lost?.kind], ["deny", "ask", "wider"]);
 * ```
 */
export function importClaudeCode(settings: unknown, options: ClaudeOptions): Imported {
  const { scope = "project" } = options;
  return importWith(settings, options, (value, places) => {
    const anchors: Anchors = { ...places, anchor: scope === "user" ? `${places.home}/.claude` : places.worktree };
    const permissions = readPermissions(value, scope);
    const { carve, patterns } = carveOf(permissions, anchors);
    const problems = permissions.rules.flatMap((rule) => problemOf(rule, anchors) ?? []);
    return {
      carve,
      problems: [...permissions.problems, ...problems],
      theirs: claudeDecides(permissions, anchors),
      ...probesFor((category) => patterns.get(category) ?? [], permissions.rules, places),
    };
  });
}
