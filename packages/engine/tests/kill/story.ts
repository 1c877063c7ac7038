import { appendFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import type { LanguageModelV4, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { createCatalog } from "@polyglav/catalog";
import { z } from "zod";
import type { EngineTool, ModelPort, ModelUse } from "../../src/ports.ts";
import { answerAsk } from "../../src/run/answer-ask.ts";
import type { EngineDeps } from "../../src/run/engine-deps.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { type Move, type ScriptedCall, scriptedModels } from "../../src/testing/index.ts";

/** What a model says next: calls, or its last words, in which `%` stands for all that others have told it. */
type Line = readonly ScriptedCall[] | string;

const delegate = (role: string, background = false): ScriptedCall => ({
  tool: "delegate",
  input: { role, task: `Be the ${role}`, ...(background && { background }) },
});
const call = (tool: string, what: string): ScriptedCall => ({ tool, input: { what } });
const ask = (question: string, target: "human" | "caller"): ScriptedCall => ({
  tool: "ask",
  input: { question, target },
});

/**
 * Children side by side with calls that only look, a child of a child, one in the background, a call that has to be
 * allowed, a question for the operator and one for the caller, and calls that must never happen twice.
 */
const LINES: Readonly<Record<string, readonly Line[]>> = {
  boss: [
    [call("look", "north"), call("look", "south"), delegate("builder"), delegate("scholar")],
    [delegate("watcher", true), call("write", "report")],
    [call("deploy", "v1")],
    "All: %",
  ],
  builder: [[call("write", "wall"), call("write", "roof")], [delegate("tester")], "Built (%)"],
  tester: [[call("test", "all"), call("look", "tests")], "Passed"],
  scholar: [[call("look", "library"), ask("Which book?", "human")], [ask("Which page?", "caller")], "Read (%)"],
  watcher: [[call("look", "sky"), call("write", "diary")], "Watched"],
};

/** What is answered, whoever answers. */
const ANSWERS: Readonly<Record<string, string>> = { "Which book?": "The red one", "Which page?": "The last" };

export const END = "All: Built (Passed); Read (The red one; The last); Watched";

/** What the world looks like when everything happened once. */
export const WORLD: readonly string[] = [
  ...["look library", "look north", "look sky", "look south", "look tests"],
  ...["deploy v1", "test all", "write diary", "write report", "write roof", "write wall"],
].toSorted();

/** The world outside of the store: each effect is a line of a file. */
export interface Effects {
  readonly all: () => readonly string[];
  readonly happen: (effect: string) => void;
  readonly forget: () => void;
}

export function effectsIn(file: string): Effects {
  return {
    all: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []),
    happen: (effect) => {
      appendFileSync(file, `${effect}\n`);
    },
    forget: () => {
      rmSync(file, { force: true });
    },
  };
}

export interface StoryOptions {
  readonly store: RunStore;
  readonly effects: Effects;
  /** Sees each request to a model: of whom, and whether it was to answer for somebody below. */
  readonly requested?: (run: string, isConsulted: boolean) => void;
  /** Called in a tool after its effect and before anybody knows of it. */
  readonly happened?: (effect: string) => void;
}

/** What everybody needs to tell the story, or to go on with it. */
export function storyDeps({ store, effects, requested, happened }: StoryOptions): EngineDeps {
  const tool = (name: string, category: string, replay: "safe" | "never"): EngineTool => ({
    ...{ description: name, category, replay, inputSchema: what },
    request: (input) => ({
      ...{ tool: name, actions: [{ category, resource: [what.parse(input).what] }] },
      summary: `${name} ${what.parse(input).what}`,
    }),
    execute: async (input) => {
      const effect = `${name} ${what.parse(input).what}`;
      effects.happen(effect);
      happened?.(effect);
      return "done";
    },
  });
  const roles = Object.fromEntries(
    Object.keys(LINES).map((name) => [name, { system_prompt: `You are the ${name}.`, description: name }]),
  );
  return {
    store,
    catalog: createCatalog({
      trusted: true,
      roles: { local: roles },
      config: {
        local: { value: { tool_permission: { "*": "allow", bash: "ask" }, ask_policy: { direction: "auto" } } },
      },
    }),
    models: storyModels(requested ?? (() => undefined)),
    tools: {
      look: tool("look", "read", "safe"),
      write: tool("write", "edit", "never"),
      deploy: tool("deploy", "vcs", "never"),
      test: tool("test", "bash", "never"),
    },
    operator: undefined,
    newRunId: () => "r1",
  };
}

const what = z.object({ what: z.string() });

/** Models that know nothing but the conversation: what they say depends on what a resumed run remembers. */
function storyModels(requested: (run: string, isConsulted: boolean) => void): ModelPort {
  return {
    resolve: (_, use) => {
      const model = (prompt: LanguageModelV4Prompt): LanguageModelV4 => {
        const question = consulted(prompt);
        requested(use.run, question !== undefined);
        return question === undefined
          ? scripted(nextMove(use, prompt), { ...use, requests: stepsIn(prompt) })
          : scripted({ text: ANSWERS[question] ?? "PASS" }, use);
      };
      return {
        ok: true,
        ref: "fake/story",
        model: {
          specificationVersion: "v4",
          ...{ provider: "fake", modelId: "story", supportedUrls: {} },
          doGenerate: (options) => model(options.prompt).doGenerate(options),
          doStream: (options) => model(options.prompt).doStream(options),
        },
      };
    },
  };
}

function scripted(move: Move, use: ModelUse): LanguageModelV4 {
  const found = scriptedModels({ default: Array.from({ length: use.requests + 1 }, () => move) }).resolve(
    undefined,
    use,
  );
  if (!found.ok || typeof found.model === "string" || found.model.specificationVersion !== "v4") {
    throw new Error("the scripted model is none");
  }
  return found.model;
}

function nextMove({ role, run }: ModelUse, prompt: LanguageModelV4Prompt): Move {
  const step = stepsIn(prompt);
  const line = LINES[role]?.[step];
  if (line === undefined) throw new Error(`${run} has nothing to say in step ${step + 1}`);
  const usage = { input: 10, output: 1 };
  if (typeof line !== "string") return { call: line, usage };
  // Its caller has time to be through before it is.
  if (role === "watcher") return { text: line, usage, waitMs: 3 };
  const isTold = role !== "boss" || prompt.some((message) => message.role === "user" && isReport(message));
  return { text: isTold ? line.replace("%", heard(prompt).join("; ")) : "I wait.", usage };
}

/** How many steps with calls there were. */
const stepsIn = (prompt: LanguageModelV4Prompt): number =>
  prompt.filter(
    ({ role, content }) =>
      role === "assistant" && typeof content !== "string" && content.some(({ type }) => type === "tool-call"),
  ).length;

type UserMessage = Extract<LanguageModelV4Prompt[number], { role: "user" }>;

/** Whether it tells of a child in the background that has ended. */
const isReport = ({ content }: UserMessage): boolean =>
  content.some((part) => part.type === "text" && part.text.startsWith("[background]"));

/** What sub-agents, askers and finished children in the background have told, in their order. */
function heard(prompt: LanguageModelV4Prompt): readonly string[] {
  return prompt.flatMap((message) => {
    if (message.role === "user") {
      if (!isReport(message)) return [];
      return message.content.flatMap((part) =>
        part.type === "text" ? [part.text.split("\n").slice(1).join("\n")] : [],
      );
    }
    if (message.role !== "tool") return [];
    return message.content.flatMap((part) =>
      part.type === "tool-result" &&
      (part.toolName === "delegate" || part.toolName === "ask") &&
      (part.output.type === "text" || part.output.type === "error-text") &&
      !part.output.value.startsWith("started in the background")
        ? [part.output.value]
        : [],
    );
  });
}

/** The question of a sub-agent that this request is to answer. */
function consulted([, message]: LanguageModelV4Prompt): string | undefined {
  if (message?.role !== "user") return undefined;
  const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  return /^Sub-agent: .*^Question: ([^\n]*)$/ms.exec(text)?.[1];
}

/** Tells the story from its beginning, or goes on with it, and answers what waits until it ends. Gives its last words. */
export async function tell(deps: EngineDeps & { readonly store: RunStore }, how: "begin" | "go on"): Promise<string> {
  const { store } = deps;
  let isBegun = how === "go on";
  for (;;) {
    const events = isBegun
      ? resume({ run: "r1", stream: false }, deps)
      : run({ role: "boss", task: "Go", onAsk: "park", stream: false }, deps);
    isBegun = true;
    let last;
    for await (const event of events) last = event;
    if (last?.type !== "run-end") throw new Error("there was no end");
    if (last.status !== "waiting")
      return last.error === undefined ? last.content : `${last.error.code}: ${last.content}`;
    if ((await answerAll(store)) === 0) throw new Error("it waits, and nothing is open");
  }
}

/** Answers all that waits, the last one first: the order is free. Gives how many they were. */
export async function answerAll(store: RunStore): Promise<number> {
  const open = await openAsks(store);
  for (const { ask: id, kind, question = "", run: of } of open.toReversed()) {
    const answer =
      kind === "permission" ? ({ say: "once" } as const) : ({ say: "text", text: ANSWERS[question] ?? "" } as const);
    const end = await answerAsk({ run: of, ask: id, answer }, { store });
    if (end !== "resolved") throw new Error(`the answer to ${id} came to nothing: ${end}`);
  }
  return open.length;
}
