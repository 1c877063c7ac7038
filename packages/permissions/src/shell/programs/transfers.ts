import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import { fill } from "./operands.ts";
import { isGiven, type ParsedOptions } from "./options.ts";
import { reachUrl } from "./reach.ts";
import { behind, known, type Reading, sourceOf } from "../words/reading.ts";
import { touch } from "../touch.ts";

/** The options of curl that take `@` and a file for what is in the file. */
const DATA = new Set(
  "d data data-ascii data-binary data-urlencode json H header proxy-header w write-out variable url-query b cookie".split(
    " ",
  ),
);

/** `curl`: data may come from files, and files get the names that the URLs have. */
export function readCurl(parsed: ParsedOptions, { words, state, context }: Call): void {
  if (isGiven(parsed, "K config")) adviseSettings("curl", words, context);
  for (const { name, value } of parsed.given) {
    if (value === undefined) continue;
    const isData = DATA.has(name);
    const isForm = name === "F" || name === "form";
    const [start] = (isForm ? /^[^=]*=[@<]/ : /^[^@&]*@/).exec(value.head) ?? [];
    if ((isData || isForm) && start !== undefined)
      touch("read", upTo(behind(value, start.length), isForm ? ";" : ""), state, context);
    // What is no `name=value` is a file with cookies.
    if ((name === "b" || name === "cookie") && start === undefined && value.text?.includes("=") === false)
      touch("read", value, state, context);
    if (/^(?:url|x|proxy|preproxy|doh-url)$/.test(name)) reachUrl(value, context);
    if (name === "resolve" || name === "connect-to") context.found.act("web", [`\0${value.source}`]);
  }
  const folder = parsed.given.find(({ name }) => name === "output-dir")?.value;
  if (isGiven(parsed, "O remote-name remote-name-all J remote-header-name output-dir")) fill(state, context, folder);
}

const upTo = (word: Reading, end: string): Reading =>
  end === "" || word.text?.includes(end) !== true
    ? word
    : known(word.text.slice(0, word.text.indexOf(end)), word.source);

function adviseSettings(tool: string, words: readonly Reading[], { found }: Context): void {
  found.advise(`settings of ${tool} that are given here can change what it writes: ${show(sourceOf(words))}`);
}

/** `wget`: without `-O` the files get the names that the URLs have. */
export function readWget(parsed: ParsedOptions, { words, state, context }: Call): void {
  if (isGiven(parsed, "e execute config")) adviseSettings("wget", words, context);
  const folder = parsed.given.find(({ name }) => name === "P" || name === "directory-prefix")?.value;
  if (!isGiven(parsed, "O output-document spider")) fill(state, context, folder);
}
