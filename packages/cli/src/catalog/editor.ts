import { spawn } from "node:child_process";
import { CommandError } from "../command-error.ts";
import type { Session } from "../session.ts";

/** The person's editor, where there is a person and one is named. */
export function editorOf({ interactive, world }: Session): string | undefined {
  const named = [world.env.VISUAL, world.env.EDITOR].find((each) => each !== undefined && each.trim() !== "");
  return interactive ? named : undefined;
}

/** Opens a file in an editor, and waits until it is closed. Its words are those of the person, as in a shell. */
export async function openEditor(editor: string, file: string, { viewpoint, world }: Session): Promise<void> {
  const [program = editor, ...args] = editor.split(/\s+/).filter((word) => word !== "");
  const ended = await new Promise<string | undefined>((resolve) => {
    const child = spawn(program, [...args, file], { cwd: viewpoint.cwd, env: { ...world.env }, stdio: "inherit" });
    child.on("error", (error) => {
      resolve(error.message);
    });
    child.on("close", (code, signal) => {
      resolve(code === 0 ? undefined : `it ended with ${signal ?? String(code)}`);
    });
  });
  if (ended === undefined) return;
  throw new CommandError(`Cannot edit with "${editor}": ${ended}`, {
    code: "POLYGLAV_EDITOR",
    exit: "not-ready",
    hint: "Set EDITOR to a program that waits until the file is closed",
  });
}
