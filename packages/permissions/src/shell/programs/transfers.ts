import type { Call, Context } from "../context.ts";
import { show } from "../findings.ts";
import { listed } from "../listed.ts";
import { fill } from "./operands.ts";
import { isGiven, type ParsedOptions } from "./options.ts";
import { reachUrl } from "./reach.ts";
import { behind, known, type Reading, sourceOf, unknown } from "../words/reading.ts";
import { touch } from "../touch.ts";

/** The options of curl that take `@` and a file for what is in the file. */
const DATA = new Set(
  listed(
    "d data data-ascii data-binary data-urlencode json H header proxy-header w write-out variable url-query b cookie",
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
    if (isData && start !== undefined) touch("read", behind(value, start.length), state, context);
    if (isForm && start !== undefined)
      for (const file of filesOfForm(behind(value, start.length))) touch("read", file, state, context);
    // In templates names are filled in.
    if (name.startsWith("expand-") && value.text?.includes("{{") !== false) adviseSettings("curl", words, context);
    // `#1` in the name of a file stands for a part of the URL.
    if (/^(?:expand-)?output$|^o$/.test(name) && /#\d/.test(value.text ?? ""))
      touch("edit", unknown(value.source), state, context);
    if (name === "w" || name === "write-out")
      for (const [, file = ""] of value.text?.matchAll(/%output\{(?:>>)?([^}]*)\}/g) ?? [])
        touch("edit", known(file), state, context);
    // What is no `name=value` is a file with cookies.
    if ((name === "b" || name === "cookie") && start === undefined && value.text?.includes("=") === false)
      touch("read", value, state, context);
    if (/^(?:(?:expand-)?url|x|proxy|proxy1\.0|preproxy|socks\w+(?:-hostname)?|doh-url|ipfs-gateway)$/.test(name))
      reachUrl(value, context);
    if (name === "resolve" || name === "connect-to") {
      context.found.act("web", [`\0${value.source}`]);
      // `host:port:address` and `host:port:host:port`
      for (const host of value.text?.split(":").at(2)?.split(",") ?? [])
        if (host !== "") reachUrl(known(host), context);
    }
  }
  const folder = parsed.given.find(({ name }) => name === "output-dir")?.value;
  if (isGiven(parsed, "O remote-name remote-name-all J remote-header-name output-dir"))
    fill(state, context, folder, true);
}

/** The files of `-F x=@a,b;type=t;headers=@c`, where each name may stand in quotes. */
function filesOfForm(word: Reading): readonly Reading[] {
  const { text } = word;
  if (text === undefined) return [word];
  const [, quoted] = /^"((?:[^"\\]|\\.)*)"/s.exec(text) ?? [];
  const parts = text.split(/[,;]/).map((part) => part.trim().replace(/^headers=[@<]/, ""));
  const names = parts.filter((part) => !/^\w+=/.test(part)).map((part) => part.replace(/^"(.*)"$/s, "$1"));
  return [...(quoted === undefined ? [] : [quoted.replace(/\\(.)/gs, "$1")]), ...names].map((name) => known(name));
}

function adviseSettings(tool: string, words: readonly Reading[], { found }: Context): void {
  found.advise(`settings of ${tool} that are given here can change what it writes: ${show(sourceOf(words))}`);
}

/** `wget`: without `-O` the files get the names that the URLs have. */
export function readWget(parsed: ParsedOptions, { words, state, context }: Call): void {
  if (isGiven(parsed, "e execute config")) adviseSettings("wget", words, context);
  const folder = parsed.given.find(({ name }) => name === "P" || name === "directory-prefix")?.value;
  const isDeep = isGiven(parsed, "r recursive m mirror p page-requisites x force-directories");
  if (!isGiven(parsed, "O output-document spider")) fill(state, context, folder, !isDeep);
}

/** `http POST url name@file`: the method may be missing, and files stand behind the names of fields. */
export function readHttp(parsed: ParsedOptions, { state, context }: Call): void {
  const [first, ...others] = parsed.operands;
  const hasMethod = others.length > 0 && /^[A-Za-z]+$/.test(first?.text ?? "");
  const url = hasMethod ? others[0] : first;
  if (url !== undefined) reachUrl(url, context);
  for (const word of hasMethod ? others.slice(1) : others) {
    const [start] = /^(?:[^@=:\\]|\\.)*(?:==|:=|=|:)?@/.exec(word.head) ?? [];
    if (start !== undefined) touch("read", behind(word, start.length), state, context);
  }
  for (const { name, value } of parsed.given)
    if (name === "proxy" && value !== undefined)
      reachUrl(behind(value, /^\w+:(?=\w+:)/.exec(value.head)?.[0].length ?? 0), context);
  if (isGiven(parsed, "d download") && !isGiven(parsed, "o output")) fill(state, context, undefined, true);
}
