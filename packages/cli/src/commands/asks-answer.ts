import { optional, switchFlag, textFlag } from "../argv/flag.ts";
import { CONDUCT_FLAGS, readConduct } from "../argv/run-flags.ts";
import { type Command, defineCommand } from "../command.ts";
import { usageError } from "../command-error.ts";

const id = optional("id", "The id of an ask, as asks list shows it; may be left out while only one is open");
const word = optional("answer", "once, run, session, project or deny; a question takes --text instead");
const text = textFlag({ name: "text", value: "TEXT", summary: "The answer to a question of direction" });
const because = textFlag({ name: "because", value: "TEXT", summary: "With deny: why, for the model" });
const pattern = textFlag({
  name: "pattern",
  value: "PATTERN",
  summary: "With run, session or project: all calls that it matches, see asks show",
});
const noContinue = switchFlag({ name: "no-continue", summary: "Only answer, and leave the run as it is" });

export const asksAnswer: Command = defineCommand({
  name: "asks answer",
  summary: "Answer a question, and go on with its run",
  about:
    "Answers an open ask: once for this call, run, session or project for a yes that stands, or deny. Where a process works " +
    "on the run it is told. Otherwise the answer is kept in the log, and this command goes on with the run as runs resume " +
    "does, unless other asks keep it waiting (exit code 7). A run that you did not begin here needs a folder that is trusted.",
  args: [id, word],
  flags: [text, because, pattern, noContinue, ...CONDUCT_FLAGS],
  readsLayers: true,
  examples: [
    { line: "polyglav asks answer k3x9-1 once", says: "Allow this call, and go on" },
    { line: 'polyglav asks answer k3x9-2 deny --because "Use the mock" --no-continue', says: "Refuse it, and no more" },
  ],
  exits: ["ok", "failed", "usage", "config", "not-ready", "denied", "limit", "waiting", "interrupted", "terminated"],
  run: async (read, session) => {
    const conduct = readConduct(read);
    const { isAnswerWord } = await import("../asks/answer-of.ts");
    const first = read(id);
    const second = read(word);
    // `asks answer once` has no id, and `asks answer k3x9-1 --text …` no word.
    const isWord = second === undefined && first !== undefined && isAnswerWord(first);
    if (read(text) !== undefined && (isWord || second !== undefined))
      throw usageError(
        `Cannot use --text with "${second ?? first ?? ""}": they say two things`,
        "Leave one of them out",
      );
    const { answer } = await import("../asks/answer-ask.ts");
    return answer(
      {
        id: isWord ? undefined : first,
        answer: { word: isWord ? first : second, text: read(text), because: read(because), pattern: read(pattern) },
        goOn: !read(noContinue),
        conduct,
      },
      session,
    );
  },
});
