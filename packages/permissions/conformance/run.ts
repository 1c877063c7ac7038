/**
 * Answers the questions of a case with this package, and says where a case wants another answer. Whoever holds another
 * implementation to the cases writes the same for it; the README shows the heart of it.
 *
 * @module
 */
import {
  type Authority,
  canDelegate,
  carve,
  explain,
  parseCarve,
  type ParseOptions,
  pass,
  patternOf,
  type Request,
  resourceOf,
  root,
  total,
  use,
  type Verdict,
  visible,
} from "@polyglav/permissions";
import { lint } from "@polyglav/permissions/analysis";
import type { Case, Question, Target } from "./case.ts";
import { delegated, makeChain, optionsOf, read } from "./make-chain.ts";

type Matching = Extract<Question, { readonly matches: readonly string[] }>;

/** An answer, field by field, as questions name them. */
type Answer = Readonly<Record<string, unknown>>;

/** One line for each question that is answered otherwise than its case wants. */
export function faultsOf(each: Case): readonly string[] {
  const chain = makeChain(each);
  const texts = misread(
    [each.grants, each.questions.map((question) => ("decide" in question ? question.decide : undefined))],
    optionsOf(each),
  );
  const answers = each.questions.flatMap((question, index) => {
    const given = answerTo(question, each, chain);
    const asked = Object.entries(question).filter(([field]) => Object.hasOwn(given, field));
    if (asked.length === 0) throw new Error(`${each.id}: question ${index + 1} wants nothing`);
    return asked
      .filter(([field, wanted]) => JSON.stringify(given[field]) !== JSON.stringify(wanted))
      .map(([field, wanted]) => {
        const [want, got] = [wanted, given[field]].map((value) => JSON.stringify(value));
        return `${each.id}, question ${index + 1}: ${field} is ${got ?? "nothing"}, not ${want ?? "nothing"}`;
      });
  });
  return [...texts.map((text) => `${each.id}: ${JSON.stringify(text)} is read into another resource`), ...answers];
}

function answerTo(question: Question, each: Case, chain: ReadonlyMap<string, Authority>): Answer {
  const options = optionsOf(each);
  if ("carve" in question) return readCarve(question.carve, question.denies ?? [], options);
  if ("lint" in question)
    return {
      findings: lint(parseCarve(question.lint, options).value).map(({ code, category, within }) => [
        code,
        category,
        ...within,
      ]),
    };
  if ("matches" in question) return match(question, options);
  if ("unreadable" in question) return readPattern(question.category, question.unreadable, options);
  if ("pattern" in question) return { pattern: patternOf(question.category, question.resource) ?? null };
  if ("text" in question) return { resource: resourceOf(question.category, question.text, options) ?? null };

  const at = chain.get(question.at ?? "root");
  if (at === undefined) throw new Error(`${each.id}: nobody is called ${question.at ?? "root"}`);
  const named = "grants" in question ? question.grants : undefined;
  const held = (each.grants ?? []).filter(({ id }) => named?.includes(id) ?? true);
  if ("may" in question)
    return { word: (question.may === "use" ? use : pass)(at, question.category, question.resource) };
  if ("visible" in question) return { names: visible(at, question.visible, held).map(({ name }) => name) };
  if ("refuses" in question)
    return { refuses: isRefused(() => delegated(at, question.refuses, options)) ? question.refuses : null };
  if ("to" in question) return answerOf(delegation(at, question.to, options));
  const { verdict, would } = explain(at, question.decide as Request, held);
  return { ...answerOf(verdict), ci: would.ci };
}

const answerOf = ({ decision, because: [reason], liftable, grants }: Verdict): Answer => ({
  decision,
  because: reason?.text,
  kind: reason?.kind,
  liftable,
  spends: grants,
});

function delegation(
  caller: Authority,
  { role, tool_permission, accepts_delegation, untrusted }: Target,
  options: ParseOptions,
): Verdict {
  return canDelegate(caller, {
    role,
    use: read(tool_permission, options),
    accepts: accepts_delegation,
    bound: { use: read(untrusted?.tool_permission, options), accepts: untrusted?.accepts_delegation },
  });
}

function readCarve(written: unknown, denies: readonly string[], options: ParseOptions): Answer {
  const { value, problems } = parseCarve(written, options);
  const me = root({ id: "me", use: total(value, "allow") });
  return {
    problems: problems.map(({ code, category = null, severity }) => [code, category, severity]),
    denies: denies.filter((category) => use(me, category) === "deny"),
  };
}

function match({ category, pattern, matches, misses }: Matching, options: ParseOptions): Answer {
  const says = carve({ [category]: { default: "deny", rules: { [pattern]: "allow" } } }, options);
  const me = root({ id: "me", use: total(says, "deny") });
  const isMatch = (text: string): boolean => {
    const resource = resourceOf(category, text, options);
    if (resource === undefined) throw new Error(`${JSON.stringify(text)} is no ${category}`);
    return use(me, category, resource) === "allow";
  };
  return { matches: matches.filter(isMatch), misses: misses.filter((text) => !isMatch(text)) };
}

function readPattern(category: string, pattern: string, options: ParseOptions): Answer {
  const { problems } = parseCarve({ [category]: { rules: { [pattern]: "ask" } } }, options);
  return { unreadable: problems.some(({ code }) => code === "carve/bad-pattern") ? pattern : null };
}

/** The texts of actions that are read into other resources than stand beside them. */
function misread(written: unknown, options: ParseOptions): readonly string[] {
  const found: string[] = [];
  JSON.stringify(written, (_, value: unknown) => {
    if (typeof value !== "object" || value === null || !("category" in value) || !("text" in value)) return value;
    const { category, text, resource } = { resource: undefined, ...value };
    const read = resourceOf(String(category), String(text), options);
    if (JSON.stringify(read) !== JSON.stringify(resource)) found.push(String(text));
    return value;
  });
  return found;
}

function isRefused(attempt: () => unknown): boolean {
  try {
    attempt();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}
