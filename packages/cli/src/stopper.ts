import { CommandError, systemCode } from "./command-error.ts";
import type { Out, StopSignal, World } from "./world.ts";

/** How long what runs may take to end by itself after a second signal, in milliseconds. */
const LAST_CHANCE_MS = 500;

/** Ends a command when somebody wants it to end. */
export interface Stopper {
  /**
   * Gives the signal by which a command that has something to wind up is stopped: it aborts at the first SIGINT or
   * SIGTERM (the reason is its name), and when nobody reads stdout any more.
   */
  readonly take: () => AbortSignal;
  /** Rejects when the command is not waited for any more: at once if it took no signal, else after a second one. */
  readonly halted: Promise<never>;
  /** Stops what still runs and gives signals back to the process. */
  readonly close: () => void;
}

/**
 * Listens to signals for one command.
 *
 * @param kill ends every process that the command has started, at once
 */
export function openStopper(world: World, kill: () => Promise<void>): Stopper {
  const controller = new AbortController();
  let taken = false;
  let halt: (error: CommandError) => void = () => undefined;
  const halted = new Promise<never>((_, reject) => {
    halt = reject;
  });
  halted.catch(() => undefined);

  let timer: NodeJS.Timeout | undefined;
  const off = world.onSignal((signal) => {
    if (taken && !controller.signal.aborted) {
      controller.abort(signal);
      return;
    }
    controller.abort(signal);
    // What cannot be killed now is killed when this process ends.
    kill().catch(() => undefined);
    timer ??= setTimeout(
      () => {
        halt(stoppedBy(signal));
      },
      taken ? LAST_CHANCE_MS : 0,
    );
  });
  return {
    take: () => {
      taken = true;
      world.stdout.broken.addEventListener("abort", () => {
        controller.abort(isHangUp(world.stdout) ? "SIGTERM" : "SIGPIPE");
      });
      return controller.signal;
    },
    halted,
    close: () => {
      off();
      clearTimeout(timer);
      controller.abort("closed");
    },
  };
}

/** Whether a terminal was closed, as far as a write to it can tell; the signal that says so may come later. */
export const isHangUp = ({ isTTY, broken }: Pick<Out, "isTTY" | "broken">): boolean =>
  isTTY && systemCode(broken.reason) === "EIO";

function stoppedBy(signal: StopSignal): CommandError {
  const exit = signal === "SIGTERM" ? "terminated" : "interrupted";
  return new CommandError("stopped before its end", { code: "POLYGLAV_STOPPED", exit });
}
