import type { Problem } from "@polyglav/registry";
import { many, required } from "../argv/flag.ts";
import { type Command, defineCommand } from "../command.ts";
import { CommandError } from "../command-error.ts";
import type { ExitName } from "../exit-codes.ts";
import { displayPath, displayWhere, type Viewpoint } from "../view/place.ts";
import { visibleLine } from "../visible.ts";

const name = required("name", "The name of the new role");
const prompt = many("prompt", "Its system prompt; without one the role keeps the prompt of the layers below");

export const rolesNew: Command = defineCommand({
  name: "roles new",
  summary: "Write a role into .polyglav/roles.json",
  about:
    "Writes an entry into .polyglav/roles.json and changes nothing else in it: comments and order stay. A role of that " +
    "name in a lower layer keeps every field that the new entry does not set. " +
    "A file that cannot be read is never written.",
  args: [name, prompt],
  readsLayers: true,
  examples: [
    { line: 'polyglav roles new poet "You write short poems."', says: "A role of your own" },
    { line: "polyglav roles new programmer", says: "An empty entry over the bundled role, to be edited" },
  ],
  exits: ["ok", "usage", "config", "not-ready"],
  run: async (read, { places, viewpoint }) => {
    const { newRole } = await import("@polyglav/catalog/file");
    const words = read(prompt);
    const role = read(name);
    const made = newRole(places(), role, words.length === 0 ? undefined : words.join(" "));
    if (!made.ok) throw refusalOf(role, made.problem, viewpoint);
    const file = visibleLine(displayPath(made.file, viewpoint));
    const was = made.overrode;
    const shown = visibleLine(role);
    return {
      data: { name: role, layer: "local", file: made.file, ...(was === undefined ? {} : { overrode: was }) },
      lines: [
        [
          was === undefined ? `Created role: ${shown} (local)` : `Overrode role: ${shown} (was ${was})`,
          ` - edit ${file}`,
        ],
        [`To run it, pass --trust: polyglav run --role ${shown} --trust -- "..."`],
      ],
    };
  },
});

function refusalOf(role: string, problem: Problem, viewpoint: Viewpoint): CommandError {
  const where = displayWhere(problem, viewpoint);
  return new CommandError(`${where === "" ? "" : `${where}: `}${problem.message}`, {
    code: "POLYGLAV_ROLE_NOT_WRITTEN",
    exit: exitOf(problem.code),
    hint: problem.hint,
  });
}

/** A name is the person's to correct, a folder or disk that refuses is the machine's, all else is in the file. */
function exitOf(code: string): ExitName {
  if (code === "file/cannot-write") return "not-ready";
  return code.startsWith("file/") ? "config" : "usage";
}
