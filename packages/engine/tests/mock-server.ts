import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { ScriptExhaustedError, pickMove } from "../src/testing/script.ts";
import { type Answer, type WireMove, toAnswer, writeAnswer } from "./mock-answer.ts";

/** What the server says: moves as in a script of the scripted model, and those that only a wire can make. */
export interface WireScript {
  readonly roles?: Readonly<Record<string, readonly WireMove[]>>;
  readonly default?: readonly WireMove[];
}

export interface MockServerOptions {
  /**
   * A piece of the system prompt of each role, by which its requests are known. Where several occur, the first in the
   * prompt counts. Without a marker, a prompt that contains `[role: name]` is of that role; otherwise the id of the
   * model is taken for the role, and a role without a list plays `default`.
   */
  readonly markers?: Readonly<Record<string, string>>;
  /** The key that requests must carry; any other is answered with 401. */
  readonly key?: string;
}

export interface MockServer {
  /** What `providers.local.base_url` or `POLYGLAV_BASE_URL` must be. */
  readonly url: string;
  /** Every request for a completion, in the order of arrival. */
  readonly requests: readonly MockRequest[];
  readonly close: () => Promise<void>;
}

export interface MockRequest {
  readonly role: string;
  /** Which request of its conversation it is, counted from 1. */
  readonly step: number;
  readonly model: string;
  readonly authorization: string | undefined;
  readonly system: string;
  readonly messages: readonly WireMessage[];
  readonly tools: readonly string[];
  readonly stream: boolean;
  /** How its answer ended: `left` when the client went away first, `undefined` while it is open. */
  readonly ended: "whole" | "left" | undefined;
}

/**
 * Starts a server on loopback that speaks the chat completions of OpenAI, streamed or not, and plays a script.
 *
 * One server can serve a whole delegation: it tells roles by their system prompts (see {@link MockServerOptions}), and
 * within a role it tells runs by their task, the first message of the user. Each run starts its list anew; each
 * request takes the next move, also one that is made again. Two runs of one role with the same task at the same time
 * look like one run.
 */
export async function startMockServer(script: WireScript, options: MockServerOptions = {}): Promise<MockServer> {
  const requests: { -readonly [K in keyof MockRequest]: MockRequest[K] }[] = [];
  const conversations = new Map<string, Conversation>();

  const complete = async (body: Body, authorization: string | undefined, response: ServerResponse): Promise<void> => {
    const role = roleOf(body, script, options.markers ?? {});
    const conversation = converse(conversations, role, body);
    const { step } = conversation;
    const system = systemOf(body);
    const tools = body.tools.map((tool) => tool.function.name);
    const { model, messages, stream } = body;
    const request: (typeof requests)[number] = {
      role,
      step,
      model,
      authorization,
      system,
      messages,
      tools,
      stream,
      ended: undefined,
    };
    requests.push(request);
    response.on("close", () => (request.ended ??= response.writableFinished ? "whole" : "left"));

    const answer = answerTo(script, role, step);
    if (answer.waitMs !== undefined) await wait(answer.waitMs);
    if (answer.kind === "message" && answer.end === "finish") conversation.answered += 1;
    writeAnswer(response, answer, body);
  };

  const server = createServer((request, response) => {
    void handle(request, response, options.key, complete).catch((cause: unknown) => {
      fail(response, 400, cause instanceof Error ? cause.message : String(cause));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Cannot start the mock server: it has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const messageSchema = z.looseObject({ role: z.string(), content: z.unknown() });
const bodySchema = z.looseObject({
  model: z.string(),
  messages: z.array(messageSchema),
  stream: z.boolean().default(false),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
});
type Body = z.infer<typeof bodySchema>;
export type WireMessage = z.infer<typeof messageSchema>;

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  key: string | undefined,
  complete: (body: Body, authorization: string | undefined, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const { authorization } = request.headers;
  const written = await readText(request);
  if (key !== undefined && authorization !== `Bearer ${key}`) {
    fail(response, 401, "Incorrect API key provided");
  } else if (request.url === "/v1/models") {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ object: "list", data: [{ id: "mock-1", object: "model", created: 1, owned_by: "mock" }] }),
    );
  } else if (request.url === "/v1/chat/completions") {
    await complete(bodySchema.parse(JSON.parse(written)), authorization, response);
  } else {
    fail(response, 404, `Nothing is at ${request.url ?? ""}`);
  }
}

/** A run as the server sees it, since requests do not say which run they are of. */
interface Conversation {
  step: number;
  /** How many answers came to their end, so many messages of the assistant must come back. */
  answered: number;
}

function converse(conversations: Map<string, Conversation>, role: string, body: Body): Conversation {
  const task = body.messages.find((message) => message.role === "user")?.content;
  const id = JSON.stringify([role, task]);
  const answers = body.messages.filter((message) => message.role === "assistant").length;
  const known = conversations.get(id);
  // No answer comes back though there was one: another run with the same task.
  const isNew = known === undefined || (answers === 0 && known.answered > 0);
  const conversation = isNew ? { step: answers, answered: answers } : known;
  conversation.step += 1;
  conversations.set(id, conversation);
  return conversation;
}

function roleOf(body: Body, script: WireScript, markers: Readonly<Record<string, string>>): string {
  const system = systemOf(body);
  const found = Object.entries(markers)
    .map(([role, marker]) => ({ role, at: system.indexOf(marker) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at);
  return found[0]?.role ?? /\[role: ([^\]]+)\]/.exec(system)?.[1] ?? body.model;
}

function systemOf(body: Body): string {
  const system = body.messages.filter((message) => message.role === "system" || message.role === "developer");
  return system.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))).join("\n");
}

function answerTo(script: WireScript, role: string, step: number): Answer {
  try {
    return toAnswer(pickMove(script, role, step), step);
  } catch (cause) {
    if (!(cause instanceof ScriptExhaustedError)) throw cause;
    return { kind: "response", status: 400, headers: {}, body: { error: { message: cause.message } } };
  }
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message } }));
}
