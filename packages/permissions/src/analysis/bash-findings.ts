import { type Entry, entryOf, isRules, namedEntry, type PartialCarve, sayOf } from "../carve.ts";
import type { Categories } from "../category.ts";
import { pickFor } from "../chain.ts";
import { leq, meet } from "../decision.ts";
import { Automaton } from "../pattern/automaton.ts";
import { explore } from "../pattern/explore.ts";
import { readPattern } from "../pattern/read.ts";
import { matchesSegment, type Pattern } from "../pattern/segment.ts";
import type { Action } from "../request.ts";
import type { Rules } from "../rules.ts";
import type { Source } from "../source.ts";
import { placeOf, written } from "./entry.ts";
import type { Finding } from "./finding.ts";
import { SHELL_ESCAPES, type ShellEscape } from "./shell-escapes.ts";

/** Finds what rules about commands cannot hold: lists of what is denied, and programs that run others. */
export function bashFindings(says: PartialCarve, categories: Categories): readonly Finding[] {
  if (!categories.has("bash")) return [];
  const entry = entryOf(says, "bash");
  const bound = says.bashAllow?.rules.length === 0 ? undefined : says.bashAllow;
  if (entry === undefined && bound === undefined) return [];
  const denylist = entry !== undefined && isRules(entry) && bound === undefined ? denylistOnly(entry) : [];
  return [...denylist, ...escapes(says, { entry, bound, categories })];
}

/** What is not denied by name is permitted: there is always another way to spell it. */
function denylistOnly(rules: Rules): readonly Finding[] {
  const denied = rules.rules.filter(({ decision }) => decision === "deny").map(({ pattern }) => pattern);
  const rest = rules.otherwise?.decision ?? "ask";
  if (denied.length === 0 || rest === "deny") return [];
  return [
    {
      code: "lint/denylist-only",
      severity: rest === "allow" ? "warning" : "note",
      message: `The deny rules of "bash" are a convenience, no boundary: every command that they do not name is decided ${rest}`,
      hint: "deny by default and allow what is needed, and keep what must not happen out of reach of the process",
      category: "bash",
      within: rules.otherwise === undefined ? [] : ["default"],
      ...(rules.otherwise?.source && { source: rules.otherwise.source }),
      others: denied,
    },
  ];
}

interface Bash {
  readonly entry: Entry | undefined;
  readonly bound: Rules | undefined;
  readonly categories: Categories;
}

/** Where a decision stands, and what was found there. */
interface Place {
  readonly at: { readonly category: string; readonly within: readonly string[]; readonly source?: Source };
  readonly name: string;
  readonly found: { readonly escape: ShellEscape; readonly example: Action }[];
}

function escapes(says: PartialCarve, bash: Bash): readonly Finding[] {
  const places = new Map<string, Place>();
  const open = openPrograms(bash);
  const patterns: (readonly [Pattern, ShellEscape | undefined])[] = [bash.entry, bash.bound]
    .filter(isRules)
    .flatMap(({ rules }) => rules.flatMap(({ means }) => means.map((pattern) => [pattern, undefined] as const)));
  const ways = ESCAPES.filter(([, { program }]) => open.has(program));
  const isComplete = explore(new Automaton([...patterns, ...ways]), "command", (resource, { accepts }) => {
    const [program = ""] = resource;
    if (!open.has(program)) return "skip";
    const escape = accepts.find((each) => each !== undefined);
    const place = escape && permits(says, bash, resource);
    if (escape === undefined || place === undefined) return undefined;
    const key = JSON.stringify(place.at);
    places.set(key, places.get(key) ?? place);
    places.get(key)?.found.push({ escape, example: { category: "bash", resource } });
    // One way to run others is as good as all of them.
    open.delete(program);
    return "skip";
  });
  return [...[...places.values()].map((place) => escapeFinding(place, bash)), ...(isComplete ? [] : [TOO_COMPLEX])];
}

/** The programs that something allows, as far as the first word goes. */
function openPrograms({ entry, bound }: Bash): Set<string> {
  const allowing = [entry, bound]
    .filter((each) => each !== undefined)
    .map((each): ((program: string) => boolean) => {
      if (!isRules(each)) return () => each.decision === "allow";
      if (each.otherwise?.decision === "allow") return () => true;
      const starts = each.rules.filter(({ decision }) => decision === "allow").flatMap(({ means }) => means);
      return (program) => starts.some(([first]) => first !== undefined && matchesSegment(first, program));
    });
  return new Set([...PROGRAMS].filter((program) => allowing.every((allows) => allows(program))));
}

/** Where it says that a command is allowed; `undefined` where it is not. */
function permits(says: PartialCarve, { entry, bound }: Bash, resource: readonly string[]): Place | undefined {
  const picked = pickFor(resource);
  const said = entry && sayOf(entry, "ask", picked);
  const prefix = bound && picked(bound);
  const decision = meet(said?.decision ?? "allow", bound === undefined ? "allow" : (prefix?.decision ?? "deny"));
  if (!leq("allow", decision)) return undefined;
  const rule = entry !== undefined && isRules(entry) ? picked(entry) : undefined;
  if (entry !== undefined && isRules(entry) && rule !== undefined)
    return {
      at: placeOf(rule, { key: "bash", rules: entry }),
      name: `The rule ${JSON.stringify(rule.pattern)}`,
      found: [],
    };
  if (bound !== undefined && prefix !== undefined)
    return {
      at: placeOf(prefix, { key: "bash_allow", rules: bound }),
      name: `bash_allow ${JSON.stringify(prefix.pattern)}`,
      found: [],
    };
  const category = namedEntry(says, "bash") === undefined ? "*" : "bash";
  const within = entry !== undefined && isRules(entry) ? ["default"] : [];
  const source = said?.source;
  return {
    at: { category, within, ...(source && { source }) },
    name: `${JSON.stringify(category)}: "allow"`,
    found: [],
  };
}

function escapeFinding({ at, name, found }: Place, { categories }: Bash): Finding {
  const sorted = found.toSorted((a, b) => SHELL_ESCAPES.indexOf(a.escape) - SHELL_ESCAPES.indexOf(b.escape));
  const programs = sorted.map(({ escape }) => escape.program);
  const [first] = sorted;
  const more =
    programs.length > 1
      ? `, and ${programs.length - 1} more: ${programs.slice(1, SHOWN).join(", ")}${programs.length > SHOWN ? " ..." : ""}`
      : "";
  const example = first && written(first.example.resource, { category: "bash", categories });
  return {
    code: "lint/shell-escape",
    severity: "warning",
    message: `${name} allows every command, by way of ${programs[0] ?? ""} (${first?.escape.why ?? ""})${more}`,
    hint: `it allows ${example ?? "such a command"}: allow only the forms that are needed`,
    ...at,
    ...(first && { example: first.example }),
    programs,
  };
}

/** Programs that are named in a message. */
const SHOWN = 6;

const TOO_COMPLEX: Finding = {
  code: "lint/too-complex",
  severity: "warning",
  message: 'The rules of "bash" cannot all be looked at: they can match together in too many ways',
  category: "bash",
  within: [],
};

const PROGRAMS: ReadonlySet<string> = new Set(SHELL_ESCAPES.map(({ program }) => program));

const ESCAPES = SHELL_ESCAPES.flatMap((escape) => {
  const read = readPattern("command", escape.pattern, {});
  return read.ok ? read.value.map((pattern) => [pattern, escape] as const) : [];
});
