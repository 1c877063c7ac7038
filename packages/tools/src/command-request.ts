import type { Action, Advice, Request } from "@polyglav/permissions";
import { requestPath } from "./path-request.ts";
import type { Settings } from "./settings.ts";

/**
 * Builds the request of a command: all that its text says it does, and for each file that it touches what a tool for
 * that file would ask for, with links followed.
 */
export async function requestCommand(command: string, { place, env }: Settings): Promise<Request> {
  const { real, home } = place;
  // Only when there is a command: reading the shell's grammar takes a start longer than all the rest of this package.
  const { requestCommand: readCommand } = await import("@polyglav/permissions/shell");
  const read = readCommand(command, { cwd: real, worktree: real, home, env });
  const files = await Promise.all(
    read.touched.map(async ({ category, path }) => (await requestPath(category, path, place, "spelling")).request),
  );
  const { tool, summary, aliases } = read;
  return {
    tool,
    aliases,
    actions: unique([...read.actions, ...files.flatMap(({ actions }) => actions)], keyOfAction),
    advice: unique([...read.advice, ...files.flatMap(({ advice = [] }) => advice)], keyOfAdvice),
    summary,
  };
}

const keyOfAction = ({ category, resource }: Action): string => JSON.stringify([category, ...resource]);
const keyOfAdvice = ({ atMost, why }: Advice): string => JSON.stringify([atMost, why]);

/** Several parts of a command may do the same; it is said once. */
function unique<T>(all: readonly T[], keyOf: (each: T) => string): readonly T[] {
  return [...new Map(all.map((each) => [keyOf(each), each])).values()];
}
