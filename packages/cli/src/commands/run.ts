import {
  type Argument,
  choiceFlag,
  countFlag,
  dollarFlag,
  durationFlag,
  listFlag,
  many,
  type Read,
  textFlag,
} from "../argv/flag.ts";
import { CONDUCT_FLAGS, readConduct } from "../argv/run-flags.ts";
import { type Command, defineCommand } from "../command.ts";
import { usageError } from "../command-error.ts";
import type { RunOrder } from "../run/order.ts";

const role = textFlag({ name: "role", value: "ROLE", summary: "Who does it (default: root_role of the config)" });
const type = textFlag({ name: "type", value: "ROLE", summary: "An older word for --role" });
const model = textFlag({
  name: "model",
  value: "PROVIDER/MODEL",
  summary: "The model of everybody in this run, or an alias",
});
const skills = listFlag({ name: "skills", value: "A,B", summary: "Skills for this run, after those of the role" });
const prompt = textFlag({ name: "prompt", value: "TEXT", summary: "The task, instead of words after --" });
const file = textFlag({ name: "file", value: "FILE", summary: "The task from a file, or what the task is about" });
const denials = choiceFlag({
  name: "denials",
  words: ["fail", "ok"],
  summary: "Whether a denied call makes the exit code 5 (default fail)",
});
const maxCost = dollarFlag({ name: "max-cost", summary: "What the run may cost, everybody below it included" });
const maxTokens = countFlag({
  name: "max-tokens",
  least: 1,
  most: 9_999_999_999,
  summary: "How many tokens it may use, everybody below it included",
});
const maxTurns = countFlag({
  name: "max-turns",
  least: 1,
  most: 1_000_000,
  summary: "How many model answers its role may take; those below it have their own",
});
const maxDepth = countFlag({ name: "max-depth", most: 1_000, summary: "How deep it may delegate; 0: not at all" });
const maxAgents = countFlag({
  name: "max-agents",
  most: 1_000_000,
  summary: "How many agents it may start below it, one after the other included",
});
const timeout = durationFlag({ name: "timeout", summary: "End the run after this time, such as 5m" });
const background = choiceFlag({
  name: "background",
  words: ["wait", "fail"],
  summary: "At the end of one who has agents in the background: wait for them (default), or fail",
});

/** `-` alone reads stdin; any other word without flag is most likely a task whose `--` was forgotten. */
const stdin: Argument<boolean> = {
  kind: "argument",
  name: "-",
  summary: "Read the task from stdin, or what the task is about",
  shape: "optional",
  absent: false,
  parse: ([word = ""]) => {
    if (word === "-") return true;
    throw usageError(`Cannot run "${word}": the words of a task stand after --`, `Such as: polyglav run -- ${word}`);
  },
};
const words = many("task...", "The task, in words");

export const run: Command = defineCommand({
  name: "run",
  summary: "Have a task done by a role, which may delegate to others",
  about:
    "Runs a role on a task. The answer goes to stdout; who does what, to stderr. What a role must ask for is asked in a " +
    "terminal (y/N); without one it is refused at once, unless --yes, or --on-ask park: then it waits, the run ends with " +
    "exit code 7 when nothing else can go on, and asks answer goes on with it. The log is kept in .polyglav/runs. What " +
    "AGENTS.md of a trusted folder says is given to every role, else that of your own folder. A TIME is a number of " +
    "seconds, or such as 500ms, 5m or 1.5h, as in the config.",
  args: [stdin],
  words,
  flags: [
    role,
    type,
    model,
    skills,
    prompt,
    file,
    denials,
    maxCost,
    maxTokens,
    maxTurns,
    maxDepth,
    maxAgents,
    timeout,
    background,
    ...CONDUCT_FLAGS,
  ],
  readsLayers: true,
  examples: [
    { line: 'polyglav run --role planner --model local/qwen3 -- "Plan the fix"', says: "One role, one task" },
    {
      line: "git diff | polyglav run --role code-reviewer --prompt 'Review this diff' -",
      says: "What the task is about comes from a pipe",
    },
    {
      line: 'polyglav run --output ndjson --yes --timeout 10m -- "Fix the failing test"',
      says: "For programs: events on stdout, the last one is run-end",
    },
  ],
  exits: ["ok", "failed", "usage", "config", "not-ready", "denied", "limit", "waiting", "interrupted", "terminated"],
  run: async (read, session) => {
    if (read(role) !== undefined && read(type) !== undefined)
      throw usageError("Cannot use --role with --type: they say the same", "Leave --type out");
    const conduct = readConduct(read);
    const { execute } = await import("../run/execute.ts");
    return execute(
      {
        task: { words: read(words), prompt: read(prompt), file: read(file), stdin: read(stdin) },
        role: read(role) ?? read(type),
        model: read(model),
        skills: read(skills),
        denials: read(denials) ?? "fail",
        limits: readLimits(read),
        unfinished: read(background),
        ...conduct,
      },
      session,
    );
  },
});

/** What is not said is not limited by the command line. */
function readLimits(read: Read): RunOrder["limits"] {
  const written = {
    cost: read(maxCost),
    tokens: read(maxTokens),
    steps: read(maxTurns),
    depth: read(maxDepth),
    agents: read(maxAgents),
    ms: read(timeout),
  };
  return Object.fromEntries(Object.entries(written).filter(([, most]) => most !== undefined));
}
