import type { Authority, RoleAuthority, RootAuthority } from "./authority.ts";
import { type Entry, entryOf, isRules, namedEntry, type PartialCarve, type Picker, sayOf, type Word } from "./carve.ts";
import { BOUND_FLOOR, categoriesOf, floorOf, knows, ownEntry, pickFor, prefixesOf } from "./chain.ts";
import type { Decision } from "./decision.ts";
import type { Action, Request } from "./request.ts";
import type { Rule, Rules } from "./rules.ts";
import type { Reason, ReasonKind } from "./verdict.ts";

/** A reason in its place in the chain, before anybody knows whether it decides. */
export interface Found extends Reason {
  /** It was written, and this decision did not read it. */
  readonly unused?: true;
  /** Why it is read here, or why not. */
  readonly note?: string;
}

/** The two fields of a role, and of the config, in which words stand. */
export type Field = "tool_permission" | "grant_permission";

/**
 * Lists the words that make up what an authority may use of one thing: the holder's first, then up to the root, the
 * hard cap last. The meet of those that are used is `use(a, category, resource)`, found without working out any result.
 * `named` is how the reasons name the action.
 */
export function wordsFor(a: Authority, action: Action, named: Pick<Reason, "category" | "action">): readonly Found[] {
  if (!knows(a, action.category)) return [unknownCategory(a, action.category)];
  const about: About = { category: action.category, named, picked: pickFor(action.resource) };
  const found: Found[] = [];
  let needs: Needs = { use: { as: "wants" }, pass: undefined };
  let link = a;
  for (; link.kind === "role"; link = link.from) {
    const read = readRole(link, about, needs);
    found.push(...read.found);
    needs = read.needs;
  }
  return [...found, ...readRoot(link, about, needs), ...capWords(link, about)];
}

/** The reasons that a request brings with it, whatever the category. */
export function adviceOf(a: Authority, request: Request): readonly Found[] {
  return (request.advice ?? []).map(({ atMost, why, kind = "advice", who, source }) => ({
    kind,
    who: who ?? request.tool ?? nameOf(a),
    decision: atMost,
    text: why,
    ...(source && { source }),
  }));
}

/** How people call a link: its role, or the id of the root. */
export function nameOf(link: Authority): string {
  return link.role ?? link.id;
}

/** How people call a field of a link, such as `leader.grant_permission.bash`; those of the root are the config's. */
export function fieldOf(link: Authority, field: Field, key: string): string {
  return `${link.role ?? "config"}.${field}.${key}`;
}

/** What is asked about. */
interface About {
  readonly category: string;
  readonly named: Pick<Reason, "category" | "action">;
  readonly picked: Picker;
}

/** What the links below still need from the next one up. */
interface Needs {
  /** What it may use: because a role below inherits it (`wants`), or because it hands down what it keeps. */
  readonly use: Why | undefined;
  /** What it may hand down. Every link needs this of the next. */
  readonly pass: true | undefined;
}

interface Why {
  readonly as: "wants" | "keeps";
  readonly note?: string;
}

function readRole(link: RoleAuthority, about: About, needs: Needs): { found: readonly Found[]; needs: Needs } {
  const { says } = link;
  const sets = says.temporary || entryOf(says.pass, about.category) !== undefined;
  const down = needs.pass === undefined ? [] : mayReceive(link, about);
  const limit =
    needs.pass === undefined ? [] : bounds(link, "grant_permission", entryOf(says.bound?.pass, about.category), about);
  const why = needs.use ?? (needs.pass && !sets ? keepsWhatItUses(link, about.category) : undefined);
  if (why === undefined) {
    return {
      found: [...down, ...limit, ...notRead("keeps", link, says.use, about)],
      needs: { use: undefined, pass: true },
    };
  }
  const own = mayUse(link, about, why);
  return {
    found: needs.use === undefined ? [...down, ...limit, ...own] : [...own, ...down, ...limit],
    needs: { use: inherited(link, about.category), pass: true },
  };
}

function mayUse(link: RoleAuthority, about: About, why: Why): readonly Found[] {
  const { use, temporary, bound } = link.says;
  const { category } = about;
  const entry = ownEntry(use, category);
  const named = namedEntry(use, category);
  const found: Found[] = [];
  if (entry !== undefined) {
    found.push(written({ kind: why.as, link, field: "tool_permission", entry, note: why.note }, floorOf(link), about));
  } else if (temporary) {
    found.push(floor(link, about, "deny", `${nameOf(link)} names no ${category} and is temporary`));
  }
  if (named !== undefined && named !== entry) {
    const note = `asks those who delegate to ${nameOf(link)}, does not limit its own delegating`;
    const said = written({ kind: "wants", link, field: "tool_permission", entry: named, note }, "ask", about);
    found.push({ ...said, unused: true });
  }
  found.push(...prefixes(why.as, link, "tool_permission", prefixesOf(use, category), about));
  return [...found, ...bounds(link, "tool_permission", ownEntry(bound?.use, category), about)];
}

function mayReceive(link: RoleAuthority, about: About): readonly Found[] {
  const { pass, temporary } = link.says;
  if (temporary) return [floor(link, about, "deny", `${nameOf(link)} is temporary and hands nothing down`)];
  return handedDown("may-receive", link, pass, about);
}

function handedDown(
  kind: "may-receive" | "config",
  link: Authority,
  says: PartialCarve | undefined,
  about: About,
): readonly Found[] {
  const entry = entryOf(says, about.category);
  const said = entry && written({ kind, link, field: "grant_permission", entry }, "ask", about);
  return [
    ...(said ? [said] : []),
    ...prefixes(kind, link, "grant_permission", prefixesOf(says, about.category), about),
  ];
}

function inherited(link: RoleAuthority, category: string): Why | undefined {
  if (link.says.temporary) return { as: "keeps", note: `${nameOf(link)} is temporary and never exceeds its caller` };
  if (ownEntry(link.says.use, category) !== undefined) return undefined;
  return { as: "wants", note: `${nameOf(link)} names no ${category}: it gets what ${nameOf(link.from)} may use` };
}

function readRoot(link: RootAuthority, about: About, needs: Needs): readonly Found[] {
  const { use, pass, bound } = link.says;
  const { category } = about;
  const sets = needs.pass !== undefined && entryOf(pass, category) !== undefined;
  const down = needs.pass === undefined ? [] : handedDown("config", link, pass, about);
  const limit = needs.pass === undefined ? [] : bounds(link, "grant_permission", entryOf(bound?.pass, category), about);
  const why = needs.use ?? (sets ? undefined : keepsWhatItUses(link, category));
  if (why === undefined) {
    return [...down, ...limit, ...use.parts.flatMap((part) => notRead("config", link, part.says, about))];
  }
  const { note } = why;
  const own = use.parts.flatMap(({ says, floor: otherwise }) => {
    const entry = entryOf(says, category);
    const said =
      entry === undefined
        ? floor(link, about, otherwise, `the config names no ${category}`, note)
        : written({ kind: "config", link, field: "tool_permission", entry, note }, otherwise, about);
    return [said, ...prefixes("config", link, "tool_permission", prefixesOf(says, category), about)];
  });
  return [...own, ...bounds(link, "tool_permission", entryOf(bound?.use, category), about), ...down, ...limit];
}

function capWords(link: RootAuthority, { category, named, picked }: About): readonly Found[] {
  const parts = link.says.cap?.parts ?? [];
  return parts.flatMap(({ says, floor: otherwise }) => {
    const found = [
      {
        entry: entryOf(says, category),
        floor: otherwise,
        key: namedEntry(says, category) === undefined ? "*" : category,
      },
      { entry: prefixesOf(says, category) ?? ALLOWED, floor: "deny", key: "bash_allow" },
    ] as const;
    // A cap that caps nothing is not worth a line.
    return found.flatMap(({ entry, floor: least, key }): readonly Found[] => {
      const rule = isRules(entry) ? picked(entry) : undefined;
      const { decision, source } =
        entry === undefined ? { decision: least, source: undefined } : sayOf(entry, least, picked);
      if (decision === "allow") return [];
      const text = source?.path ?? (entry === undefined ? "cap.*" : textOf(`cap.${key}`, { entry, rule, key }));
      const at = { kind: "cap", who: nameOf(link), ...named, decision, text } as const;
      return [{ ...at, ...(rule !== undefined && { pattern: rule.pattern }), ...(source && { source }) }];
    });
  });
}

/** Where no prefixes are listed, they bound nothing. */
const ALLOWED: Word = { decision: "allow" };

function notRead(
  kind: "keeps" | "config",
  link: Authority,
  says: PartialCarve | undefined,
  about: About,
): readonly Found[] {
  const entry = entryOf(says, about.category);
  const note = `limits ${nameOf(link)}, not what it hands down`;
  if (entry === undefined) return [];
  return [{ ...written({ kind, link, field: "tool_permission", entry, note }, "ask", about), unused: true }];
}

function bounds(link: Authority, field: Field, entry: Entry | undefined, about: About): readonly Found[] {
  const { bound } = link.says;
  const says = field === "tool_permission" ? bound?.use : bound?.pass;
  const note = "from a layer that is not trusted: it can only lower";
  return [
    ...(entry === undefined ? [] : [written({ kind: "bound", link, field, entry, note }, BOUND_FLOOR, about)]),
    ...prefixes("bound", link, field, prefixesOf(says, about.category), about),
  ];
}

/** What `bash_allow` bounds, where it bounds anything. */
function prefixes(
  kind: ReasonKind,
  link: Authority,
  field: Field,
  entry: Rules | undefined,
  about: About,
): readonly Found[] {
  if (entry === undefined || sayOf(entry, "deny", about.picked).decision === "allow") return [];
  const note = "only what bash_allow begins with";
  return [written({ kind, link, field, entry, note, key: "bash_allow" }, "deny", about)];
}

/** An entry of a field of a link. */
interface Written {
  readonly kind: ReasonKind;
  readonly link: Authority;
  readonly field: Field;
  readonly entry: Entry;
  readonly note?: string | undefined;
  /** Where the entry is not that of the category. */
  readonly key?: string;
}

function written({ kind, link, field, entry, note, key }: Written, otherwise: Decision, about: About): Found {
  const rule = isRules(entry) ? about.picked(entry) : undefined;
  const { decision, source } = sayOf(entry, otherwise, about.picked);
  const own = key ?? keyOf(link, field, entry, about.category);
  const text = source?.path ?? textOf(fieldOf(link, field, own), { entry, rule, key: own });
  return {
    kind,
    who: nameOf(link),
    ...about.named,
    decision,
    ...(rule !== undefined && { pattern: rule.pattern }),
    text,
    ...(source && { source }),
    ...(note !== undefined && { note }),
  };
}

/** How people call the word that decides: `leader.tool_permission.bash["npm test **"]`, or its default. */
function textOf(
  of: string,
  { entry, rule, key }: { readonly entry: Entry; readonly rule: Rule | undefined; readonly key: string },
): string {
  if (!isRules(entry) || key === "bash_allow") return of;
  if (rule !== undefined) return `${of}[${JSON.stringify(rule.pattern)}]`;
  return entry.otherwise === undefined ? `${of}: no rule matches, and there is no default` : `${of}.default`;
}

/** An entry that covers a category and is not its own is that of `"*"`. */
function keyOf(link: Authority, field: Field, entry: Entry, category: string): string {
  const { says } = link;
  const uses = link.kind === "role" ? [link.says.use] : link.says.use.parts.map((part) => part.says);
  const all = field === "tool_permission" ? [...uses, says.bound?.use] : [says.pass, says.bound?.pass];
  return all.some((carve) => namedEntry(carve, category) === entry) ? category : "*";
}

function floor(link: Authority, { named }: About, decision: Decision, text: string, note?: string): Found {
  return { kind: "floor", who: nameOf(link), ...named, decision, text, ...(note !== undefined && { note }) };
}

function keepsWhatItUses(link: Authority, category: string): Why {
  const field = fieldOf(link, "grant_permission", category);
  return { as: "keeps", note: `${field} is not set: ${nameOf(link)} hands down what it may use` };
}

const unknownCategory = (a: Authority, category: string): Found => ({
  kind: "unknown-category",
  who: nameOf(a),
  category,
  decision: "deny",
  text: `"${category}" is no category (they are ${[...categoriesOf(a).keys()].join(", ")})`,
});
