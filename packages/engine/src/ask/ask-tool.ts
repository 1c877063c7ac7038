import { CATEGORIES, type Request, isCategory } from "@polyglav/permissions";
import type { AnyCall } from "@polyglav/permissions/gate";
import { z } from "zod";
import type { Agent, Tree } from "../agent/agent.ts";
import { quote } from "../agent/call-summary.ts";
import { denialKey, denialText } from "../agent/denial.ts";
import { DeniedCall, ImpossibleCall } from "../agent/hindrance.ts";
import type { EngineTool, Question } from "../ports.ts";
import { readInput } from "../agent/prepare-call.ts";
import type { AgentTool, AgentTools } from "../agent/tool-list.ts";

const inputSchema = z.object({
  question: z.string().min(1).describe("What you want to know or may do, and why"),
  context: z.string().optional().describe("What the one who answers has to know"),
  options: z.array(z.string()).optional().describe("Answers to choose from"),
  kind: z
    .enum(["direction", "permission"])
    .optional()
    .describe("direction: a decision in words (default). permission: leave to make a call"),
  permission: z
    .string()
    .optional()
    .describe(`The permission asked for: ${CATEGORIES.join(", ")}, or the name of a tool`),
  tool: z.string().optional().describe("The tool of the call you want to make"),
  input: z.record(z.string(), z.unknown()).optional().describe("The exact input of that call"),
});
type AskInput = z.infer<typeof inputSchema>;

/**
 * The tool by which an agent asks. A question of direction goes to the operator in words; one for permission goes
 * through the gate, whose yes is a grant for exactly the call that was shown. Nobody there to answer is said at once.
 */
export function askTool(agent: Agent, tree: Tree, tools: AgentTools): AgentTool {
  const tool: EngineTool = {
    description:
      'Asks whoever may answer. kind "direction" for a decision, kind "permission" (with tool and input, or with permission) for leave to make a call you are denied.',
    inputSchema,
    category: "ask",
    request(input) {
      const ask = inputSchema.parse(input);
      const summary = `ask ${quote(ask.question)}`;
      return { tool: "ask", actions: [{ category: "ask", resource: [kindOf(ask)] }], summary };
    },
    async execute(input, { abortSignal }) {
      const ask = inputSchema.parse(input);
      return kindOf(ask) === "permission"
        ? askPermission(ask, agent, tree, tools, abortSignal)
        : askDirection(ask, agent, tree, abortSignal);
    },
  };
  return { tool, kind: "question" };
}

function kindOf(ask: AskInput): "direction" | "permission" {
  return ask.kind ?? (ask.permission !== undefined || ask.tool !== undefined ? "permission" : "direction");
}

async function askPermission(
  ask: AskInput,
  agent: Agent,
  tree: Tree,
  tools: AgentTools,
  signal: AbortSignal,
): Promise<string> {
  const wanted = await wantedCall(ask, tools);
  const summary = "category" in wanted ? `any one ${wanted.category} call` : (wanted.summary ?? "the call");
  const answer = await tree.gate.elevate(agent.authority, wanted, { signal, question: ask.question });
  if (answer.ok) {
    return answer.grant === undefined
      ? `${summary} was allowed already.`
      : `granted: ${summary}, once. Make the call now.`;
  }
  // It has asked, so it is not sent to ask again.
  const text = denialText(summary, { role: agent.role, canAsk: false }, answer);
  throw new DeniedCall(text, denialKey("ask", answer.verdict));
}

/** The call that leave is asked for: exactly one where tool and input are given, else any one call of a category. */
async function wantedCall(ask: AskInput, tools: AgentTools): Promise<Request | AnyCall> {
  const name = ask.tool ?? ask.permission ?? "";
  const wanted = tools.get(name)?.tool;
  if (wanted !== undefined && ask.input !== undefined) {
    // Read as the call itself will be: a grant for anything else would never be found.
    const read = await readInput(wanted, ask.input);
    if (!read.ok) throw new Error(`the arguments of ${name} do not fit: ${read.message}`);
    return wanted.request(read.value);
  }
  const category = wanted?.category ?? ask.permission ?? name;
  if (isCategory(category)) return { category };
  throw new ImpossibleCall("name", {
    code: "POLYGLAV_UNKNOWN_PERMISSION",
    message: `Cannot ask for permission "${category}": there is none of that name`,
    hint: `Permissions: ${CATEGORIES.join(", ")}`,
  });
}

async function askDirection(ask: AskInput, agent: Agent, tree: Tree, signal: AbortSignal): Promise<string> {
  const direct = tree.operator?.direct;
  // As at the gate: where nobody can be asked, nothing is asked.
  if (direct === undefined) throw new Error(`nobody is there to answer. ${GO_ON}`);

  tree.questions += 1;
  const { question, context, options = [] } = ask;
  const about = context === undefined ? {} : { context };
  const asked: Question = { id: `q${tree.questions}`, role: agent.role, question, options, ...about };
  tree.journal.record(agent.speaker, {
    kind: "ask.raised",
    ask: asked.id,
    about: "direction",
    role: agent.role,
    summary: quote(question),
    question,
    options,
  });
  const answer = await hear(() => direct(asked, signal), signal);
  const said = answer === undefined || answer.trim() === "" ? undefined : answer;
  const closed = signal.aborted ? "cancelled" : said === undefined ? "no-approver" : "answered";
  tree.journal.record(agent.speaker, { kind: "ask.answered", ask: asked.id, answer: closed });
  if (said === undefined || signal.aborted) throw new Error(`there was no answer. ${GO_ON}`);
  return said;
}

const GO_ON = "Decide yourself, say what you assumed, and go on";

/** Waits for an answer, but not past the stop of the run; whoever fails to answer has given none. */
async function hear(ask: () => Promise<string | undefined>, signal: AbortSignal): Promise<string | undefined> {
  const over = new AbortController();
  const stopped = new Promise<undefined>((resolve) => {
    const done = (): void => {
      resolve(undefined);
    };
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([Promise.resolve().then(ask), stopped]);
  } catch {
    return undefined; // whatever an operator throws: it is no answer
  } finally {
    over.abort();
  }
}
