import { resourceOf } from "../../resource.ts";
import type { Context } from "../context.ts";
import { DYNAMIC } from "../dynamic.ts";
import { show } from "../findings.ts";
import { NOWHERE, type State } from "../state.ts";
import { adviseDynamic, touch } from "../touch.ts";
import { HOLE, known, type Reading, unknown } from "../words/reading.ts";

/** Notes that a URL is reached. One without a scheme is taken for HTTP, as tools do. */
export function reachUrl(word: Reading, context: Context, isLiteral = false): void {
  if (/^file:/i.test(word.head)) {
    readFile(word, context);
    context.found.act("web", [`${DYNAMIC}${word.source}`]);
    return;
  }
  const guesses = word.also.flat().filter((text) => !text.includes(HOLE));
  for (const text of [word.text, ...guesses]) if (text !== undefined) reachText(text, isLiteral, context);
  if (word.text !== undefined && ODD_URL.test(word.text)) adviseUrl(word, context);
  if (word.text === undefined) context.found.act("web", resourceFromHead(word));
}

function reachText(text: string, isLiteral: boolean, { found }: Context): void {
  // Tools make several of `{a,b}` and `[1-3]`.
  const isOne = isLiteral || !/[[\]{}]/.test(text);
  const resources = isOne ? readUrl(text) : [];
  if (resources.length === 0 || ODD_URL.test(text)) found.act("web", [`${DYNAMIC}${text}`]);
  for (const resource of resources) found.act("web", resource);
}

/**
 * What tools do not all read in the same way: a backslash is a slash to some of them, and a letter of the name of a
 * user to others; so is the number of slashes behind the scheme.
 */
const ODD_URL = /\\|^[A-Za-z][\w+.-]*:(?:\/(?!\/)|\/{3})/;

/** A URL of a file of this machine, whose path is absolute. */
function readFile({ text, source }: Reading, context: Context): void {
  const url = text !== undefined && URL.canParse(text) && !/[[\]{}]/.test(text) ? new URL(text) : undefined;
  const path = url === undefined ? undefined : decode(url.pathname);
  const state: State = { places: [NOWHERE], functions: new Map() };
  touch("read", path === undefined ? unknown(source) : known(path), state, context);
  if (path === undefined) adviseDynamic("read", unknown(source), context);
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function adviseUrl({ source }: Reading, { found }: Context): void {
  found.advise(`which host it reaches is a matter of how the tool reads it: ${show(source)}`);
}

/** The resources of a URL: both that may be meant where it has no scheme, and those of its other readings. */
function readUrl(text: string): readonly (readonly string[])[] {
  const whole = text.replace(/^([A-Za-z][\w+.-]*:)\/+/, "$1//");
  const texts = [
    ...(whole.includes("://") ? [whole] : []),
    ...(/^[A-Za-z][\w+.-]*:\/\//.test(text) ? [] : [`http://${text}`, `https://${text}`]),
    ...(text.includes("\\")
      ? [whole.slice(0, whole.indexOf("\\")) + whole.slice(Math.max(whole.lastIndexOf("@"), whole.indexOf("\\")))]
      : []),
  ];
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
