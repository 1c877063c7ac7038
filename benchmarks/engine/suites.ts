/**
 * Which figures there are, and whose.
 *
 * @module
 */
import { join } from "node:path";
import type { Aim, Case, Effort, Given, How, Subject, Suite } from "../runner/benchmark.ts";

const here = (path: string): string => join(import.meta.dirname, path);

/** All subjects are measured by one program, which loads the module that `agents` names. */
const subject = (name: string, kind: Subject["kind"], agents: string, given: Given = {}): Subject => ({
  name,
  kind,
  program: here("measure.ts"),
  given: { agents, ...given },
});

interface More {
  readonly file?: string;
  readonly given?: Given;
  readonly kind?: Subject["kind"];
  readonly isSlow?: boolean;
}

/** A folder below `peers` has its own package.json, so that versions of one library do not mix. */
const peer = (
  name: string,
  folder: string,
  { file = "agents.ts", kind = "peer", isSlow, given }: More = {},
): Subject => ({
  ...subject(name, kind, `peers/${folder}/${file}`, given),
  peers: here(join("peers", folder)),
  ...(isSlow === true ? { leavesOut: needsTime } : {}),
});

/** These start in a second or so, and take ten to ninety for a thousand delegations: a quick run does not have that. */
const needsTime = ({ given: { measure } }: Case, how: How): boolean => how === "quick" && measure !== "cpu";

const SUBJECTS: readonly Subject[] = [
  subject("polyglav", "ours", "ours/agents.ts", { log: "file", listen: "no" }),
  subject("polyglav-memory", "ours", "ours/agents.ts", { log: "memory", listen: "no" }),
  subject("polyglav-stream", "ours", "ours/agents.ts", { log: "file", listen: "yes" }),
  peer("ai7", "ai7", { given: { answers: "whole" } }),
  peer("ai7-stream", "ai7", { given: { answers: "stream" } }),
  peer("ai6", "ai6", { given: { answers: "whole" } }),
  peer("openai", "openai", { isSlow: true }),
  peer("adk", "adk", { isSlow: true }),
  peer("strands", "strands", { isSlow: true }),
  peer("voltagent", "voltagent", { isSlow: true }),
  peer("langgraph", "langgraph", { given: { checkpoints: "none" }, isSlow: true }),
  peer("langgraph-mem", "langgraph", { given: { checkpoints: "memory" }, isSlow: true }),
  peer("deepagents", "langgraph", { file: "deepagents.ts", isSlow: true }),
  peer("mastra", "mastra", { isSlow: true }),
  peer("pi", "pi", { kind: "reference" }),
  peer("model-step", "ai7", { file: "step.ts", kind: "reference" }),
  subject("floor", "reference", "reference/floor.ts"),
];

const EFFORT: { readonly full: Effort; readonly quick: Effort } = {
  full: { warmMs: 1_000, measureMs: 1_200, rounds: 3, limitMs: 300_000 },
  quick: { warmMs: 200, measureMs: 250, rounds: 1, limitMs: 20_000 },
};

/** Processes are started for as long, three times at least. */
const START_EFFORT: { readonly full: Effort; readonly quick: Effort } = {
  full: { warmMs: 0, measureMs: 2_000, rounds: 3, limitMs: 120_000 },
  quick: { warmMs: 0, measureMs: 0, rounds: 1, limitMs: 30_000 },
};

const caseOf = (name: string, short: string, quick: boolean, given: Given): Case => ({ name, short, quick, given });

const runCase = (measure: "cpu" | "wall", scenario: string, quick = false): Case =>
  caseOf(`${measure} ${scenario}`, scenario, quick, { measure, scenario });

const startCase = (figure: "cpu" | "wall", scenario: "import" | "cold", quick = false): Case =>
  caseOf(`${figure} ${scenario}`, scenario, quick, { measure: "start", scenario, figure });

const aim = (work: string, value: number): Aim => ({ case: work, subject: "polyglav", value });

/** What a run takes of the processor, or of a long one each delegation. */
export const CPU: Suite = {
  name: "CPU",
  unit: "µs of CPU time each",
  better: "less",
  cases: [
    runCase("cpu", "single", true),
    runCase("cpu", "delegate1"),
    runCase("cpu", "fan20", true),
    runCase("cpu", "chain5"),
    caseOf("cpu runs1000", "runs1000", false, { measure: "runs", figure: "cpu" }),
    caseOf("cpu seq100", "seq100", false, { measure: "delegations", figure: "seq100" }),
    caseOf("cpu seq1000", "seq1000", false, { measure: "delegations", figure: "seq1000" }),
  ],
  subjects: SUBJECTS,
  effort: EFFORT,
  aims: [aim("cpu single", 300), aim("cpu delegate1", 400), aim("cpu fan20", 3_000), aim("cpu chain5", 2_000)],
};

/** How long somebody waits for a run. */
export const WALL: Suite = {
  name: "wall",
  unit: "µs of wall time each",
  better: "less",
  cases: [
    runCase("wall", "single"),
    runCase("wall", "delegate1", true),
    runCase("wall", "fan20"),
    runCase("wall", "chain5"),
  ],
  subjects: SUBJECTS,
  effort: EFFORT,
};

/** What a start takes of the processor, before the first run and with it. */
export const START_CPU: Suite = {
  name: "start, CPU",
  unit: "ms of CPU time",
  better: "less",
  cases: [startCase("cpu", "import"), startCase("cpu", "cold", true)],
  subjects: SUBJECTS,
  effort: START_EFFORT,
};

/** How long somebody waits for the first run of a program. */
export const START: Suite = {
  name: "start",
  unit: "ms of wall time",
  better: "less",
  cases: [startCase("wall", "import"), startCase("wall", "cold", true)],
  subjects: SUBJECTS,
  effort: START_EFFORT,
  // With the 30 that Node takes for itself: 150.
  aims: [aim("wall cold", 120)],
};

/** What a run leaves in memory for good. */
export const KEPT: Suite = {
  name: "kept",
  unit: "kB of heap kept a run",
  better: "less",
  cases: [caseOf("kept runs1000", "runs1000", true, { measure: "runs", figure: "kept" })],
  subjects: SUBJECTS,
  effort: EFFORT,
  aims: [aim("kept runs1000", 1)],
};

/** What is in memory at the end of a run of a thousand delegations. */
export const HEAP: Suite = {
  name: "heap",
  unit: "MB of heap at the end",
  better: "less",
  cases: [caseOf("heap seq1000", "seq1000", true, { measure: "delegations", figure: "heap" })],
  subjects: SUBJECTS,
  effort: EFFORT,
  aims: [aim("heap seq1000", 40)],
};

/** Whether a long run becomes dearer with each step. */
export const GROWTH: Suite = {
  name: "growth",
  unit: "times the cost of a delegation at 100",
  better: "less",
  cases: [caseOf("growth seq1000", "x at 1,000", true, { measure: "delegations", figure: "growth" })],
  subjects: SUBJECTS,
  effort: EFFORT,
  aims: [aim("growth seq1000", 1.2)],
};
