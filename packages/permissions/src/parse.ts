import { type PartialCarve, partial, type Word } from "./carve.ts";
import { CATEGORIES, isCategory } from "./category.ts";
import { DECISIONS, type Decision, isDecision } from "./decision.ts";
import { nearest } from "./nearest.ts";
import { isRecord } from "./request.ts";
import type { CarveProblem, CarveProblemCode, Source } from "./source.ts";

/** A carve as it stands in JSON: words by category, and `"*"` for every category that is not named. */
export type WrittenCarve = Readonly<Record<string, unknown>>;

/** What {@link parseCarve} understood, and what it did not. */
export interface ParsedCarve {
  readonly value: PartialCarve;
  readonly problems: readonly CarveProblem[];
}

/** Where a carve was written. Both are only carried along. */
export interface ParseOptions {
  /** Of the carve; each word gets it with its own `path`. */
  readonly source?: Source | undefined;
  /** Of one word, laid over `source`; called once for each key, must not throw, and may not know. */
  readonly sourceOf?: ((category: string) => Source | undefined) | undefined;
}

/**
 * Reads a carve that people wrote. It never throws: it returns what it understood with every problem at once, and where
 * it understood nothing it decides `"deny"`.
 *
 * `null` is unset. An unknown word (also `"Deny"` or `true`) is an error and that category is denied. An unknown
 * category is an error where ignoring it would permit more than was written, else a warning; calls of it are denied
 * anyway. Rule maps and a non-empty `bash_allow` are errors until they are supported. What is no object denies
 * everything. Keys are read as own properties, so `constructor` is just an unknown category.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseCarve } from "@polyglav/permissions";
 *
 * const { problems } = parseCarve({ bash: "Deny", shel: "deny" }, { source: { file: "roles.json", path: "me" } });
 * assert.deepEqual(
 *   problems.map(({ code, source }) => [code, source?.path]),
 *   [
 *     ["carve/unknown-word", "me.bash"],
 *     ["carve/unknown-category", "me.shel"],
 *   ],
 * );
 * ```
 */
export function parseCarve(written: unknown, options: ParseOptions = {}): ParsedCarve {
  if (written === null || written === undefined) return { value: partial([], undefined), problems: [] };
  const entries = ownEntries(written);
  if (entries === undefined) {
    const problem = trouble(
      "carve/not-an-object",
      undefined,
      options.source,
      "Cannot read a carve: it is not an object",
    );
    const deny: Word = { decision: "deny", ...(options.source && { source: options.source }) };
    return {
      value: partial(
        CATEGORIES.map((category) => [category, deny]),
        deny,
      ),
      problems: [problem],
    };
  }
  const words = new Map<string, Word>();
  const problems: CarveProblem[] = [];
  for (const [key, value] of entries) {
    const source = sourceFor(key, options);
    const { decision, problem } = key === "bash_allow" ? readPrefixes(value, source) : readWord(key, value, source);
    if (problem !== undefined) problems.push(problem);
    const category = key === "bash_allow" ? "bash" : key;
    // What could not be read stays denied, whichever of `bash` and `bash_allow` comes first.
    const isDenied = words.get(category)?.decision === "deny";
    if (decision !== undefined && !isDenied)
      words.set(category, Object.freeze({ decision, ...(source && { source }) }));
  }
  const star = words.get("*");
  words.delete("*");
  return { value: partial(words, star), problems };
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
 * carve({ bash: "ask", "*": "deny" });
 * assert.throws(() => carve({ bash: "maybe" }), { code: "POLYGLAV_CARVE" });
 * ```
 */
export function carve(written: WrittenCarve, source?: Source): PartialCarve {
  const { value, problems } = parseCarve(written, { source });
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

interface Read {
  readonly decision?: Decision;
  readonly problem?: CarveProblem;
}

function readWord(category: string, value: unknown, source: Source | undefined): Read {
  if (value === null || value === undefined) return {};
  const decision = isDecision(value) ? value : undefined;
  if (category !== "*" && !isCategory(category))
    return { decision: decision ?? "deny", problem: unknown(category, decision, source) };
  if (decision !== undefined) return { decision };
  if (isRecord(value) && !Array.isArray(value)) {
    const message = `Cannot use a rule map for "${category}": only the words deny, ask and allow are supported yet`;
    return { decision: "deny", problem: trouble("carve/rules-not-supported-yet", category, source, message) };
  }
  const hint = typeof value === "string" ? suggestion(value, DECISIONS) : undefined;
  const message = `Cannot use ${show(value)} for "${category}": it is not deny, ask or allow`;
  return { decision: "deny", problem: trouble("carve/unknown-word", category, source, message, hint) };
}

function readPrefixes(value: unknown, source: Source | undefined): Read {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return {};
  const message = `Cannot use "bash_allow": only an empty list is supported yet`;
  return { decision: "deny", problem: trouble("carve/rules-not-supported-yet", "bash_allow", source, message) };
}

function unknown(category: string, decision: Decision | undefined, source: Source | undefined): CarveProblem {
  const message = `Cannot use category "${category}": it is not known`;
  const hint = suggestion(category, CATEGORIES) ?? `the categories are ${CATEGORIES.join(", ")}`;
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

function ownEntries(written: unknown): readonly (readonly [string, unknown])[] | undefined {
  try {
    return isRecord(written) && !Array.isArray(written) ? Object.entries(written) : undefined;
  } catch {
    // a getter or a proxy of the caller threw: then nothing of it can be trusted
    return undefined;
  }
}

function sourceFor(key: string, { source, sourceOf }: ParseOptions): Source | undefined {
  const own = sourceOf?.(key);
  if (source === undefined) return own;
  return { ...source, path: source.path === undefined ? key : `${source.path}.${key}`, ...own };
}

function suggestion(word: string, known: readonly string[]): string | undefined {
  const near = nearest(word, known);
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

function show(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? "a list"
      : `a ${typeof value}`;
}
