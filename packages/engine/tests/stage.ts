import { createCatalog } from "@polyglav/catalog";
import { confirming } from "@polyglav/permissions/gate";
import { type LanguageModelMiddleware, type Warning, wrapLanguageModel } from "ai";
import { z } from "zod";
import { run } from "../src/run/run.ts";
import type { EngineDeps } from "../src/run/engine-deps.ts";
import type { RunRequest } from "../src/run/run.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import type { EngineTool, ModelPort } from "../src/ports.ts";
import type { RunEvent } from "../src/log/run-event.ts";
import { type Move, scriptedModels } from "../src/testing/index.ts";

/** What a test says about its world; everything else has a good default. */
export interface Stage extends Partial<EngineDeps> {
  /** What each role's model says. */
  readonly moves: Readonly<Record<string, readonly Move[]>>;
  readonly otherwise?: readonly Move[];
  /** Roles beside the bundled ones. */
  readonly roles?: Readonly<Record<string, unknown>>;
  readonly skills?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly request?: Partial<RunRequest>;
  /** Sees the names of the tools that each model request shows, and the request itself. */
  readonly onRequest?: OnRequest;
  /** What the provider says to each request. */
  readonly warn?: Warning;
}

/** What came of it. */
export interface Played {
  readonly events: readonly RunEvent[];
  readonly end: Extract<RunEvent, { type: "run-end" }>;
  readonly log: readonly { readonly kind: string; readonly run: string; readonly n: number }[];
  readonly all: <T extends RunEvent["type"]>(type: T) => readonly Extract<RunEvent, { type: T }>[];
}

/** Runs `boss` (unless the request names another role) in a world of scripts, and collects what happens. */
export async function play(stage: Stage): Promise<Played> {
  const store = memoryStore();
  const events: RunEvent[] = [];
  for await (const event of start({ ...stage, store: stage.store ?? store })) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "run-end") throw new Error(`the last event is ${end?.type ?? "missing"}`);
  return {
    events,
    end,
    log: store.lines(end.run).map((line) => JSON.parse(line) as Played["log"][number]),
    all: <T extends RunEvent["type"]>(type: T) =>
      events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type),
  };
}

/** The same as a stream, for tests that leave early or stop it. */
export function start(stage: Stage): AsyncGenerator<RunEvent, void> {
  const { moves, otherwise, roles = {}, skills = {}, config = {}, request = {}, onRequest, warn, ...deps } = stage;
  const catalog = createCatalog({
    trusted: true,
    roles: { local: { boss: { system_prompt: "You are the boss." }, ...roles } },
    skills: {
      local: {
        entries: new Map(Object.entries(skills).map(([name, content]) => [name, { name, content, description: "" }])),
      },
    },
    config: { local: { value: config } },
  });
  const clock = deps.clock === undefined ? {} : { clock: deps.clock };
  const models = scriptedModels({ roles: moves, ...(otherwise === undefined ? {} : { default: otherwise }) }, clock);
  const watched = onRequest === undefined ? models : watch(models, onRequest, warn);
  return run(
    { role: "boss", task: "Do it", ...request },
    { catalog, models: watched, tools: TOOLS, operator: confirming, ...deps },
  );
}

type StreamPart =
  Awaited<
    ReturnType<Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0]["doStream"]>
  >["stream"] extends ReadableStream<infer Part>
    ? Part
    : never;
type OnRequest = (tools: readonly string[], request: object) => void;

function watch(models: ModelPort, onRequest: OnRequest, warn: Warning | undefined): ModelPort {
  return {
    resolve(ref, use) {
      const found = models.resolve(ref, use);
      if (!found.ok || typeof found.model === "string") return found;
      const middleware: LanguageModelMiddleware = {
        specificationVersion: "v4",
        transformParams: async ({ params }) => {
          onRequest(
            (params.tools ?? []).map((tool) => tool.name),
            params,
          );
          return params;
        },
        wrapStream: async ({ doStream }) => {
          const answer = await doStream();
          if (warn === undefined) return answer;
          const stream = answer.stream.pipeThrough(
            new TransformStream<StreamPart, StreamPart>({
              transform: (part, out) => {
                out.enqueue(part.type === "stream-start" ? { ...part, warnings: [warn] } : part);
              },
            }),
          );
          return { ...answer, stream };
        },
      };
      return { ...found, model: wrapLanguageModel({ model: found.model, middleware }) };
    },
  };
}

/** Tools without a world: they answer with what they were given. */
const TOOLS: Readonly<Record<string, EngineTool>> = {
  read: echoTool("read", "read", "path"),
  bash: echoTool("bash", "bash", "command"),
};

/** A tool that says back its one argument. */
export function echoTool(
  name: string,
  category: string,
  argument: string,
  execute?: EngineTool["execute"],
): EngineTool {
  const inputSchema = z.object({ [argument]: z.string() });
  const read = (input: unknown): string => inputSchema.parse(input)[argument] ?? "";
  return {
    description: `Does ${name}`,
    inputSchema,
    category,
    request: (input) => ({
      tool: name,
      actions: [{ category, resource: [read(input)] }],
      summary: `${name} ${JSON.stringify(read(input))}`,
    }),
    execute: execute ?? (async (input) => `${name}: ${read(input)}`),
  };
}
