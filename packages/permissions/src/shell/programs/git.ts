import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { listed } from "../listed.ts";
import { moved } from "../builtins/folders.ts";
import { type ParsedOptions, optionsOf, parseOptions } from "./options.ts";
import { behind, type Reading, sourceOf } from "../words/reading.ts";
import { readJoined } from "../builtins/texts.ts";
import { touch } from "../touch.ts";
import { fillBehind } from "./operands.ts";
import { reachCopy } from "./reach.ts";
import { GIT, type Tool } from "../tables/tools.ts";

const OPTIONS = optionsOf(
  `
    C: c? config-env? exec-path? git-dir? work-tree? namespace: super-prefix: list-cmds: attr-source: p paginate P
    no-pager bare no-replace-objects literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs
    no-optional-locks html-path man-path info-path
  `,
);
/** Those of them that take the next word. */
const TAKES = optionsOf(
  "C: c: config-env: exec-path~ git-dir: work-tree: namespace: super-prefix: list-cmds: attr-source:",
);

/** Settings that name no program, no file with settings and no host. All others may. */
const HARMLESS = new RegExp(
  `^(?:${listed(`
    user\\.(?:name|email) (?:color|column|advice|status|log|rerere)\\..* init\\.defaultbranch
    push\\.(?:default|autosetupremote|followtags) pull\\.(?:rebase|ff) fetch\\.prune(?:tags)? tag\\.sort
    rebase\\.(?:autostash|autosquash|updaterefs) merge\\.(?:ff|conflictstyle) commit\\.verbose
    diff\\.(?:algorithm|renames|mnemonicprefix|colormoved) branch\\..*\\.(?:rebase|merge)
    core\\.(?:autocrlf|eol|safecrlf|ignorecase|filemode|quotepath|whitespace|abbrev|longpaths|symlinks)
  `).join("|")})$`,
  "i",
);

/** `git`: each subcommand is a tool of its own. */
export function readGit(call: Call, apply: (tool: Tool, parsed: ParsedOptions, call: Call) => void): void {
  const { words, args, state, context } = call;
  const parsed = parseOptions(args, new Map([...OPTIONS, ...TAKES]), true);
  const starts = parsed.given.some(({ name, kind }) => kind === undefined || OPTIONS.get(name)?.kind === "starts");
  if (starts) context.found.advise(`settings of git that are given here can start programs: ${show(sourceOf(words))}`);
  const [sub, ...rest] = parsed.operands;
  if (sub === undefined) return;
  if (sub.text === undefined) {
    context.found.advise(`what git does is decided only when it runs: ${show(sourceOf(words))}`);
    return;
  }
  const folders = parsed.given.filter(({ name }) => name === "C");
  const inside = folders.reduce((each, { value }) => moved(each, value, true, context), state);
  const inner: Call = { ...call, args: rest, state: inside };
  readSubcommand(sub.text, rest, inner);
  const tool = GIT.get(sub.text);
  if (tool === undefined) context.found.leaveUnseen(`git ${sub.text}`);
  else {
    const behindIt = parseOptions(rest, tool.options);
    readValues(behindIt, inner);
    apply(tool, behindIt, inner);
  }
}

/** Values of options that are hosts, and files behind a colon such as in `-L1,5:a.ts`. */
function readValues({ given }: ParsedOptions, { state, context }: Call): void {
  for (const { name, value } of given) {
    if (value === undefined) continue;
    if (name === "repo" || name === "remote" || name === "bundle-uri") reachCopy(value, context);
    const colon = value.head.lastIndexOf(":");
    if (name === "L" && colon >= 0) touch("read", behind(value, colon + 1), state, context);
  }
}

function readSubcommand(sub: string, args: readonly Reading[], { words, state, context }: Call): void {
  const texts = args.map(({ text }) => text);
  if (args.some(({ head }) => /^(?:ext|fd)::/.test(head))) adviseStart(words, context);
  if (sub === "bisect" && texts[0] === "run") context.read.words(args.slice(1), state, context, { isProgram: true });
  if (sub === "submodule") {
    const at = texts.indexOf("foreach");
    const rest = at < 0 ? [] : args.slice(at + 1);
    const start = rest.findIndex(({ head }) => !head.startsWith("-"));
    if (start >= 0) readJoined(rest.slice(start), state, context);
    // `add URL` and `set-url path URL`
    else if (texts.some((text) => text === "add" || text === "set-url"))
      for (const word of args) reachCopy(word, context);
  }
  if (sub === "worktree" && texts[0] === "move") {
    const to = args.at(-1);
    if (to !== undefined) touch("edit", to, state, context);
  }
  if (sub === "checkout-index" || sub === "read-tree") {
    const { given } = parseOptions(args, optionsOf("prefix:"));
    for (const { name, value } of given)
      if (name === "prefix" && value !== undefined) fillBehind(value, state, context);
  }
  if (sub === "config") {
    const { given, operands } = parseOptions(args, GIT.get("config")?.options ?? OPTIONS);
    const [first, second] = operands.map(({ text }) => text);
    const isAsking = given.some(({ name }) => /^(?:get.*|list|l)$/.test(name)) || first === "get" || first === "list";
    const isSetting = second !== undefined || first === "edit" || given.some(({ name }) => /^(?:un|re|add)/.test(name));
    const key = first?.includes(".") === true ? first : second;
    const isUnknown = args.some(({ text }) => text === undefined);
    if (isUnknown || (!isAsking && isSetting && !HARMLESS.test(key ?? ""))) adviseStart(words, context);
  }
}

function adviseStart(words: readonly Reading[], { found }: Call["context"]): void {
  found.advise(`settings of git that are given here can start programs: ${show(sourceOf(words))}`);
}
