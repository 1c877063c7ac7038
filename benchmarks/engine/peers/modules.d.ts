/**
 * As much of the peers as is used here, so that types are checked where no peer is installed. These names must not be
 * imported elsewhere in the repository: the AI SDK, which is, is installed under a name of its own. Peers that give
 * their models types of many pages take any object here: whether they can use it shows in what comes of a run.
 */
declare module "peer-ai" {
  interface Answer {
    readonly text: string;
  }
  interface StreamedAnswer {
    readonly text: PromiseLike<string>;
    /** `fullStream` before version 7. */
    readonly stream?: AsyncIterable<object>;
    readonly fullStream: AsyncIterable<object>;
  }
  interface Prompt {
    readonly prompt: string;
    readonly abortSignal?: AbortSignal | undefined;
  }
  export interface Tool {
    readonly description: string;
    readonly inputSchema: object;
    execute(input: { readonly task: string }, options: { readonly abortSignal?: AbortSignal }): Promise<string>;
  }
  export interface ToolLoopSettings {
    readonly model: object;
    readonly instructions: string;
    readonly tools: Readonly<Record<string, Tool>>;
    readonly stopWhen: unknown;
  }
  export class ToolLoopAgent {
    constructor(settings: ToolLoopSettings);
    generate(prompt: Prompt): Promise<Answer>;
    stream(prompt: Prompt): Promise<StreamedAnswer>;
  }
  export function tool(settings: Tool): Tool;
  /** Since version 7. */
  export function isStepCount(most: number): unknown;
  /** Before version 7. */
  export function stepCountIs(most: number): unknown;
  export function wrapLanguageModel<Model>(o: { readonly model: Model; readonly middleware: readonly never[] }): Model;
}

declare module "@openai/agents" {
  export interface AgentTool {
    readonly type: string;
  }
  interface RunConfig {
    readonly tracingDisabled: boolean;
  }
  interface RunOptions {
    readonly maxTurns: number;
  }
  export interface Model {
    getResponse(request: { readonly input: unknown }): Promise<object>;
    getStreamedResponse(): never;
  }
  export class Agent {
    constructor(o: {
      readonly name: string;
      readonly instructions: string;
      readonly model: Model;
      readonly tools: AgentTool[];
    });
    asTool(o: {
      readonly toolName: string;
      readonly toolDescription: string;
      readonly runConfig: RunConfig;
      readonly runOptions: RunOptions;
    }): AgentTool;
  }
  export class Runner {
    constructor(config: RunConfig);
    run(agent: Agent, task: string, options: RunOptions): Promise<{ readonly finalOutput?: string }>;
  }
  export class Usage {
    constructor(counts: Readonly<Record<string, number>>);
    readonly totalTokens: number;
  }
  export function setTracingDisabled(isDisabled: boolean): void;
  export function tool(o: {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
    readonly execute: () => Promise<string>;
  }): AgentTool;
}

declare module "@earendil-works/pi-ai" {
  interface Content {
    readonly type: string;
    readonly text?: string;
  }
  export interface Message {
    readonly role: string;
    readonly content: readonly Content[];
    readonly stopReason: string;
    readonly [more: string]: unknown;
  }
  interface MessageStream {
    push(event: object): void;
  }
  export function createAssistantMessageEventStream(): MessageStream;
}

declare module "@earendil-works/pi-agent-core" {
  import type { Message, MessageStream } from "@earendil-works/pi-ai";

  export interface AgentTool {
    readonly name: string;
    readonly label: string;
    readonly description: string;
    readonly parameters: object;
    execute(id: string, input: { readonly task: string }): Promise<object>;
  }
  export class Agent {
    constructor(o: {
      readonly initialState: { readonly systemPrompt: string; readonly model: object; readonly tools: AgentTool[] };
      readonly streamFn: (model: unknown, context: { readonly messages: unknown }) => MessageStream;
    });
    readonly state: { readonly messages: readonly Message[] };
    prompt(task: string): Promise<void>;
  }
}

declare module "@google/adk" {
  interface SessionKey {
    readonly appName: string;
    readonly userId: string;
    readonly sessionId: string;
  }
  interface Part {
    readonly text?: string;
  }
  interface RunEvent {
    readonly content?: { readonly parts?: readonly Part[] };
  }
  export abstract class BaseLlm {
    constructor(o: { readonly model: string });
    abstract generateContentAsync(request: { readonly contents: unknown }): AsyncGenerator<object>;
    abstract connect(): Promise<never>;
  }
  export class LlmAgent {
    constructor(o: {
      readonly name: string;
      readonly description: string;
      readonly instruction: string;
      readonly model: BaseLlm;
      readonly tools: object[];
    });
    readonly name: string;
  }
  export class AgentTool {
    constructor(o: { readonly agent: LlmAgent });
    readonly name: string;
  }
  export class FunctionTool {
    constructor(o: {
      readonly name: string;
      readonly description: string;
      readonly parameters: object;
      readonly execute: () => Promise<object>;
    });
    readonly name: string;
  }
  export class InMemoryRunner {
    constructor(o: { readonly agent: LlmAgent; readonly appName: string });
    readonly sessionService: {
      createSession(key: SessionKey): Promise<object>;
      deleteSession(key: SessionKey): Promise<void>;
    };
    runAsync(o: {
      readonly userId: string;
      readonly sessionId: string;
      readonly newMessage: object;
      readonly runConfig: { readonly maxLlmCalls: number };
    }): AsyncIterable<RunEvent>;
  }
  export const LogLevel: { readonly ERROR: number };
  export function setLogLevel(level: number): void;
}

declare module "@strands-agents/sdk" {
  export abstract class Model {
    abstract updateConfig(config: object): void;
    abstract getConfig(): object;
    abstract stream(messages: unknown): AsyncGenerator<object>;
  }
  export class Agent {
    constructor(o: {
      readonly name: string;
      readonly id: string;
      readonly description: string;
      readonly systemPrompt: string;
      readonly model: Model;
      readonly tools: object[];
      readonly printer: boolean;
    });
    invoke(task: string): Promise<{ toString(): string }>;
  }
  export function tool(o: {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly callback: () => string;
  }): object;
}

declare module "@voltagent/core" {
  export class Agent {
    constructor(o: {
      readonly name: string;
      readonly purpose: string;
      readonly instructions: string;
      readonly model: object;
      readonly memory: false;
      readonly maxSteps: number;
    });
    generateText(task: string): Promise<{ readonly text: string }>;
  }
  export function createTool(o: {
    readonly name: string;
    readonly description: string;
    readonly parameters: object;
    readonly execute: () => Promise<object>;
  }): object;
}

declare module "@mastra/core/agent" {
  interface Options {
    readonly maxSteps: number;
  }
  export class Agent {
    constructor(o: {
      readonly id: string;
      readonly name: string;
      readonly description: string;
      readonly instructions: string;
      readonly model: object;
      readonly defaultOptions: Options;
    });
    generate(task: string, options: Options): Promise<{ readonly text: string }>;
  }
}

declare module "@mastra/core/tools" {
  export function createTool(o: {
    readonly id: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly execute: () => Promise<object>;
  }): object;
}

declare module "@langchain/core/language_models/chat_models" {
  export abstract class BaseChatModel {
    constructor(o: object);
    abstract _llmType(): string;
    abstract _generate(messages: unknown): Promise<object>;
  }
}

declare module "@langchain/core/messages" {
  export class AIMessage {
    constructor(fields: { readonly content: string; readonly tool_calls: object[]; readonly usage_metadata: object });
    readonly content: unknown;
  }
}

declare module "@langchain/langgraph" {
  export class MemorySaver {
    deleteThread(thread: string): Promise<void>;
  }
}

declare module "langchain" {
  import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
  import type { MemorySaver } from "@langchain/langgraph";

  interface Message {
    readonly content: unknown;
  }
  export interface LangchainTool {
    readonly name: string;
  }
  export interface LangchainAgent {
    invoke(
      input: { readonly messages: readonly object[] },
      options: object,
    ): Promise<{ readonly messages: readonly Message[] }>;
  }
  export function tool(
    execute: (input: { readonly task: string }) => Promise<string>,
    o: { readonly name: string; readonly description: string; readonly schema: object },
  ): LangchainTool;
  export function createAgent(o: {
    readonly model: BaseChatModel;
    readonly tools: LangchainTool[];
    readonly systemPrompt: string;
    readonly checkpointer?: MemorySaver;
  }): LangchainAgent;
}

declare module "deepagents" {
  import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
  import type { LangchainAgent, LangchainTool } from "langchain";

  export interface SubAgent {
    readonly name: string;
    readonly description: string;
    readonly systemPrompt?: string;
    readonly tools?: readonly LangchainTool[];
    readonly model?: BaseChatModel;
    readonly runnable?: LangchainAgent;
  }
  export function createDeepAgent(o: {
    readonly model: BaseChatModel;
    readonly systemPrompt: string;
    readonly subagents: SubAgent[];
    readonly tools: LangchainTool[];
  }): LangchainAgent;
}
