import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { isatty, WriteStream } from "node:tty";
import type { Readable } from "node:stream";
import type { In, Out, StopSignal, World } from "./world.ts";

/** The world of a process of Node. */
export function nodeWorld(version: string): World {
  const onSignal = listenToSignals();
  return {
    argv: process.argv.slice(2),
    env: process.env,
    cwd: () => process.cwd(),
    home: findHome(),
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

/** A HOME that is no absolute path is no home: the account knows its own. */
function findHome(): string {
  const named = homedir();
  if (isAbsolute(named)) return named;
  try {
    return userInfo().homedir;
  } catch {
    return named; // an account without an entry: whoever looks for files there says so
  }
}

function input(): In {
  // `process.stdin` is not touched before it is read: that alone would open it.
  return { isTTY: isatty(0), open: (): Readable => process.stdin, interrupt };
}

function interrupt(): void {
  process.kill(process.pid, "SIGINT");
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

/** Listens from now on, and keeps what comes before anybody wants to hear it: loading takes a moment. */
function listenToSignals(): World["onSignal"] {
  const missed: StopSignal[] = [];
  let tell = (signal: StopSignal): void => {
    missed.push(signal);
  };
  const heard = {
    SIGINT: () => {
      tell("SIGINT");
    },
    SIGTERM: () => {
      tell("SIGTERM");
    },
    SIGHUP: () => {
      tell("SIGTERM");
    },
    SIGQUIT: () => {
      tell("SIGTERM");
    },
  };
  const names = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
  for (const name of names) process.on(name, heard[name]);
  return (listener) => {
    tell = listener;
    for (const signal of missed.splice(0)) listener(signal);
    return () => {
      for (const name of names) process.off(name, heard[name]);
    };
  };
}
