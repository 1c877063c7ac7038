import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import type { Finish } from "../log/log-entry.ts";
import { type PartOptions, type Said, type SaidPart, type ToolCall, callsOf, textOf } from "./message.ts";
import { readCallInput, readToolName } from "./repair.ts";
import type { Tokens } from "./usage.ts";

// The one file that knows the parts of the provider's spec.

/** An answer that came to its end. */
export interface ReadAnswer {
  readonly said: Said;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly finish: Finish;
  readonly tokens: Tokens;
}

/** Who is told of an answer while it comes, and what its calls have to fit. */
export interface Listener {
  readonly tools: readonly { readonly name: string }[];
  /** Whether a call of this run has that id. */
  readonly isTaken?: ((call: string) => boolean) | undefined;
  readonly onText: (kind: "text" | "thinking", text: string) => void;
  readonly onWarning: (message: string) => void;
}

/** Puts an answer together, from the parts of a stream in whatever order they come, or from a whole one. */
export interface AnswerReader {
  /** Reads the next part. Throws the error that a provider sends as a part. */
  readonly readPart: (part: LanguageModelV4StreamPart) => void;
  readonly readWhole: (result: LanguageModelV4GenerateResult) => void;
  /** Whether something has come that cost something. */
  readonly hasBegun: () => boolean;
  /** Whether it has been said why the answer ends: the rest may only be the end of the stream. */
  readonly hasFinish: () => boolean;
  /** The text so far. */
  readonly text: () => string;
  /** The answer; `undefined` where nothing said why it ended: it was cut, and no call in it counts. */
  readonly answer: () => ReadAnswer | undefined;
}

export function answerReader(listener: Listener): AnswerReader {
  const said: Draft[] = [];
  /** The blocks that are open, by the provider's ids: those of several blocks may come in turns. */
  const open = { text: new Map<string, DraftText>(), reasoning: new Map<string, DraftText>() };
  const ids = new Set<string>();
  let text = "";
  let begun = false;
  let finish: "end" | "length" | "filter" | undefined;
  let finished = false;
  let tokens: Tokens = {};

  const begin = (type: DraftText["type"], id: string): DraftText => {
    const block: DraftText = { type, text: "" };
    open[type].set(id, block);
    said.push(block);
    return block;
  };
  const grow = (block: DraftText, piece: string, options: PartOptions | undefined): void => {
    if (options !== undefined) block.options = options;
    if (piece === "") return;
    block.text += piece;
    if (block.type === "text") text += piece;
    listener.onText(block.type === "text" ? "text" : "thinking", piece);
  };
  /** Calls are told apart by their ids, so that two never share one, whatever a server sends. */
  const freshId = (id: string): string => {
    const isFree = (each: string): boolean => !ids.has(each) && listener.isTaken?.(each) !== true;
    let fresh = id;
    for (let n = 1; fresh === "" || !isFree(fresh); n += 1) fresh = `${id === "" ? "call" : id}-${n}`;
    ids.add(fresh);
    return fresh;
  };
  const call = (part: LanguageModelV4ToolCall): void => {
    // What the provider runs itself is no call to us, and going back without its result it would be refused.
    if (part.providerExecuted === true) return;
    const input = readCallInput(part.input);
    const draft: Extract<SaidPart, { type: "call" }> = {
      type: "call",
      call: freshId(part.toolCallId),
      tool: readToolName(part.toolName, listener.tools),
      input: input.ok ? input.value : input.text,
    };
    said.push(part.providerMetadata === undefined ? draft : { ...draft, options: part.providerMetadata });
  };
  const end = (
    reason: LanguageModelV4FinishReason,
    usage: Partial<LanguageModelV4GenerateResult["usage"]> | undefined,
  ) => {
    finish = readFinish(reason);
    finished = true;
    tokens = readTokens(usage);
  };
  const warn = (warnings: LanguageModelV4GenerateResult["warnings"]): void => {
    for (const warning of warnings) listener.onWarning(describeWarning(warning));
  };
  /** Parts that are whole when they come. */
  const readOther = (part: LanguageModelV4Content | LanguageModelV4StreamPart): void => {
    if (part.type === "tool-call") call(part);
    else if (part.type === "file" || part.type === "tool-approval-request")
      listener.onWarning(`The model sent something that cannot be used here: ${part.type}`);
  };

  return {
    readPart(part) {
      begun ||= BEGINNINGS.test(part.type);
      switch (part.type) {
        case "stream-start":
          warn(part.warnings);
          break;
        case "text-start":
        case "reasoning-start":
          grow(begin(KINDS[part.type], part.id), "", part.providerMetadata);
          break;
        case "text-delta":
        case "reasoning-delta": {
          const kind = KINDS[part.type];
          grow(open[kind].get(part.id) ?? begin(kind, part.id), part.delta, part.providerMetadata);
          break;
        }
        case "text-end":
        case "reasoning-end": {
          const kind = KINDS[part.type];
          const block = open[kind].get(part.id);
          open[kind].delete(part.id);
          if (block !== undefined) grow(block, "", part.providerMetadata);
          break;
        }
        case "finish":
          end(part.finishReason, part.usage);
          break;
        case "error":
          throw part.error;
        default:
          readOther(part);
      }
    },
    readWhole({ content, finishReason, usage, warnings }) {
      begun = true;
      warn(warnings);
      for (const part of content) {
        if (part.type === "text" || part.type === "reasoning")
          grow(begin(part.type, String(said.length)), part.text, part.providerMetadata);
        else readOther(part);
      }
      end(finishReason, usage);
    },
    hasBegun: () => begun,
    hasFinish: () => finished,
    text: () => text,
    answer() {
      if (finish === undefined) return undefined;
      const whole = tidy(said);
      const calls = callsOf(whole);
      const ended = calls.length > 0 ? "calls" : "stop";
      return { said: whole, text: textOf(whole), calls, finish: finish === "end" ? ended : finish, tokens };
    },
  };
}

interface DraftText {
  readonly type: "text" | "reasoning";
  text: string;
  options?: PartOptions;
}
type Draft = DraftText | Extract<SaidPart, { type: "call" }>;

const BEGINNINGS = /^(?:text|reasoning|tool-)/;
const KINDS = {
  "text-start": "text",
  "text-delta": "text",
  "text-end": "text",
  "reasoning-start": "reasoning",
  "reasoning-delta": "reasoning",
  "reasoning-end": "reasoning",
} as const;

/** Leaves out blocks without a word, unless a provider wants them back, and joins what nobody needs apart. */
function tidy(said: readonly Draft[]): Said {
  const whole: Draft[] = [];
  for (const part of said) {
    const last = whole.at(-1);
    if (part.type === "call" || part.options !== undefined) whole.push(part);
    else if (last?.type === part.type && last.options === undefined) last.text += part.text;
    else if (part.text !== "") whole.push(part);
  }
  return whole;
}

/**
 * Reads why an answer ended. Servers have words of their own (`eos_token`, `end_turn`), which providers call `other`; only
 * an answer that ended without any word was cut.
 */
function readFinish({ unified, raw }: LanguageModelV4FinishReason): "end" | "length" | "filter" | undefined {
  switch (unified) {
    case "length":
      return "length";
    case "content-filter":
      return "filter";
    case "stop":
    case "tool-calls":
      return "end";
    case "other":
      return raw === undefined ? undefined : "end";
    case "error":
    case "interrupted":
      return undefined;
  }
}

function describeWarning(warning: LanguageModelV4GenerateResult["warnings"][number]): string {
  switch (warning.type) {
    case "unsupported":
    case "compatibility":
      return `The model takes ${warning.feature} differently or not at all${warning.details === undefined ? "" : `: ${warning.details}`}`;
    case "deprecated":
    case "other":
      return warning.message;
  }
}

/** A figure that is none, or that cannot be, is unknown. */
function readTokens(usage: Partial<LanguageModelV4GenerateResult["usage"]> | undefined): Tokens {
  const input = count(usage?.inputTokens?.total);
  const output = count(usage?.outputTokens?.total);
  const cached = count(usage?.inputTokens?.cacheRead);
  return {
    ...(input === undefined ? {} : { inputTokens: input }),
    ...(output === undefined ? {} : { outputTokens: output }),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
  };
}

function count(figure: unknown): number | undefined {
  return typeof figure === "number" && figure >= 0 && Number.isFinite(figure) ? figure : undefined;
}
