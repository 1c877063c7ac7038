import { CATEGORIES, type Request } from "@polyglav/permissions";
import type { AnyCall } from "@polyglav/permissions/gate";
import { z } from "zod";
import type { Agent, Tree } from "./agent.ts";
import { quote } from "./call-summary.ts";
import { CallRefused, denialText } from "./denial.ts";
import type { Question } from "./ports.ts";
import type { AgentTool } from "./tool-list.ts";

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
export function askTool(agent: Agent, tree: Tree, tools: ReadonlyMap<string, AgentTool>): AgentTool {
  return {
    description:
      'Asks whoever may answer. kind "direction" for a decision, kind "permission" (with tool and input, or with permission) for leave to make a call you are denied.',
    inputSchema,
    category: "ask",
    unconfirmed: true,
    request(input) {
      const ask = inputSchema.parse(input);
      return {
        tool: "ask",
        actions: [{ category: "ask", resource: [kindOf(ask)] }],
        summary: `ask ${quote(ask.question)}`,
      };
    },
    async execute(input, { abortSignal }) {
      const ask = inputSchema.parse(input);
      return kindOf(ask) === "permission"
        ? askPermission(ask, agent, tree, tools, abortSignal)
        : askDirection(ask, agent, tree, abortSignal);
    },
  };
}

function kindOf(ask: AskInput): "direction" | "permission" {
  return ask.kind ?? (ask.permission !== undefined || ask.tool !== undefined ? "permission" : "direction");
}

async function askPermission(
  ask: AskInput,
  agent: Agent,
  tree: Tree,
  tools: ReadonlyMap<string, AgentTool>,
  signal: AbortSignal,
): Promise<string> {
  const wanted = await wantedCall(ask, tools);
  const summary = "category" in wanted ? `any one ${wanted.category} call` : (wanted.summary ?? "the call");
  const answer = await tree.gate.elevate(agent.authority, wanted, { signal, question: ask.question });
  if (!answer.ok) throw new Error(denialText(summary, agent.role, answer));
  return answer.grant === undefined
    ? `${summary} was allowed already.`
    : `granted: ${summary}, once. Make the call now.`;
}

/** The call that leave is asked for: exactly one where tool and input are given, else any one call of a category. */
async function wantedCall(ask: AskInput, tools: ReadonlyMap<string, AgentTool>): Promise<Request | AnyCall> {
  const name = ask.tool ?? ask.permission ?? "";
  const tool = tools.get(name);
  if (tool !== undefined && ask.input !== undefined) return tool.request(ask.input);
  const category = tool?.category ?? ask.permission ?? name;
  if (CATEGORIES.some((known) => known === category)) return { category };
  throw new CallRefused({
    code: "POLYGLAV_UNKNOWN_PERMISSION",
    message: `Cannot ask for permission "${category}": there is none of that name`,
    hint: `Permissions: ${CATEGORIES.join(", ")}`,
  });
}

async function askDirection(ask: AskInput, agent: Agent, tree: Tree, signal: AbortSignal): Promise<string> {
  tree.asks += 1;
  const id = `q${tree.asks}`;
  const { options = [] } = ask;
  tree.journal.record(agent.speaker, {
    kind: "ask.raised",
    ask: id,
    about: "direction",
    role: agent.role,
    summary: quote(ask.question),
    question: ask.question,
    options,
  });
  const close = (answer: "answered" | "no-approver" | "cancelled"): void => {
    tree.journal.record(agent.speaker, { kind: "ask.answered", ask: id, answer });
  };
  const direct = tree.operator?.direct;
  if (direct === undefined) {
    close("no-approver");
    throw new Error("nobody is there to answer. Decide yourself, say what you assumed, and go on");
  }
  const question: Question = {
    id,
    role: agent.role,
    question: ask.question,
    options,
    ...(ask.context === undefined ? {} : { context: ask.context }),
  };
  const answer = await direct(question, signal).catch(() => undefined);
  if (signal.aborted) {
    close("cancelled");
    throw new Error("the run was stopped");
  }
  if (answer === undefined || answer.trim() === "") {
    close("no-approver");
    throw new Error("there was no answer. Decide yourself, say what you assumed, and go on");
  }
  close("answered");
  return answer;
}
