import type { Word } from "./carve.ts";
import type { ResourceKind } from "./category.ts";
import { DECISIONS, type Decision, isDecision } from "./decision.ts";
import { nearest } from "./nearest.ts";
import { canonical, ANY } from "./pattern/segment.ts";
import { type Places, readPattern, readResource } from "./pattern/read.ts";
import { isRecord } from "./request.ts";
import { type Rule, ruleFor, type Rules } from "./rules.ts";
import type { CarveProblemCode, Source } from "./source.ts";

/** What is wrong with an entry, before it is known where in a file it stands. */
export interface Trouble {
  readonly code: CarveProblemCode;
  readonly why: string;
  readonly hint?: string | undefined;
  /** The keys below the entry. */
  readonly within: readonly string[];
}

/** What reading an entry needs to know. */
export interface RulesContext {
  readonly kind: ResourceKind;
  readonly places: Places;
  /** Where a key of the entry was written. */
  readonly sourceOf: (within: readonly string[]) => Source | undefined;
}

/** The entry, and everything that is wrong with it; with any trouble it must not be used. */
export interface ReadRules {
  readonly rules: Rules;
  readonly troubles: readonly Trouble[];
}

/** Reads a map of rules: `{ default, strict, rules, examples }`, each optional. */
export function readRules(written: Readonly<Record<string, unknown>>, context: RulesContext): ReadRules {
  const keys = new Map(Object.entries(written)); // own properties only, and each once
  const troubles: Trouble[] = [...keys]
    .filter(([key]) => !KEYS.includes(key))
    .map(([key, value]) => unknownKey(key, value));
  const strict = keys.get("strict") ?? false;
  if (typeof strict !== "boolean") troubles.push(bad(["strict"], `strict is ${show(strict)}, not true or false`));
  const read: Rules = Object.freeze({
    kind: "rules",
    otherwise: readWord(keys.get("default"), ["default"], context, troubles),
    strict: strict === true,
    rules: Object.freeze(
      entriesOf(keys.get("rules"), ["rules"], troubles).flatMap((entry) => readRule(entry, context, troubles)),
    ),
  });
  if (troubles.length === 0) checkExamples(read, keys.get("examples"), context, troubles);
  return { rules: read, troubles };
}

/** Reads `bash_allow`: commands that begin in one of these ways, and no others. An empty list bounds nothing. */
export function readPrefixes(written: unknown, context: RulesContext): ReadRules {
  const troubles: Trouble[] = [];
  const list: readonly unknown[] = Array.isArray(written) ? written : [];
  if (!Array.isArray(written)) troubles.push(bad([], `it is ${show(written)}, not a list of commands`));
  const rules = list.flatMap((prefix, index): readonly Rule[] => {
    const within = [String(index)];
    const read = typeof prefix === "string" ? readPattern("command", prefix, {}) : undefined;
    if (typeof prefix !== "string" || read === undefined) {
      troubles.push(bad(within, `${show(prefix)} is not the beginning of a command`));
      return [];
    }
    if (!read.ok) {
      troubles.push(badPattern(within, prefix, read));
      return [];
    }
    const means = read.value.map((pattern) => canonical([...pattern, ANY]));
    return [rule({ decision: "allow", pattern: prefix, means }, context.sourceOf(within))];
  });
  const source = context.sourceOf([]);
  const decision = list.length === 0 ? "allow" : "deny";
  const otherwise: Word = Object.freeze({ decision, ...(source && { source }) });
  return {
    rules: Object.freeze({ kind: "rules", rules: Object.freeze(rules), otherwise, strict: false }),
    troubles,
  };
}

/** Shows a value of the wrong type. */
export function show(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? JSON.stringify(value)
    : value === null || value === undefined
      ? String(value)
      : Array.isArray(value)
        ? "a list"
        : typeof value === "object"
          ? "an object"
          : `a ${typeof value}`;
}

/** What somebody probably meant who wrote another word. */
export function suggestWord(value: unknown): string | undefined {
  const near = typeof value === "string" ? nearest(value, DECISIONS) : undefined;
  return near === undefined ? undefined : `did you mean "${near}"?`;
}

const KEYS: readonly string[] = ["default", "strict", "rules", "examples"];

function unknownKey(key: string, value: unknown): Trouble {
  const near = nearest(key, KEYS);
  const hint = isDecision(value)
    ? `write patterns under "rules", and the word for the rest under "default"`
    : near === undefined
      ? `the keys are ${KEYS.join(", ")}`
      : `did you mean "${near}"?`;
  return bad([key], `there is no key ${JSON.stringify(key)}`, hint);
}

function readRule([pattern, value]: Entry, context: RulesContext, troubles: Trouble[]): readonly Rule[] {
  const within = ["rules", pattern];
  const word = readWord(value, within, context, troubles);
  if (word === undefined) return [];
  const means = readPattern(context.kind, pattern, context.places);
  if (means.ok) return [rule({ ...word, pattern, means: means.value }, word.source)];
  troubles.push(badPattern(within, pattern, means));
  return [];
}

function readWord(
  value: unknown,
  within: readonly string[],
  { sourceOf }: RulesContext,
  troubles: Trouble[],
): Word | undefined {
  if (value === null || value === undefined) return undefined;
  if (!isDecision(value)) {
    const why = `${show(value)} is not deny, ask or allow`;
    troubles.push({ code: "carve/unknown-word", why, within, hint: suggestWord(value) });
    return undefined;
  }
  const source = sourceOf(within);
  return Object.freeze({ decision: value, ...(source && { source }) });
}

/** Tries the examples, which are to rules what tests are to code. */
function checkExamples(rules: Rules, written: unknown, { kind, places }: RulesContext, troubles: Trouble[]): void {
  for (const [word, texts] of entriesOf(written, ["examples"], troubles)) {
    const within = ["examples", word];
    if (!isDecision(word)) {
      troubles.push({ code: "carve/unknown-word", why: `${show(word)} is not deny, ask or allow`, within });
      continue;
    }
    if (!Array.isArray(texts)) {
      troubles.push(bad(within, `it is ${show(texts)}, not a list`));
      continue;
    }
    for (const [index, text] of texts.entries()) {
      const at = [...within, String(index)];
      const resource = typeof text === "string" ? readResource(kind, text, places) : undefined;
      if (resource === undefined) troubles.push(bad(at, `${show(text)} is not a text`));
      else if (!resource.ok) troubles.push(badPattern(at, String(text), resource));
      else tryExample(rules, { text: String(text), resource: resource.value, word }, at, troubles);
    }
  }
}

function tryExample(
  rules: Rules,
  { text, resource, word }: { readonly text: string; readonly resource: readonly string[]; readonly word: Decision },
  within: readonly string[],
  troubles: Trouble[],
): void {
  const found = ruleFor(rules, resource);
  const decision = found?.decision ?? rules.otherwise?.decision ?? "ask";
  if (decision === word) return;
  const by = found === undefined ? "no rule matches it" : `the rule ${JSON.stringify(found.pattern)} decides`;
  const why = `${JSON.stringify(text)} is an example of ${word}, and comes to ${decision}: ${by}`;
  troubles.push({ code: "carve/example-fails", why, within });
}

type Entry = readonly [string, unknown];

function entriesOf(written: unknown, within: readonly string[], troubles: Trouble[]): readonly Entry[] {
  if (written === null || written === undefined) return [];
  if (isRecord(written) && !Array.isArray(written)) return Object.entries(written);
  troubles.push(bad(within, `${within.join(".")} is ${show(written)}, not an object`));
  return [];
}

const rule = ({ pattern, means, decision }: Rule, source: Source | undefined): Rule =>
  Object.freeze({ pattern, means, decision, ...(source && { source }) });

const bad = (within: readonly string[], why: string, hint?: string): Trouble => ({
  code: "carve/bad-rules",
  why,
  within,
  hint,
});

const badPattern = (
  within: readonly string[],
  pattern: string,
  { why, hint }: { readonly why: string; readonly hint?: string },
): Trouble => ({ code: "carve/bad-pattern", why: `${JSON.stringify(pattern)} cannot be read: ${why}`, within, hint });
