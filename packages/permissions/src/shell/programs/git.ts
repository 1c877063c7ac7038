import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { moved } from "../builtins/folders.ts";
import { type ParsedOptions, optionsOf, parseOptions } from "./options.ts";
import { type Reading, sourceOf } from "../words/reading.ts";
import { readJoined } from "../builtins/texts.ts";
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

/** Settings that name a program, or a file with settings. */
const STARTS = new RegExp(
  `
    alias pager editor command cmd hook helper fsmonitor textconv external driver process clean smudge
    program askpass proxy include insteadof uploadpack receivepack tool gpg ssh difftool merge. filter
    template worktree excludesfile attributesfile protocol path
  `
    .trim()
    .split(/\s+/)
    .join("|"),
  "i",
);

/** `git`: each subcommand is a tool of its own. */
export function readGit(call: Call, apply: (tool: Tool, parsed: ParsedOptions, call: Call) => void): void {
  const { words, args, state, context } = call;
  const parsed = parseOptions(args, new Map([...OPTIONS, ...TAKES]), true);
  const starts = parsed.given.some(({ name, kind }) => kind === undefined || OPTIONS.get(name) === "starts");
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
  else apply(tool, parseOptions(rest, tool.options), inner);
}

function readSubcommand(sub: string, args: readonly Reading[], { words, state, context }: Call): void {
  const texts = args.map(({ text }) => text);
  if (args.some(({ head }) => /^(?:ext|fd)::/.test(head))) adviseStart(words, context);
  if (sub === "bisect" && texts[0] === "run") context.read.words(args.slice(1), state, context, { isProgram: true });
  if (sub === "submodule") {
    const at = texts.indexOf("foreach");
    const rest = at < 0 ? [] : args.slice(at + 1).filter(({ text }) => text !== "--recursive" && text !== "--quiet");
    if (rest.length > 0) readJoined(rest, state, context);
  }
  if (sub === "config") {
    const isAsking = texts.some((text) =>
      /^(?:--get.*|--list|-l|get|list|--name-only|--show-origin)$/.test(text ?? ""),
    );
    if (!isAsking && texts.some((text) => text === undefined || STARTS.test(text))) adviseStart(words, context);
  }
}

function adviseStart(words: readonly Reading[], { found }: Call["context"]): void {
  found.advise(`settings of git that are given here can start programs: ${show(sourceOf(words))}`);
}
