import { homedir } from "node:os";
import { isatty, WriteStream } from "node:tty";
import type { Readable } from "node:stream";
import type { In, Out, World } from "./world.ts";

/** The world of a process of Node. */
export function nodeWorld(version: string): World {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: () => process.cwd(),
    home: homedir(),
    stdin: input(),
    stdout: outlet(process.stdout),
    stderr: outlet(process.stderr),
    version,
    onSignal,
    onCrash: (listener) => {
      process.on("uncaughtException", listener);
    },
    now: () => Date.now(),
  };
}

function input(): In {
  // `process.stdin` is not touched before it is read: that alone would open it.
  return { isTTY: isatty(0), open: (): Readable => process.stdin };
}

function outlet(stream: NodeJS.WriteStream): Out {
  const broken = new AbortController();
  stream.on("error", (error) => {
    broken.abort(error);
  });
  const write = (text: string): Promise<void> =>
    new Promise((resolve) => {
      if (broken.signal.aborted) {
        resolve();
        return;
      }
      stream.write(text, (error) => {
        if (error instanceof Error) broken.abort(error);
        resolve();
      });
    });
  const columns = stream instanceof WriteStream ? stream.columns : undefined;
  return { isTTY: stream.isTTY, columns, write, broken: broken.signal };
}

function onSignal(listener: (signal: "SIGINT" | "SIGTERM") => void): () => void {
  const stop = (): void => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, heard);
  };
  const heard = (signal: "SIGINT" | "SIGTERM"): void => {
    // Without a listener the next signal has its usual effect: the process ends at once.
    stop();
    listener(signal);
  };
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, heard);
  return stop;
}
