import { addUsage, type LogEntry, NO_USAGE, type RunEnd, type Usage } from "@polyglav/engine";

/** An agent of a run, with those that it started. */
export interface AgentNode {
  readonly run: string;
  readonly role: string;
  readonly model: string;
  readonly task: string;
  readonly background: boolean;
  /** The run whose conversation it went on with. */
  readonly resumes?: string;
  /** How it ended; absent while it has not. */
  readonly outcome?: RunEnd["outcome"];
  /** What it used itself, and with everybody below it. */
  readonly self: Usage;
  readonly subtree: Usage;
  /** What it is waiting to hear, each as its ask says it. */
  readonly asks: readonly string[];
  readonly children: readonly AgentNode[];
}

/** The agents of a run as its log has them; `undefined` for a log without a start. Pure. */
export function agentTree(entries: readonly LogEntry[]): AgentNode | undefined {
  const agents = new Map<string, Agent>();
  const asks = new Map<string, { readonly run: string; readonly says: string }>();
  let root: Agent | undefined;
  for (const entry of entries) {
    const speaker = agents.get(entry.run);
    switch (entry.kind) {
      case "run.started":
        root ??= add(agents, entry.run, entry);
        break;
      case "child.started": {
        const child = add(agents, entry.child, entry);
        child.background = entry.background;
        child.resumes = entry.resumes?.run;
        speaker?.children.push(child);
        break;
      }
      case "child.done": {
        const child = agents.get(entry.child);
        if (child !== undefined) child.outcome = entry.outcome.status;
        break;
      }
      case "model.done":
      case "consult.done":
        if (speaker !== undefined) speaker.self = addUsage(speaker.self, entry.usage);
        break;
      case "model.failed":
        if (speaker !== undefined && entry.usage !== undefined) speaker.self = addUsage(speaker.self, entry.usage);
        break;
      case "ask.raised":
        asks.set(entry.ask, { run: entry.run, says: entry.question });
        break;
      case "ask.answered":
        asks.delete(entry.ask);
        break;
      case "gate.recorded": {
        const { record } = entry;
        if (record.do === "ask") {
          const { id, holder, request } = record.ask;
          asks.set(id, { run: holder, says: request.summary ?? request.tool ?? "a call" });
        } else if (record.do === "close") asks.delete(record.ask);
        break;
      }
      case "run.ended":
        if (root !== undefined) root.outcome = entry.outcome;
        break;
      default:
    }
  }
  return root === undefined ? undefined : nodeOf(root, [...asks.values()]);
}

interface Agent {
  readonly run: string;
  readonly role: string;
  readonly model: string;
  readonly task: string;
  readonly children: Agent[];
  background: boolean;
  resumes: string | undefined;
  outcome: RunEnd["outcome"] | undefined;
  self: Usage;
}

function add(
  agents: Map<string, Agent>,
  run: string,
  { role, model, task }: Pick<Agent, "role" | "model" | "task">,
): Agent {
  const agent: Agent = {
    ...{ run, role, model, task, children: [], background: false, self: NO_USAGE },
    ...{ resumes: undefined, outcome: undefined },
  };
  agents.set(run, agent);
  return agent;
}

type Asked = readonly { readonly run: string; readonly says: string }[];

function nodeOf(
  { run, role, model, task, background, resumes, outcome, self, children }: Agent,
  asks: Asked,
): AgentNode {
  const below = children.map((child) => nodeOf(child, asks));
  return {
    ...{ run, role, model, task, background },
    ...(resumes !== undefined && { resumes }),
    ...(outcome !== undefined && { outcome }),
    self,
    subtree: below.reduce((sum, { subtree }) => addUsage(sum, subtree), self),
    asks: outcome === undefined ? asks.filter((one) => one.run === run).map(({ says }) => says) : [],
    children: below,
  };
}
