import {
  type Argument,
  choiceFlag,
  countFlag,
  durationFlag,
  listFlag,
  many,
  switchFlag,
  textFlag,
  textsFlag,
} from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { usageError } from "../command-error.ts";

const role = textFlag({ name: "role", value: "ROLE", summary: "Who does it (default: root_role of the config)" });
const type = textFlag({ name: "type", value: "ROLE", summary: "An older word for --role" });
const model = textFlag({
  name: "model",
  value: "PROVIDER/MODEL",
  summary: "The model of everybody in this run, or an alias",
});
const approveModel = textsFlag({
  name: "approve-model",
  value: "PROVIDER/MODEL",
  summary: "Approve a model that only a role of the folder or a plugin names, now and for later",
});
const skills = listFlag({ name: "skills", value: "A,B", summary: "Skills for this run, after those of the role" });
const prompt = textFlag({ name: "prompt", value: "TEXT", summary: "The task, instead of words after --" });
const file = textFlag({ name: "file", value: "FILE", summary: "The task from a file, or what the task is about" });
const fakeModel = textFlag({ name: "fake-model", value: "FILE", summary: "A scripted model instead of a real one" });
const yes = switchFlag({ name: "yes", summary: "Confirm what must be asked for; what is denied stays denied" });
const no = switchFlag({ name: "no", summary: "Refuse what must be asked for, at once" });
const denials = choiceFlag({
  name: "denials",
  words: ["fail", "ok"],
  summary: "Whether a denied call makes the exit code 5 (default fail)",
});
const timeout = durationFlag({ name: "timeout", summary: "End the run after this time, such as 5m" });
const idleTimeout = durationFlag({
  name: "idle-timeout",
  summary: "How long a model may say nothing (default 60s, or idle_timeout of the config)",
});
const retries = countFlag({
  name: "retries",
  most: 100,
  summary: "How often a failed model request is tried again (default 2, or retries of the config)",
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
    "terminal (y/N); without one it is refused at once, unless --yes. The log is kept in .polyglav/runs. A TIME is a " +
    "number of seconds, or such as 500ms, 5m or 1.5h, as in the config.",
  args: [stdin],
  words,
  flags: [
    role,
    type,
    model,
    approveModel,
    skills,
    prompt,
    file,
    fakeModel,
    yes,
    no,
    denials,
    timeout,
    idleTimeout,
    retries,
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
  exits: ["ok", "failed", "usage", "config", "not-ready", "denied", "limit", "interrupted", "terminated"],
  run: async (read, session) => {
    if (read(role) !== undefined && read(type) !== undefined)
      throw usageError("Cannot use --role with --type: they say the same", "Leave --type out");
    if (read(yes) && read(no))
      throw usageError("Cannot use --yes with --no: they say two things", "Leave one of them out");
    const { execute } = await import("../run/execute.ts");
    return execute(
      {
        task: { words: read(words), prompt: read(prompt), file: read(file), stdin: read(stdin) },
        role: read(role) ?? read(type),
        model: read(model),
        approveModels: read(approveModel),
        skills: read(skills),
        fakeModel: read(fakeModel),
        consent: read(yes) ? "yes" : read(no) ? "no" : "ask",
        denials: read(denials) ?? "fail",
        timeoutMs: read(timeout),
        idleTimeoutMs: read(idleTimeout),
        retries: read(retries),
      },
      session,
    );
  },
});
