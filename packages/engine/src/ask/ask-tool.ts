import { CATEGORIES, type Request, isCategory } from "@polyglav/permissions";
import type { AnyCall } from "@polyglav/permissions/gate";
import { z } from "zod";
import type { Agent, Tree } from "../agent/agent.ts";
import { quote } from "../agent/call-summary.ts";
import { denialKey, denialText } from "../agent/denial.ts";
import { DeniedCall, ImpossibleCall } from "../agent/hindrance.ts";
import type { EngineTool } from "../ports.ts";
import { addressee, endUnanswered, throughGate } from "../agent/carry-out.ts";
import { askDirection } from "./ask-direction.ts";
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
  target: z
    .enum(["human", "caller", "user", "operator", "lead", "leader"])
    .optional()
    .describe("Who is to decide about a direction: human, or caller for the one who delegated to you"),
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
    async execute(input, { abortSignal, toolCallId: call }) {
      const ask = inputSchema.parse(input);
      if (kindOf(ask) === "permission") return askPermission(ask, call, agent, tree, tools);
      const { question, context, options = [] } = ask;
      return askDirection({ call, question, context, options, target: targetOf(ask) }, agent, tree, abortSignal);
    },
  };
  return { tool, kind: "question" };
}

function kindOf(ask: AskInput): "direction" | "permission" {
  return ask.kind ?? (ask.permission !== undefined || ask.tool !== undefined ? "permission" : "direction");
}

/** All that an asking agent says for itself. */
function wholeQuestion({ question, context, options = [] }: AskInput): string {
  return [question, context, options.join(" / ")].filter((part) => part !== undefined && part !== "").join("\n");
}

/** Models learned several words for the two who may answer. */
function targetOf({ target }: AskInput): "human" | "caller" | undefined {
  if (target === undefined) return undefined;
  return target === "caller" || target === "lead" || target === "leader" ? "caller" : "human";
}

async function askPermission(
  ask: AskInput,
  call: string,
  agent: Agent,
  tree: Tree,
  tools: AgentTools,
): Promise<string> {
  const wanted = await wantedCall(ask, tools);
  const summary = "category" in wanted ? `any one ${wanted.category} call` : (wanted.summary ?? "the call");
  const { signal, authority, policy, state } = agent;
  const answer = await throughGate(agent, tree, () =>
    tree.gate.elevate(authority, wanted, {
      ...{ signal, question: wholeQuestion(ask) },
      call: `${state.step}/${call}`,
      to: addressee(policy.permission),
    }),
  );
  if (answer.ok) {
    return answer.grant === undefined
      ? `${summary} was allowed already.`
      : `granted: ${summary}, once. Make the call now.`;
  }
  if (answer.reason === "no-approver") endUnanswered(`${summary} is asked for, and nobody is there`, tree);
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
