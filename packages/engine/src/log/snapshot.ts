import type { AgentState, RunState } from "./run-state.ts";

/** The version of a snapshot: one of another version is passed over, and the whole log is read. */
const FORMAT = 1;

/** Maps and sets as JSON has them. */
type Listed<T> = {
  readonly [K in keyof T]: T[K] extends ReadonlyMap<infer Key, infer Value>
    ? readonly (readonly [Key, Value])[]
    : T[K] extends ReadonlySet<infer Value>
      ? readonly Value[]
      : T[K];
};

interface Snapshot {
  readonly format: typeof FORMAT;
  readonly state: Omit<Listed<RunState>, "agents">;
  readonly agents: readonly Listed<AgentState>[];
}

/** Writes a state as text. */
export function toSnapshot(state: RunState): string {
  const { agents, ...rest } = state;
  const snapshot: Snapshot = {
    format: FORMAT,
    state: {
      ...rest,
      asked: [...rest.asked],
      consulted: [...rest.consulted],
      ended: [...rest.ended],
      texts: [...rest.texts],
      questions: [...rest.questions],
      answers: [...rest.answers],
      letters: [...rest.letters],
    },
    agents: [...agents.values()].map((agent) => ({
      ...agent,
      callIds: [...agent.callIds],
      running: [...agent.running],
      untold: [...agent.untold],
      near: [...agent.near],
      told: [...agent.told],
      artifacts: [...agent.artifacts],
    })),
  };
  return JSON.stringify(snapshot);
}

/** Reads what {@link toSnapshot} wrote; `undefined` for anything else: the log has it all. */
export function fromSnapshot(text: string): RunState | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isSnapshot(read) ? restore(read) : undefined;
  } catch {
    return undefined;
  }
}

function restore({ state, agents }: Snapshot): RunState {
  return {
    ...state,
    // What is undefined is not in JSON.
    started: state.started,
    lastAt: state.lastAt,
    end: state.end,
    gate: [...state.gate],
    denials: [...state.denials],
    bill: [...state.bill],
    agents: new Map(agents.map((agent) => [agent.run, restoreAgent(agent)])),
    asked: new Map(state.asked),
    consulted: new Map(state.consulted),
    ended: new Map(state.ended),
    texts: new Map(state.texts),
    questions: new Map(state.questions),
    answers: new Map(state.answers),
    letters: new Set(state.letters),
  };
}

function restoreAgent(agent: Listed<AgentState>): AgentState {
  return {
    ...agent,
    callIds: new Set(agent.callIds),
    running: new Set(agent.running),
    untold: new Map(agent.untold),
    near: new Set(agent.near),
    told: new Set(agent.told),
    artifacts: new Set(agent.artifacts),
  };
}

/** The store gives back what was kept or nothing, so the version says enough. */
function isSnapshot(value: unknown): value is Snapshot {
  return (
    typeof value === "object" && value !== null && "format" in value && value.format === FORMAT && "agents" in value
  );
}
