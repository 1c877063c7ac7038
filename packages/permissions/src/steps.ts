import type { Authority, RoleAuthority, RootAuthority } from "./authority.ts";
import { namedWord, type PartialCarve, type Word, wordOf } from "./carve.ts";
import { CATEGORIES, isCategory } from "./category.ts";
import { ownWord } from "./chain.ts";
import type { Decision } from "./decision.ts";
import type { Request } from "./request.ts";
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
 * Lists the words that make up what an authority may use of a category: the holder's first, then up to the root, the
 * hard cap last. The meet of those that are used is `use(a, category)`, found without working out any result.
 */
export function wordsFor(a: Authority, category: string): readonly Found[] {
  if (!isCategory(category)) return [unknownCategory(a, category)];
  const found: Found[] = [];
  let needs: Needs = { use: { as: "wants" }, pass: undefined };
  let link = a;
  for (; link.kind === "role"; link = link.from) {
    const read = readRole(link, category, needs);
    found.push(...read.found);
    needs = read.needs;
  }
  return [...found, ...readRoot(link, category, needs), ...capWords(link, category)];
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

function readRole(link: RoleAuthority, category: string, needs: Needs): { found: readonly Found[]; needs: Needs } {
  const { says } = link;
  const down = needs.pass === undefined ? [] : mayReceive(link, category);
  const limit =
    needs.pass === undefined ? [] : bounds(link, "grant_permission", wordOf(says.bound?.pass, category), category);
  const why = needs.use ?? (needs.pass && down.length === 0 ? keepsWhatItUses(link, category) : undefined);
  if (why === undefined) {
    return {
      found: [...down, ...limit, ...notRead("keeps", link, says.use, category)],
      needs: { use: undefined, pass: true },
    };
  }
  const own = mayUse(link, category, why);
  return {
    found: needs.use === undefined ? [...down, ...limit, ...own] : [...own, ...down, ...limit],
    needs: { use: inherited(link, category), pass: true },
  };
}

function mayUse(link: RoleAuthority, category: string, why: Why): readonly Found[] {
  const { use, temporary, bound } = link.says;
  const word = ownWord(use, category);
  const named = namedWord(use, category);
  const found: Found[] = [];
  if (word !== undefined) found.push(written(why.as, link, "tool_permission", use, category, word, why.note));
  else if (temporary)
    found.push(floor(link, category, "deny", `${nameOf(link)} names no ${category} and is temporary`));
  if (named !== undefined && named !== word) {
    const note = `asks those who delegate to ${nameOf(link)}, does not limit its own delegating`;
    found.push({ ...written("wants", link, "tool_permission", use, category, named, note), unused: true });
  }
  return [...found, ...bounds(link, "tool_permission", ownWord(bound?.use, category), category)];
}

function mayReceive(link: RoleAuthority, category: string): readonly Found[] {
  const { pass, temporary } = link.says;
  if (temporary) return [floor(link, category, "deny", `${nameOf(link)} is temporary and hands nothing down`)];
  const word = wordOf(pass, category);
  return word === undefined ? [] : [written("may-receive", link, "grant_permission", pass, category, word)];
}

function inherited(link: RoleAuthority, category: string): Why | undefined {
  if (link.says.temporary) return { as: "keeps", note: `${nameOf(link)} is temporary and never exceeds its caller` };
  if (ownWord(link.says.use, category) !== undefined) return undefined;
  return { as: "wants", note: `${nameOf(link)} names no ${category}: it gets what ${nameOf(link.from)} may use` };
}

function readRoot(link: RootAuthority, category: string, needs: Needs): readonly Found[] {
  const { use, pass, bound } = link.says;
  const given = needs.pass && wordOf(pass, category);
  const down = given === undefined ? [] : [written("config", link, "grant_permission", pass, category, given)];
  const limit =
    needs.pass === undefined ? [] : bounds(link, "grant_permission", wordOf(bound?.pass, category), category);
  const why = needs.use ?? (down.length === 0 ? keepsWhatItUses(link, category) : undefined);
  if (why === undefined) {
    return [...down, ...limit, ...use.parts.flatMap((part) => notRead("config", link, part.says, category))];
  }
  const own = use.parts.map(({ says, floor: otherwise }) => {
    const word = wordOf(says, category);
    return word === undefined
      ? floor(link, category, otherwise, `the config names no ${category}`, why.note)
      : written("config", link, "tool_permission", says, category, word, why.note);
  });
  return [...own, ...bounds(link, "tool_permission", wordOf(bound?.use, category), category), ...down, ...limit];
}

function capWords(link: RootAuthority, category: string): readonly Found[] {
  const parts = link.says.cap?.parts ?? [];
  return parts.flatMap(({ says, floor: otherwise }) => {
    const { decision, source } = wordOf(says, category) ?? { decision: otherwise };
    const text = source?.path ?? `cap.${namedWord(says, category) === undefined ? "*" : category}`;
    // A cap that caps nothing is not worth a line.
    return decision === "allow"
      ? []
      : [{ kind: "cap", who: nameOf(link), category, decision, text, ...(source && { source }) }];
  });
}

function notRead(
  kind: "keeps" | "config",
  link: Authority,
  says: PartialCarve | undefined,
  category: string,
): readonly Found[] {
  const word = wordOf(says, category);
  const note = `limits ${nameOf(link)}, not what it hands down`;
  return word === undefined
    ? []
    : [{ ...written(kind, link, "tool_permission", says, category, word, note), unused: true }];
}

function bounds(link: Authority, field: Field, word: Word | undefined, category: string): readonly Found[] {
  const { bound } = link.says;
  const says = field === "tool_permission" ? bound?.use : bound?.pass;
  const note = "from a layer that is not trusted: it can only lower";
  return word === undefined ? [] : [written("bound", link, field, says, category, word, note)];
}

function written(
  kind: ReasonKind,
  link: Authority,
  field: Field,
  says: PartialCarve | undefined,
  category: string,
  word: Word,
  note?: string,
): Found {
  const { decision, source } = word;
  const text = source?.path ?? fieldOf(link, field, word === namedWord(says, category) ? category : "*");
  return {
    kind,
    who: nameOf(link),
    category,
    decision,
    text,
    ...(source && { source }),
    ...(note !== undefined && { note }),
  };
}

function floor(link: Authority, category: string, decision: Decision, text: string, note?: string): Found {
  return { kind: "floor", who: nameOf(link), category, decision, text, ...(note !== undefined && { note }) };
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
  text: `"${category}" is no category (they are ${CATEGORIES.join(", ")})`,
});
