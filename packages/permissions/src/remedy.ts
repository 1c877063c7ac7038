import type { Authority } from "./authority.ts";
import { type Entry, isRules, namedEntry, type PartialCarve, partial } from "./carve.ts";
import { categoriesOf, use } from "./chain.ts";
import type { Judgement } from "./decide.ts";
import { exactly, includes } from "./pattern/pattern.ts";
import type { Pattern } from "./pattern/segment.ts";
import type { Action, Request } from "./request.ts";
import { patternOf } from "./resource.ts";
import type { Rules } from "./rules.ts";
import { adviceOf, type Field, fieldOf, type Found, wordsFor } from "./steps.ts";

/**
 * Says what would turn a verdict into `"allow"`, the fewest changes first. A change names the fields to set; each is
 * found by setting them and deciding again, so it is known to be enough and to contain nothing needless.
 */
export function remediesFor(a: Authority, request: Request, { verdict, parts }: Judgement): readonly string[] {
  if (verdict.decision === "allow") return [];
  const stuck = parts.filter(({ value }) => value !== "allow").map(({ action }) => action);
  const advice = adviceOf(a, request).filter(({ decision }) => decision !== "allow");
  const lasting = advice.some(({ kind }) => kind === "advice") ? [] : lastingChanges(a, stuck, advice);
  if (verdict.liftable === "confirm") return [...lasting, "answer the question with yes, for this call"];
  if (verdict.liftable === "elevate") return [...lasting, "ask the operator to grant this one call"];
  return lasting;
}

/** What a remedy may set in a field of one link: the word or a rule, or one more prefix of `bash_allow`. */
interface Change {
  readonly link: Authority;
  readonly field: Field;
  readonly in: "words" | "bash_allow";
}

function lastingChanges(a: Authority, actions: readonly Action[], advice: readonly Found[]): readonly string[] {
  const links: Authority[] = [];
  for (let link: Authority | undefined = a; link !== undefined; link = link.from) links.unshift(link);
  // Given up first is what widens most: the root's words before those of the holder.
  const changesOf = (field: Field): readonly Change[] =>
    links.flatMap((link) => [{ link, field, in: "words" } as const, { link, field, in: "bash_allow" } as const]);
  const [uses, passes] = [changesOf("tool_permission"), changesOf("grant_permission")];
  // Handing down more leaves a caller's own limits alone, so that way wins a tie.
  const orders = [
    [...uses, ...passes],
    [...passes, ...uses],
  ];
  const ways = orders.map((order) => actions.flatMap((action) => fewest(a, action, order)));
  const blockers = [
    ...actions.flatMap((action) => wordsFor(changed(a, action, [...uses, ...passes]), action, {})).filter(blocks),
    ...advice,
  ].map(unblock);
  const texts = ways
    .map((fields) => [...new Set(fields)])
    .toSorted((x, y) => x.length - y.length)
    .map((fields) =>
      [...new Set(blockers), ...(fields.length > 0 ? [`set ${list(fields)} to "allow"`] : [])].join(", and "),
    );
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Drops every change that is not needed, in the given order, as long as the rest does as much as all of them. */
function fewest(a: Authority, action: Action, order: readonly Change[]): readonly string[] {
  const { category, resource } = action;
  const most = use(changed(a, action, order), category, resource);
  let kept = order;
  for (const change of order) {
    const without = kept.filter((other) => other !== change);
    if (use(changed(a, action, without), category, resource) === most) kept = without;
  }
  return kept.map((change) => nameOfChange(a, change, action));
}

/** The same chain with some fields set to allow. */
function changed(a: Authority, action: Action, changes: readonly Change[]): Authority {
  const set = (field: Field, says: PartialCarve | undefined): PartialCarve | undefined =>
    changes
      .filter((change) => change.link === a && change.field === field)
      .reduce((before, change) => allowing(before, change, action), says);
  if (a.kind === "role") {
    const says = { ...a.says, use: set("tool_permission", a.says.use), pass: set("grant_permission", a.says.pass) };
    return { ...a, says, from: changed(a.from, action, changes) };
  }
  const parts = a.says.use.parts.map((part) => ({ ...part, says: set("tool_permission", part.says) ?? part.says }));
  return { ...a, says: { ...a.says, use: { kind: "total", parts }, pass: set("grant_permission", a.says.pass) } };
}

/** The same carve where this one thing is allowed: by one more rule where there are rules, else by the word. */
function allowing(says: PartialCarve | undefined, change: Change, { category, resource }: Action): PartialCarve {
  const named = Object.entries(says?.named ?? {});
  if (change.in === "bash_allow") {
    const more = category === "bash" && says?.bashAllow ? withRule(says.bashAllow, resource) : says?.bashAllow;
    return partial(named, says?.star, more);
  }
  const entry = namedEntry(says, category);
  const allowed: Entry = takesRule(entry) ? withRule(entry, resource) : { decision: "allow" };
  return partial([...named, [category, allowed]], says?.star, says?.bashAllow);
}

/** An exact rule is no exception where the strictest of all rules decides. */
const takesRule = (entry: Entry | undefined): entry is Rules => isRules(entry) && !entry.strict;

function withRule(rules: Rules, resource: readonly string[]): Rules {
  const rule = { pattern: "", means: [exactly(resource)], decision: "allow" } as const;
  const others = rules.rules.filter(({ means }) => !means.some((pattern) => isSame(pattern, rule.means[0])));
  return { ...rules, rules: [...others, rule] };
}

const isSame = (a: Pattern, b: Pattern): boolean => includes(a, b) && includes(b, a);

function nameOfChange(a: Authority, { link, field, in: place }: Change, { category, resource }: Action): string {
  const pattern = patternOf(category, resource, categoriesOf(a));
  const says = field === "grant_permission" ? [link.says.pass] : usesOf(link);
  const entries = says.map((each) => namedEntry(each, category)).filter((entry) => entry !== undefined);
  const isListed = place === "bash_allow" || (entries.length > 0 && entries.every(takesRule));
  const name = fieldOf(link, field, place === "bash_allow" ? place : category);
  return isListed && pattern !== undefined ? `${name}[${JSON.stringify(pattern)}]` : name;
}

const usesOf = (link: Authority): readonly (PartialCarve | undefined)[] =>
  link.kind === "role" ? [link.says.use] : link.says.use.parts.map(({ says }) => says);

const blocks = (step: Found): boolean => step.unused !== true && step.decision !== "allow";

function unblock({ kind, text, who }: Found): string {
  switch (kind) {
    case "cap":
      return `raise the operator's ${text}`;
    case "bound":
      return `trust the folder that says ${text}`;
    case "target":
      return `set ${text} to "allow"`;
    case "unknown-category":
      return "use a known category";
    default:
      return `put ${who} into the catalog (${text})`;
  }
}

function list(fields: readonly string[]): string {
  return fields.length < 2 ? fields.join("") : `${fields.slice(0, -1).join(", ")} and ${fields.at(-1) ?? ""}`;
}
