import { type Verdict, use } from "@polyglav/permissions";
import type { Refusal } from "@polyglav/permissions/gate";
import type { Agent, Tree } from "./agent.ts";

/** Whom a denial is told to. */
export interface Denied {
  readonly role: string;
  /** Whether it has the ask tool and somebody is there to hear it. */
  readonly canAsk: boolean;
}

/** Whether an agent that is denied something could ask for it. */
export function deniedAgent(agent: Agent, tree: Tree): Denied {
  const isHeard = tree.operator !== undefined || tree.onAsk === "park";
  return { role: agent.role, canAsk: isHeard && use(agent.authority, "ask") !== "deny" };
}

/**
 * Says to a model why its call was denied: what, by which word, and what it can do now. Short on purpose: it names the
 * scope, so that the model does not try every other spelling, and not the whole rule book.
 */
export function denialText(
  summary: string,
  { role, canAsk }: Denied,
  refusal: Pick<Refusal, "reason" | "verdict" | "because">,
): string {
  const why = refusal.verdict.because.map((reason) => reason.text).join("; ");
  switch (refusal.reason) {
    case "denied": {
      // The gate says so itself where a yes to this question could not be used.
      if (refusal.because !== undefined) return `denied: ${summary}: ${refusal.because}.`;
      const category = deniedCategory(refusal.verdict);
      const scope = category === undefined ? "" : ` Other ${category} calls by ${role} are denied, too.`;
      return `denied: ${summary}: ${why}.${scope} ${remedy(refusal.verdict, category, canAsk)}`;
    }
    case "rejected": {
      const because = refusal.because === undefined ? "" : `: ${refusal.because}`;
      return `denied: ${summary}: the operator said no${because}. Do not try it again in other words.`;
    }
    case "expired":
      return `denied: ${summary}: nobody answered in time. Finish without it.`;
    case "parked":
      return `denied: ${summary}: it must be asked for (${why}), and the answer comes later. Go on without it.`;
    case "lost":
      return `denied: ${summary}: ${refusal.because ?? "the question was lost"}. Finish without it.`;
    case "no-approver":
      return `denied: ${summary}: it must be asked for (${why}) and nobody is there to answer. Finish without it.`;
    case "cancelled":
      return `cancelled: ${summary}: the run was stopped`;
  }
}

/** What the model can do now. It is told to ask only where it can, and where a yes could help. */
function remedy({ liftable }: Verdict, category: string | undefined, canAsk: boolean): string {
  if (liftable === "no" || category === undefined) return "Nobody can allow it: finish without it.";
  if (!canAsk) return "Finish without it.";
  return `Ask for it with ask(kind: "permission", permission: "${category}"), or finish without it.`;
}

/** The key of a denial: the same tool and category are the same in other words, and so is a no to the same question. */
export function denialKey(tool: string, verdict: Verdict): string {
  return `${tool}: ${deniedCategory(verdict) ?? "denied"}`;
}

function deniedCategory(verdict: Verdict): string | undefined {
  return verdict.because.find((reason) => reason.category !== undefined)?.category;
}
