import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { moved } from "../builtins/folders.ts";
import { adviseOptions, useValue } from "./given.ts";
import { fill } from "./operands.ts";
import { isGiven, optionsOf, type ParsedOptions, parseOptions } from "./options.ts";
import { reachCopy } from "./reach.ts";
import { behind, known, type Reading, sourceOf } from "../words/reading.ts";
import { merge } from "../state.ts";
import { readJoined } from "../builtins/texts.ts";
import { touch } from "../touch.ts";

const OPTIONS = optionsOf(
  `
    f: file: C: directory: T< files-from< X< exclude-from< exclude: transform: xform: strip-components: strip: owner:
    group: mode: mtime: newer: N: newer-mtime: after-date: g> listed-incremental> to-command! checkpoint-action:
    checkpoint~ I! use-compress-program! F! info-script! new-volume-script! rsh-command! rmt-command! b:
    blocking-factor: record-size: L: tape-length: V: label: K: starting-file: H: format: pax-option: sort: suffix:
    backup~ occurrence~ hole-detection: sparse-version: index-file> volno-file> level: quoting-style: warning: totals~
    one-top-level~ c x t r u d A create extract get list append update diff compare concatenate catenate delete v z j
    J Z a p P k U O h S m o w W l s n B i gzip bzip2 xz zstd lzma lzip auto-compress verbose to-stdout remove-files
  `,
);

/** `tar`: which files are read and which are written is a matter of the letter that says what to do. */
export function readTar(_: ParsedOptions, call: Call): void {
  const { args, state, context } = call;
  const parsed = parseOptions(withDashes(args), OPTIONS);
  for (const given of parsed.given) {
    useValue(given, call);
    if (given.name === "checkpoint-action" && given.value !== undefined) readAction(given.value, call);
  }
  const folders = parsed.given.filter(({ name }) => name === "C" || name === "directory").map(({ value }) => value);
  // Each starts where the one before it ended, and is for the words behind it.
  let inside = state;
  for (const folder of folders) inside = merge(state, moved(inside, folder, true, context));
  const isWriting = isGiven(parsed, "c r u A create append update concatenate catenate delete");
  for (const { name, value } of parsed.given) {
    if (value === undefined || (name !== "f" && name !== "file") || value.text === "-" || reachCopy(value, context))
      continue;
    touch(isWriting ? "edit" : "read", value, state, context);
  }
  if (isGiven(parsed, "c r u d A create append update diff compare concatenate catenate"))
    for (const word of parsed.operands) touch("read", word, inside, context);
  if (isGiven(parsed, "remove-files")) for (const word of parsed.operands) touch("edit", word, inside, context);
  if (isGiven(parsed, "x extract get") && !isGiven(parsed, "O to-stdout to-command")) {
    const top = parsed.given.find(({ name }) => name === "one-top-level")?.value;
    if (top !== undefined && top.text !== "") fill(inside, context, top);
    else if (folders.length === 0) fill(state, context);
    for (const folder of folders) fill(state, context, folder);
  }
  adviseOptions(OPTIONS, parsed, call);
}

/** In `tar cfC a.tar dir` the letters have no dash, and take their words in turn. */
function withDashes(args: readonly Reading[]): readonly Reading[] {
  const [first, ...rest] = args;
  if (first?.text === undefined || !/^[A-Za-z]+$/.test(first.text)) return args;
  const out: Reading[] = [];
  for (const letter of first.text) {
    out.push(known(`-${letter}`));
    const kind = OPTIONS.get(letter)?.kind;
    const value = kind === undefined || kind === "flag" ? undefined : rest.shift();
    if (value !== undefined) out.push(value);
  }
  return [...out, ...rest];
}

function readAction(action: Reading, { words, state, context }: Call): void {
  if (!action.head.startsWith("exec=") && action.text !== undefined) return;
  readJoined([behind(action, "exec=".length)], state, context);
  context.found.advise(`an option of it starts a program: ${show(sourceOf(words))}`);
}
