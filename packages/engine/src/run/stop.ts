/**
 * Why a run was stopped from outside of its own loop. It is the `reason` of the signal that goes down the tree, so that
 * every level can say the same thing about the same stop.
 */
export type Stop =
  | { readonly kind: "timeout"; readonly ms: number }
  | { readonly kind: "cancelled"; readonly signal: "SIGINT" | "SIGTERM" }
  | { readonly kind: "left" }
  /** Everybody waits for answers: the run goes on when they are there. */
  | { readonly kind: "parked" }
  /** Something has to be asked, nobody is there, and the run is to end then. */
  | { readonly kind: "unanswered"; readonly message: string }
  | { readonly kind: "log"; readonly message: string };

const stops = new WeakSet<object>();

/** Marks a stop as ours, so that a foreign abort reason is never mistaken for one. */
export function stop(reason: Stop): Stop {
  stops.add(reason);
  return reason;
}

/** Reads the reason of an aborted signal. Anything that is not ours is a cancellation by the caller. */
export function stopOf(signal: AbortSignal): Stop {
  const reason: unknown = signal.reason;
  if (isStop(reason)) return reason;
  return { kind: "cancelled", signal: reason === "SIGTERM" ? "SIGTERM" : "SIGINT" };
}

function isStop(value: unknown): value is Stop {
  return typeof value === "object" && value !== null && stops.has(value);
}
