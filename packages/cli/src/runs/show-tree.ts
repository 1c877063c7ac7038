import { readRun, readRunLog, type RunView } from "@polyglav/engine";
import type { Output } from "../command.ts";
import { CommandError } from "../command-error.ts";
import type { Line, Span } from "../line.ts";
import type { Session } from "../session.ts";
import { displayUsage } from "../view/amounts.ts";
import { OUTCOMES } from "../view/render-event.ts";
import { shortened, visibleLine } from "../visible.ts";
import { type AgentNode, agentTree } from "./agent-tree.ts";
import { findRun } from "./find-run.ts";
import { fromLog, runStore, withRun } from "./store.ts";

/** Shows the agents of a run as a tree: who started whom, how each ended, and what it used. */
export async function showTree(written: string, session: Session): Promise<Output> {
  const store = runStore(session);
  const run = await findRun(written, store);
  const view = await withRun(run, () => readRun(store, run));
  const entries = (await withRun(run, () => readRunLog(store, run))) ?? [];
  const tree = await fromLog(run, () => agentTree(entries));
  if (view === undefined || tree === undefined) {
    throw new CommandError(`Cannot show "${run}": its log holds no start`, {
      code: "POLYGLAV_LOG_BROKEN",
      exit: "config",
    });
  }
  const columns = session.world.stdout.columns ?? 100;
  return fromLog(run, () => ({
    data: { run, state: view.state, tree },
    lines: linesOf(tree, { depth: 0, state: view.state, columns, labels: new Map() }),
  }));
}

interface Place {
  readonly depth: number;
  readonly state: RunView["state"];
  readonly columns: number;
  /** How many agents of each role were shown. */
  readonly labels: Map<string, number>;
}

function linesOf(node: AgentNode, place: Place): readonly Line[] {
  const { depth, state, columns, labels } = place;
  const { run, role, outcome, subtree, background, resumes, asks, children, task } = node;
  const count = (labels.get(role) ?? 0) + 1;
  labels.set(role, count);
  const rails = (joint: string): string => (depth === 0 ? "" : `${"│ ".repeat(depth - 1)}${joint} `);
  const label = `${visibleLine(role)}${count === 1 ? "" : ` ${count}`}`;
  const gap = " ".repeat(Math.max(1, 18 - rails("├").length - label.length));
  const more = [
    displayUsage(subtree),
    ...(background ? ["in the background"] : []),
    ...(resumes === undefined ? [] : [`goes on with ${visibleLine(resumes)}`]),
  ].join(", ");
  const verdict: Span = outcome === undefined ? OPEN[state] : OUTCOMES[outcome];
  const taken = rails("├").length + label.length + gap.length + verdict[1].length + more.length + run.length + 8;
  return [
    [
      ["dim", rails("├")],
      ["name", label],
      gap,
      verdict,
      `, ${more}: `,
      ["dim", shortened(visibleLine(task), Math.max(16, columns - taken))],
      ["dim", `  ${visibleLine(run)}`],
    ],
    ...asks.map((says): Line => [
      ["dim", rails("│")],
      " ".repeat(Math.max(1, 18 - rails("│").length)),
      ["warn", "? waits for an answer to "],
      visibleLine(says),
    ]),
    ...children.flatMap((child) => linesOf(child, { ...place, depth: depth + 1 })),
  ];
}

/** What an agent does that has not ended, by what the run does. */
const OPEN = {
  running: ["name", "… works"],
  waiting: ["warn", "… waits"],
  ready: ["good", "… can go on"],
  "broken-off": ["warn", "… broken off"],
  ended: ["warn", "… never ended"],
} as const satisfies Readonly<Record<RunView["state"], Span>>;
