import { type Entry, type PartialCarve, partial } from "./carve.ts";
import { type Categories, KNOWN } from "./category.ts";
import { type Decision, isDecision } from "./decision.ts";
import { nearest } from "./nearest.ts";
import type { Places } from "./pattern/read.ts";
import { type ReadRules, readPrefixes, readRules, type RulesContext, show, suggestWord } from "./read-rules.ts";
import { isRecord } from "./request.ts";
import type { Rules } from "./rules.ts";
import type { CarveProblem, CarveProblemCode, Source } from "./source.ts";

/**
 * A carve as it stands in JSON: for each category a word or `{ default, strict, rules, examples }`, `"*"` for every
 * category that is not named, and `bash_allow`, a list of beginnings of commands.
 */
export type WrittenCarve = Readonly<Record<string, unknown>>;

/** What {@link parseCarve} understood, and what it did not. */
export interface ParsedCarve {
  readonly value: PartialCarve;
  readonly problems: readonly CarveProblem[];
}

/** Where a carve was written and what its patterns mean there. */
export interface ParseOptions extends Places {
  /** Of the carve; each word gets it with its own `path`. Only carried along, like what `sourceOf` says. */
  readonly source?: Source | undefined;
  /**
   * Of one word, laid over `source`. `within` are the keys below the category, such as `["rules", "npm test **"]`.
   * It must not throw, and may not know.
   */
  readonly sourceOf?: ((category: string, within: readonly string[]) => Source | undefined) | undefined;
  /** What `withCategories` made, where there are more than the known ones. */
  readonly categories?: Categories | undefined;
}

/**
 * Reads a carve that people wrote. It never throws: it returns what it understood with every problem at once, and where
 * it understood nothing it decides `"deny"`.
 *
 * `null` is unset. An unknown word (also `"Deny"` or `true`), a pattern that cannot be read, an example that does not
 * come out and an unknown key of a map of rules are errors, and that category is denied. An unknown category is an
 * error where ignoring it would permit more than was written, else a warning; calls of it are denied anyway. What is no
 * object denies everything. Keys are read as own properties, so `constructor` is just an unknown category.
 *
 * Patterns of paths start at the worktree. Absolute ones reach into it only where `worktree` says which folder that
 * is, and `~` needs `home`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseCarve } from "@polyglav/permissions";
 *
 * const written = { bash: { default: "Deny", rules: { "npm test **": "allow", "ls|wc": "ask" } }, shel: "deny" };
 * const { problems } = parseCarve(written, { source: { file: "roles.json", path: "me" } });
 * assert.deepEqual(
 *   problems.map(({ code, source }) => [code, source?.path]),
 *   [
 *     ["carve/unknown-word", "me.bash.default"],
 *     ["carve/bad-pattern", 'me.bash["ls|wc"]'],
 *     ["carve/unknown-category", "me.shel"],
 *   ],
 * );
 * ```
 */
export function parseCarve(written: unknown, options: ParseOptions = {}): ParsedCarve {
  if (written === null || written === undefined) return { value: partial([]), problems: [] };
  try {
    if (isRecord(written) && !Array.isArray(written)) return readEntries(Object.entries(written), options);
  } catch {
    // a getter or a proxy of the caller threw: then nothing of it can be trusted
  }
  const { categories = KNOWN, source } = options;
  const deny = wordAt("deny", source);
  const problem = trouble("carve/not-an-object", undefined, source, "Cannot read a carve: it is not an object");
  return {
    value: partial(
      [...categories.keys()].map((category) => [category, deny]),
      deny,
    ),
    problems: [problem],
  };
}

/**
 * Makes a carve in code, where a mistake is the programmer's: throws a {@link CarveError} with all problems if any of
 * them is an error.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve } from "@polyglav/permissions";
 *
 * carve({ bash: { default: "ask", rules: { "npm test **": "allow", "npm publish **": "deny" } }, "*": "deny" });
 * assert.throws(() => carve({ bash: "maybe" }), { code: "POLYGLAV_CARVE" });
 * ```
 */
export function carve(written: WrittenCarve, options: ParseOptions = {}): PartialCarve {
  const { value, problems } = parseCarve(written, options);
  if (problems.some(({ severity }) => severity === "error")) throw new CarveError(problems);
  return value;
}

/** A carve in code that does not say what it means. */
export class CarveError extends TypeError {
  override readonly name = "CarveError";
  readonly code = "POLYGLAV_CARVE";
  readonly problems: readonly CarveProblem[];
  readonly hint: string | undefined;

  constructor(problems: readonly CarveProblem[]) {
    super(problems.map(({ message }) => message).join("; "));
    this.problems = problems;
    this.hint = problems.find(({ hint }) => hint !== undefined)?.hint;
  }
}

function readEntries(entries: readonly (readonly [string, unknown])[], options: ParseOptions): ParsedCarve {
  const { categories = KNOWN } = options;
  const named = new Map<string, Entry>();
  const problems: CarveProblem[] = [];
  let bashAllow: Rules | undefined;
  for (const [key, value] of entries) {
    if (value === null || value === undefined) continue;
    const read = readEntry(key, value, { ...options, categories });
    problems.push(...read.problems);
    if (key === "bash_allow") bashAllow = read.rules;
    else named.set(key, read.entry);
  }
  const star = named.get("*");
  named.delete("*");
  return { value: partial(named, star && !("rules" in star) ? star : undefined, bashAllow), problems };
}

interface Known extends ParseOptions {
  readonly categories: Categories;
}

interface ReadEntry {
  readonly entry: Entry;
  readonly rules?: Rules;
  readonly problems: readonly CarveProblem[];
}

/** Reads one entry; whatever it cannot read is denied. */
function readEntry(key: string, value: unknown, options: Known): ReadEntry {
  const sourceOf = (within: readonly string[]): Source | undefined => sourceFor(key, within, options);
  const source = sourceOf([]);
  const kind = options.categories.get(key);
  const context: RulesContext = { kind: kind ?? "name", places: options, sourceOf };
  if (key === "bash_allow") {
    const { rules, problems } = checked(key, readPrefixes(value, context), context);
    return { entry: rules, rules, problems };
  }
  const decision = isDecision(value) ? value : undefined;
  if (key !== "*" && kind === undefined)
    return {
      entry: wordAt(decision ?? "deny", source),
      problems: [unknown(key, decision, source, options.categories)],
    };
  if (decision !== undefined) return { entry: wordAt(decision, source), problems: [] };
  if (key !== "*" && isRecord(value) && !Array.isArray(value)) {
    const { rules, problems } = checked(key, readRules(value, context), context);
    return { entry: problems.length === 0 ? rules : wordAt("deny", source), problems };
  }
  const why = key === "*" && isRecord(value) ? "rules need a category by name" : "it is not deny, ask or allow";
  const problem = trouble(
    "carve/unknown-word",
    key,
    source,
    `Cannot use ${show(value)} for "${key}": ${why}`,
    suggestWord(value),
  );
  return { entry: wordAt("deny", source), problems: [problem] };
}

/** Turns troubles into problems. Rules with one deny all, since nobody knows what they were meant to say. */
function checked(
  key: string,
  { rules, troubles }: ReadRules,
  { sourceOf }: RulesContext,
): { readonly rules: Rules; readonly problems: readonly CarveProblem[] } {
  const problems = troubles.map(({ code, why, hint, within }): CarveProblem => {
    const problem = trouble(code, key, sourceOf(within), `Cannot use "${key}": ${why}`, hint);
    return within.length === 0 ? problem : { ...problem, within };
  });
  if (problems.length === 0) return { rules, problems };
  const nothing: Rules = { kind: "rules", rules: [], otherwise: wordAt("deny", sourceOf([])), strict: false };
  return { rules: Object.freeze(nothing), problems };
}

function unknown(
  category: string,
  decision: Decision | undefined,
  source: Source | undefined,
  categories: Categories,
): CarveProblem {
  const message = `Cannot use category "${category}": it is not known`;
  const near = nearest(category, [...categories.keys()]);
  const hint =
    near === undefined ? `the categories are ${[...categories.keys()].join(", ")}` : `did you mean "${near}"?`;
  const problem = trouble("carve/unknown-category", category, source, message, hint);
  // Dropping an allow permits nothing; dropping a deny or an ask would leave open what its author meant to close.
  return decision === "allow" ? { ...problem, severity: "warning" } : problem;
}

function trouble(
  code: CarveProblemCode,
  category: string | undefined,
  source: Source | undefined,
  message: string,
  hint?: string,
): CarveProblem {
  return {
    code,
    severity: "error",
    message,
    ...(hint !== undefined && { hint }),
    ...(category !== undefined && { category }),
    ...(source !== undefined && { source }),
  };
}

function sourceFor(key: string, within: readonly string[], { source, sourceOf }: ParseOptions): Source | undefined {
  const own = sourceOf?.(key, within);
  if (source === undefined) return own;
  const path = source.path === undefined ? key : `${source.path}.${key}`;
  return { ...source, path: pathWithin(path, within), ...own };
}

/** How people call a key below an entry: a rule is named by its pattern alone. */
export function pathWithin(path: string, within: readonly string[]): string {
  const [first, second] = within;
  if (first === "rules" && second !== undefined) return `${path}[${JSON.stringify(second)}]`;
  return [path, ...within].join(".");
}

const wordAt = (decision: Decision, source: Source | undefined) =>
  Object.freeze({ decision, ...(source && { source }) });
