import { parse } from "unbash";
import { quote } from "../path/quote.ts";
import type { Action, Advice, Request } from "../request.ts";
import { readWords } from "./syntax/command.ts";
import type { Context, Readers } from "./context.ts";
import { Findings, type Touched } from "./findings.ts";
import { namesOf, withoutDots } from "./locate.ts";
import { type Flow, type Place, type State, unchanged } from "./state.ts";
import { walkNode, walkScript } from "./syntax/walk.ts";

/** Where a command is run. */
export interface CommandOptions {
  /** The absolute path of the folder in which the shell starts. */
  readonly cwd: string;
  /** The absolute path of the worktree, from which paths are named. */
  readonly worktree: string;
  /** What `~` stands for, mostly the value of HOME. Without it, nobody knows. */
  readonly home?: string | undefined;
  /** The environment of the shell: what its variables may hold. It only ever adds to what is seen. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** The shell that runs it. Default: `bash`. What only bash understands is opaque for `sh`. */
  readonly shell?: "bash" | "sh" | undefined;
}

/** Everything a command line does, as far as its text tells. */
export interface CommandRequest extends Request {
  readonly tool: "bash";
  readonly actions: readonly Action[];
  readonly advice: readonly Advice[];
  readonly aliases: readonly Action[];
  readonly summary: string;
  /** The files whose links are still to be followed. */
  readonly touched: readonly Touched[];
  /** The programs into whose files path rules do not see, such as `node` and what nobody here knows. */
  readonly unseen: readonly string[];
}

/**
 * Builds the request for a command line of bash, by its text alone. Each command in it, at any depth, is a `bash`
 * action of its words, quotes removed; what redirects and well-known tools do to files and hosts are `read`, `edit`,
 * `list` and `web` actions. A word that nobody knows begins with {@link DYNAMIC}. Where more than a word is decided
 * only when it runs, advice says so, and the request is at most asked about: so it is where that word may turn out to
 * be an option that writes or starts something, unless `--` stands in front of it. All else that can be seen is an
 * action still.
 *
 * A deny covers too much rather than too little, and an allow too little: where a command has several spellings, or may
 * turn out to be one of several, each is an action. What only starts another command, such as `timeout 5` or `A=1`, is
 * stripped, and with it the whole is an alias: a rule that denies `timeout **` denies it. It is no sandbox: nobody here sees what a program does by itself.
 * It is total: any text gives a request, and a `bash` action is always in it. Links are not followed: `touched` has the
 * paths for that.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, decide, root, total } from "@polyglav/permissions";
 * import { requestCommand } from "@polyglav/permissions/shell";
 *
 * const use = { bash: { default: "ask", rules: { "git **": "allow" } }, edit: { rules: { "secrets/**": "deny" } } };
 * const agent = root({ id: "agent", use: total(carve(use), "ask") });
 * const place = { cwd: "/work", worktree: "/work" };
 * const decisionOf = (command: string) => decide(agent, requestCommand(command, place)).decision;
 *
 * assert.equal(decisionOf("git status && git log"), "allow");
 * assert.equal(decisionOf("git status && rm -rf dist"), "ask");
 * assert.equal(decisionOf("cd secrets && git log > key"), "deny");
 * assert.equal(decisionOf('git commit -m "$MESSAGE"'), "allow");
 * assert.equal(decisionOf("$COMMAND status"), "ask");
 * ```
 */
export function requestCommand(source: string, options: CommandOptions): CommandRequest {
  const { cwd, worktree, home, env = {}, shell = "bash" } = options;
  const found = new Findings();
  const start: Place = { cwd: absolute(cwd), previous: env.OLDPWD, stack: [] };
  const state: State = { places: [start], functions: new Map() };
  const readable = whyUnreadable(source);
  if (readable !== undefined) found.advise(readable);
  else {
    const world = { worktree, home: home === undefined ? undefined : absolute(home), env, start };
    const around = {
      variables: new Map(),
      jumps: [],
      active: new Map(),
      fuel: { left: MOST_REPEATS },
      depth: 0,
    };
    try {
      walkScript(parse(source), state, { ...around, world, found, shell, read: READERS });
    } catch {
      // RangeError: it is nested more deeply than the stack goes. What was seen until then stays.
      found.advise("it is nested too deeply to be read");
    }
  }
  return toRequest(source, found);
}

function toRequest(source: string, found: Findings): CommandRequest {
  const seen = found.actions;
  if (seen.length === 0 && found.advice.length === 0) found.advise("there is no command in it");
  // A shell that only opens files is still a shell.
  const isRun = seen.some(({ category }) => category === "bash");
  const actions = isRun ? seen : [...seen, { category: "bash", resource: [source] }];
  const { advice, aliases, touched, unseen } = found;
  return { tool: "bash", actions, advice, aliases, summary: `bash ${quote(source)}`, touched, unseen };
}

/** Linux hands a program no longer word, so that no shell gets a longer text. */
const MOST_CHARACTERS = 131_072;
const MOST_REPEATS = 500;
const MOST_DEPTH = 16;

function whyUnreadable(source: string): string | undefined {
  if (source.includes("\0")) return "it holds a NUL byte";
  return source.length > MOST_CHARACTERS ? "it is too long to be read" : undefined;
}

/** A folder in its one spelling; `undefined` for what is no absolute path. */
const absolute = (path: string): string | undefined =>
  path.startsWith("/") && !path.includes("\0") ? `/${withoutDots(namesOf(path)).join("/")}` : undefined;

function readText(text: string, state: State, context: Context): Flow {
  const why = context.depth >= MOST_DEPTH ? "it is nested too deeply to be read" : whyUnreadable(text);
  if (why === undefined) return walkScript(parse(text), state, { ...context, depth: context.depth + 1 });
  context.found.advise(why);
  return unchanged(state);
}

const READERS: Readers = { script: walkScript, text: readText, body: walkNode, words: readWords };
