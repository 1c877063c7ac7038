import { resourceOf } from "../../resource.ts";
import type { Context } from "../context.ts";
import { DYNAMIC } from "../dynamic.ts";
import { HOLE, type Reading } from "../words/reading.ts";

/** Notes that a URL is reached. One without a scheme is taken for HTTP, as tools do. */
export function reachUrl(word: Reading, context: Context, isLiteral = false): void {
  const guesses = word.also.flat().filter((text) => !text.includes(HOLE));
  for (const text of [word.text, ...guesses]) if (text !== undefined) reachText(text, isLiteral, context);
  if (word.text === undefined) context.found.act("web", resourceFromHead(word));
}

function reachText(text: string, isLiteral: boolean, { found }: Context): void {
  // Tools make several of `{a,b}` and `[1-3]`.
  const isOne = isLiteral || !/[[\]{}]/.test(text);
  const resources = isOne ? readUrl(text) : [];
  if (resources.length === 0) found.act("web", [`${DYNAMIC}${text}`]);
  for (const resource of resources) found.act("web", resource);
}

/** The resource of a URL; both that may be meant where it has no scheme. */
function readUrl(text: string): readonly (readonly string[])[] {
  const texts = /^[A-Za-z][\w+.-]*:\/\//.test(text) ? [text] : [`http://${text}`, `https://${text}`];
  return texts.map((each) => resourceOf("web", each)).filter((resource) => resource !== undefined);
}

/** What is sure of a URL that goes on with what nobody knows. */
function resourceFromHead({ head, source }: Reading): readonly string[] {
  const [sure] = /^[A-Za-z][\w+.-]*:\/\/[^/?#\\]+\//.exec(head) ?? [];
  const resource = sure === undefined ? undefined : resourceOf("web", sure);
  return resource === undefined ? [`${DYNAMIC}${source}`] : [...resource.slice(0, -1), `${DYNAMIC}${source}`];
}

/** Notes that a host is reached, such as `user@host`. */
export function reachHost({ text, source }: Reading, { found }: Context): void {
  const host = text?.replace(/^\w+:\/\//, "").replace(/^.*@/, "");
  found.act("web", (host === undefined ? undefined : resourceOf("web", `ssh://${host}/`)) ?? [`${DYNAMIC}${source}`]);
}

/** Notes what is copied from or to a host, such as `host:path`. `false` for a file of this machine. */
export function reachCopy(word: Reading, context: Context): boolean {
  const { head, text } = word;
  if (/^\w+:\/\//.test(head)) reachUrl(word, context);
  else if (/^[^/:]+:/.test(head)) reachHost({ ...word, text: text?.slice(0, text.indexOf(":")) }, context);
  else return false;
  return true;
}
