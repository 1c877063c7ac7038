import type { ServerResponse } from "node:http";
import { toolCallId } from "../src/testing/scripted-model.ts";
import type { Move, MoveExtras } from "../src/testing/script.ts";
import { splitText } from "../src/testing/split-text.ts";

/** A move of the scripted model, or something that only a server can do. */
export type WireMove = Move | (WireOnly & MoveExtras);

type WireOnly =
  /** Tool calls whose arguments are sent as they are here, JSON or not. */
  | { readonly rawCall: readonly { readonly tool: string; readonly arguments: string }[]; readonly text?: string }
  /** Says something and then stops without a finish reason: the body just ends, or the connection is reset. */
  | {
      readonly breakOff: "end" | "reset";
      readonly text?: string;
      readonly rawCall?: readonly { readonly tool: string; readonly arguments: string }[];
    }
  /** Any other response. */
  | {
      readonly http: {
        readonly status: number;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: unknown;
      };
    };

export type Answer = { readonly waitMs?: number } & (
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  | { readonly kind: "nothing" }
  | {
      readonly kind: "message";
      readonly text: string | undefined;
      readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
      readonly end: "finish" | "silence" | "end" | "reset";
      readonly usage: Move["usage"];
    }
);

/** What a move is on the wire. */
export function toAnswer(move: WireMove, step: number): Answer {
  const waiting = move.waitMs === undefined ? {} : { waitMs: move.waitMs };
  const { usage } = move;
  if ("throw" in move) {
    const { status, retryAfterMs, message } = move.throw;
    // Most servers say it in whole seconds; some say it in milliseconds, too.
    const headers: Record<string, string> =
      retryAfterMs === undefined
        ? {}
        : { "retry-after": String(Math.ceil(retryAfterMs / 1000)), "retry-after-ms": String(retryAfterMs) };
    return { kind: "response", status, headers, body: { error: { message } }, ...waiting };
  }
  if ("http" in move) {
    const { status, headers = {}, body = "" } = move.http;
    return { kind: "response", status, headers, body, ...waiting };
  }
  if ("hang" in move) return { kind: "nothing", ...waiting };
  if ("chunkThenSilence" in move) {
    return { kind: "message", text: move.chunkThenSilence, calls: [], end: "silence", usage, ...waiting };
  }
  const written = "rawCall" in move ? (move.rawCall ?? []) : [];
  const called =
    "call" in move ? move.call.map(({ tool, input }) => ({ tool, arguments: JSON.stringify(input) })) : written;
  const calls = called.map((call, index) => ({
    id: toolCallId(step, index),
    name: call.tool,
    arguments: call.arguments,
  }));
  return {
    kind: "message",
    text: move.text,
    calls,
    end: "breakOff" in move ? move.breakOff : "finish",
    usage,
    ...waiting,
  };
}

/** Sends an answer, as a stream if that was asked for. */
export function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  asked: {
    readonly model: string;
    readonly stream: boolean;
    readonly stream_options?: { include_usage?: boolean | undefined } | undefined;
  },
): void {
  if (answer.kind === "nothing") return;
  if (answer.kind === "response") {
    const isText = typeof answer.body === "string";
    response.writeHead(answer.status, {
      "content-type": isText ? "text/plain" : "application/json",
      ...answer.headers,
    });
    response.end(isText ? answer.body : JSON.stringify(answer.body));
    return;
  }
  const head = { id: "chatcmpl-mock", created: 1, model: asked.model };
  const { text, calls, end, usage } = answer;
  const finish = calls.length > 0 ? "tool_calls" : "stop";
  const spent = usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
  };
  const toolCall = (call: (typeof calls)[number]) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  });

  if (!asked.stream) {
    if (end !== "finish") {
      if (end !== "silence") response.socket?.resetAndDestroy();
      return;
    }
    const message = {
      role: "assistant",
      content: text ?? null,
      ...(calls.length > 0 ? { tool_calls: calls.map(toolCall) } : {}),
    };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        ...head,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: finish }],
        usage: spent,
      }),
    );
    return;
  }

  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (chunk: object): void => {
    response.write(`data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", ...chunk })}\n\n`);
  };
  const delta = (piece: object, reason: string | null = null): void => {
    send({ choices: [{ index: 0, delta: piece, finish_reason: reason }] });
  };
  delta({ role: "assistant", content: "" });
  for (const piece of end === "silence" ? [text] : splitText(text ?? "")) delta({ content: piece });
  calls.forEach((call, index) => {
    // In two halves, as arguments come in pieces from real servers.
    const half = Math.ceil(call.arguments.length / 2);
    delta({ tool_calls: [{ index, ...toolCall({ ...call, arguments: call.arguments.slice(0, half) }) }] });
    delta({ tool_calls: [{ index, function: { arguments: call.arguments.slice(half) } }] });
  });
  if (end === "silence") return;
  if (end === "end") {
    response.end();
    return;
  }
  if (end === "reset") {
    // Later, so that what was written is on its way.
    setTimeout(() => response.socket?.resetAndDestroy(), 20);
    return;
  }
  delta({}, finish);
  if (spent !== undefined && asked.stream_options?.include_usage === true) send({ choices: [], usage: spent });
  response.end("data: [DONE]\n\n");
}
