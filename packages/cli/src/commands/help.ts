import { topWords } from "../argv/find-command.ts";
import { many } from "../argv/flag.ts";
import { type Command, defineCommand, type Output } from "../command.ts";
import { commandHelp } from "../help/command-help.ts";
import { helpOutput } from "../help/help-output.ts";
import { groupHelp, mainHelp } from "../help/main-help.ts";
import { TOPICS } from "../help/topics.ts";
import { notFound } from "../not-found.ts";

const topic = many(
  "topic",
  `A command, such as run or roles list, or one of ${TOPICS.map(({ name }) => name).join(", ")}`,
);

export const help: Command = defineCommand({
  name: "help",
  summary: "Explain a command or a topic",
  about: "Explains a command, a group of commands, or a topic. Without words it shows what there is.",
  args: [topic],
  examples: [
    { line: "polyglav help run", says: "The same as polyglav run --help" },
    { line: "polyglav help exit-codes", says: "What each exit code means" },
  ],
  exits: ["ok", "usage"],
  run: (read, { commands }) => explainTopic(read(topic).join(" "), commands),
});

function explainTopic(name: string, commands: readonly Command[]): Output {
  if (name === "") return helpOutput(mainHelp(commands));
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return helpOutput(commandHelp(command));
  if (commands.some((one) => one.name.startsWith(`${name} `))) return helpOutput(groupHelp(name, commands));
  const page = TOPICS.find((one) => one.name === name);
  if (page !== undefined) return { data: page.data(), lines: page.lines() };
  const names = [...TOPICS.map((one) => one.name), ...commands.map((one) => one.name), ...topWords(commands)];
  throw notFound({ one: "topic", list: "polyglav help" }, name, [...new Set(names)]);
}
