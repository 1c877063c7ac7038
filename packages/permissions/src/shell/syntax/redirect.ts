import type { Redirection } from "unbash";
import { resourceOf } from "../../resource.ts";
import type { Context } from "../context.ts";
import { DYNAMIC } from "../dynamic.ts";
import { noteBashism, piecesOf } from "../words/expansion.ts";
import { show } from "../findings.ts";
import { known, type Reading, unknown } from "../words/reading.ts";
import type { State } from "../state.ts";
import { adviseDynamic, touch } from "../touch.ts";
import { readOne } from "../words/word.ts";

/** What a command is given to read, where that is known. */
export type Input = Reading | undefined;

/** Reads a redirection: files are read and written by it, and hosts are reached. Gives the text that it feeds in. */
export function readRedirect(redirect: Redirection, state: State, context: Context): Input {
  if (redirect.descriptor?.type === "FileDescriptorVariable") noteBashism(`{${redirect.descriptor.name}}`, context);
  if (redirect.type === "HereDoc") {
    const { parts, text } = redirect.body;
    const pieces = parts === undefined ? [] : piecesOf(parts, true, state, context);
    const isKnown = pieces.every(({ kind }) => kind === "text");
    if (!isKnown) return unknown(text);
    const plain = redirect.delimiter?.quoted === true ? text : text.replace(/\\([\\$`\n])/g, unescape);
    const value =
      pieces.length === 0 ? plain : pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
    return known(redirect.operator === "<<-" ? value.replace(/^\t+/gm, "") : value);
  }
  const { target } = redirect;
  if (target === undefined) return undefined;
  const word = readOne(target, state, context);
  if (redirect.type === "HereString") {
    noteBashism("<<<", context);
    return word;
  }
  const { operator } = redirect;
  if (operator === "<&") return undefined;
  if (operator === ">&" && word.text !== undefined && /^(?:\d*-?|-)$/.test(word.text)) return undefined;
  if (operator === "&>" || operator === "&>>" || operator === ">&") noteBashism(operator, context);
  if (target.parts?.[0]?.type === "ProcessSubstitution") return undefined;
  if (reachesHost(word, context)) return undefined;
  if (word.text === undefined) adviseDynamic(operator === "<" ? "read" : "edit", word, context);
  if (operator === "<" || operator === "<>") touch("read", word, state, context);
  if (operator !== "<") touch("edit", word, state, context);
  return undefined;
}

const unescape = (_: string, character: string): string => (character === "\n" ? "" : character);

/** In redirects bash takes `/dev/tcp/host/port` for a host. */
function reachesHost({ head, text, source }: Reading, { found }: Context): boolean {
  const [, kind] = /^\/dev\/(tcp|udp)\//.exec(head) ?? [];
  if (kind === undefined) return false;
  const [, , , host = "", port = ""] = (text ?? "").split("/");
  const resource = resourceOf("web", `${kind}://${host}:${port}/`) ?? resourceOf("web", `${kind}://${host}/`);
  found.act("web", resource ?? [`${DYNAMIC}${source}`]);
  if (resource === undefined) found.advise(`which host it reaches is decided only when it runs: ${show(source)}`);
  return true;
}
