/**
 * A model by the provider specification of the AI SDK that takes no time: all that is measured is what is around it.
 *
 * @module
 */
import type { Call, Move, Script } from "./workload.ts";

/** How a call is written for the tool that it is for. */
export type ArgumentsOf = (call: Call) => Readonly<Record<string, unknown>>;

/** Makes a model that says what a script says: by version 4 of the specification, or by 3, which reads the same. */
export const modelBySpec = <Version extends "v3" | "v4">(
  version: Version,
  script: Script,
  argumentsOf: ArgumentsOf,
) => ({
  specificationVersion: version,
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
  async doGenerate({ prompt }: Asked) {
    const move = script.next(prompt);
    return { content: contentOf(move, argumentsOf), finishReason: finishOf(move), usage: USAGE, warnings: [] };
  },
  async doStream({ prompt }: Asked) {
    const move = script.next(prompt);
    return {
      stream: new ReadableStream<Part>({
        start(out) {
          out.enqueue({ type: "stream-start", warnings: [] });
          for (const piece of contentOf(move, argumentsOf)) for (const part of partsOf(piece)) out.enqueue(part);
          out.enqueue({ type: "finish", finishReason: finishOf(move), usage: USAGE });
          out.close();
        },
      }),
    };
  },
});

/** What a request holds; only the prompt is looked at. */
interface Asked {
  readonly prompt: unknown;
  readonly tools?: unknown;
}

type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: string };

type Part =
  | { readonly type: "stream-start"; readonly warnings: never[] }
  | { readonly type: "text-start" | "text-end" | "tool-input-end"; readonly id: string }
  | { readonly type: "text-delta" | "tool-input-delta"; readonly id: string; readonly delta: string }
  | { readonly type: "tool-input-start"; readonly id: string; readonly toolName: string }
  | Extract<Piece, { type: "tool-call" }>
  | { readonly type: "finish"; readonly finishReason: ReturnType<typeof finishOf>; readonly usage: typeof USAGE };

const contentOf = ({ text, calls }: Move, argumentsOf: ArgumentsOf): Piece[] =>
  calls === undefined
    ? [{ type: "text", text }]
    : calls.map((call) => ({
        type: "tool-call",
        toolCallId: call.id,
        toolName: call.tool,
        input: JSON.stringify(argumentsOf(call)),
      }));

function partsOf(piece: Piece): readonly Part[] {
  if (piece.type === "text") {
    return [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: piece.text },
      { type: "text-end", id: "0" },
    ];
  }
  const { toolCallId: id, toolName, input } = piece;
  return [
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: input },
    { type: "tool-input-end", id },
    piece,
  ];
}

const finishOf = ({ calls }: Move): { readonly unified: "stop" | "tool-calls"; readonly raw: undefined } => ({
  unified: calls === undefined ? "stop" : "tool-calls",
  raw: undefined,
});

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
};
