import { importWith } from "../imports/import-with.ts";
import type { Imported, ImportPlaces, ImportProblem } from "../imports/imported.ts";
import { entriesOf, own } from "../imports/read-json.ts";
import { carveOf } from "./carve.ts";
import { probesFor } from "./probes.ts";
import { type OpencodeRule, rulesetOf } from "./ruleset.ts";
import { opencodeDecides, plain } from "./theirs.ts";

/** Where the settings of opencode apply, and to whom. */
export interface OpencodeOptions extends ImportPlaces {
  /** The agent whose rules are laid over those for all. Default: `"build"`, with which opencode begins. */
  readonly agent?: string | undefined;
}

/**
 * Turns the permissions of an `opencode.json`, as text or parsed, into a carve that permits no more than they do, and
 * lists the calls about which the two do not agree. In opencode the last rule that matches decides; here order means
 * nothing, an exception has to be inside what it is an exception from, and where rules only cross, the stricter decides.
 *
 * The differences are found by trying: for every combination of rules that can match together, one call is decided the
 * way opencode 1.18.33 decides it, and by the carve. Commands are tried one by one, in the spelling that people use and
 * in odd ones; command lines, their redirects and the paths in them are taken apart by `@polyglav/permissions/shell` before a carve sees them.
 * The rules that opencode begins with belong to the settings; what somebody answered with "always" does not.
 *
 * Read the carve with the same `worktree` and `home`. Never throws because of the settings: what cannot be read is a
 * problem, and what it is about is denied. Throws a `TypeError` when the places are not absolute paths.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { importOpencode } from "@polyglav/permissions/adapters/opencode";
 *
 * const settings = { permission: { bash: { "*": "ask", "git *": "allow", "* --force": "deny", "git push *": "allow" } } };
 * const { carve, differs } = importOpencode(settings, { worktree: "/home/me/shop", home: "/home/me" });
 * assert.deepEqual(carve.bash, {
 *   default: "ask",
 *   rules: { "git **": "allow", "* ** --force": "deny", "** *' --force'": "deny", "git push **": "allow" },
 * });
 * const [push] = differs.filter(({ call }) => call.input.command === "git push --force");
 * assert.deepEqual([push?.theirs, push?.ours, push?.kind], ["allow", "deny", "stricter"]);
 * ```
 */
export function importOpencode(settings: unknown, options: OpencodeOptions): Imported {
  const { agent = "build" } = options;
  return importWith(settings, options, (value, places) => {
    const { rules, problems } = rulesetOf(value, agent, places.home);
    const servers = entriesOf(own(value, "mcp")).flatMap(([name]) => (plain(name) === name ? [] : [name]));
    const { carve, patterns, problems: lost } = carveOf(rules, servers, places);
    return {
      carve,
      problems: [...problems, ...lost, ...rules.flatMap(withoutPlace)],
      theirs: opencodeDecides(rules, places),
      ...probesFor((category) => patterns.get(category) ?? [], servers, places),
    };
  });
}

/** What is about tools that have no category here: they are denied, so only what opens them is lost. */
function withoutPlace({ permission, path }: OpencodeRule): readonly ImportProblem[] {
  if (!NOT_CARRIED.has(permission)) return [];
  const message = `Cannot carry ${path} over: there is no category for ${permission}`;
  return [{ code: "import/not-carried-over", severity: "warning", message, path }];
}

const NOT_CARRIED: ReadonlySet<string> = new Set([
  "doom_loop",
  "lsp",
  "plan_enter",
  "plan_exit",
  "todoread",
  "todowrite",
]);
