/** The gate of one account with a provider. Never closed, it lets everybody through at once. */
export interface Gate {
  inside: number;
  /** How many of them started after it was last closed. The others may take as long as they want. */
  insideSince: number;
  /** How often it was closed. */
  closings: number;
  waiting: number;
  /** Milliseconds since 1970 until which nobody may start a call. */
  closedUntil: number;
  /** When the last call was started. */
  lastStart: number;
  /** How many that started since it was closed may be inside; a fraction is what it has grown until the next one. */
  width: number;
  /** Up to here the width grows by one for each success, from here on by one for each round of them. */
  knee: number;
  /** How many were inside when it was closed: with more than that it is as good as it was. */
  peak: number;
  timer: AbortController | undefined;
}

/** Between two starts after the gate was closed: three in any 50 ms, so that nobody comes back on one beat. */
export const PACE_MS = 25;
const LONGEST_JITTER_MS = 1_000;

export function createGate(): Gate {
  return {
    ...{ inside: 0, insideSince: 0, closings: 0, waiting: 0, closedUntil: -Infinity, lastStart: -Infinity },
    ...{ width: Infinity, knee: Infinity, peak: 0, timer: undefined },
  };
}

/**
 * Closes a gate for at least `waitMs`, to the letter of `Retry-After`, and up to a tenth longer. Afterwards it lets one
 * call through at a time, and more with each success: quickly up to half of what was too much, then slowly. That is how
 * TCP finds its rate (RFC 5681, section 3.1). A second refusal of the same moment only prolongs it.
 *
 * @param random a number from 0 up to 1
 */
export function close(gate: Gate, waitMs: number, now: number, random: number): void {
  const wait = Number.isNaN(waitMs) ? 0 : Math.max(0, waitMs);
  const jitter = random * Math.min(LONGEST_JITTER_MS, wait / 10);
  const isEcho = now < gate.closedUntil;
  if (!isEcho) {
    // The one that was refused may have left already.
    const tooMany = Math.max(1, gate.inside);
    gate.peak = Math.max(gate.peak, tooMany);
    gate.knee = Math.max(1, Math.floor(tooMany / 2));
    gate.width = 1;
    gate.closings += 1;
    gate.insideSince = 0;
  }
  gate.closedUntil = Math.max(gate.closedUntil, now + wait + jitter);
}

/** A call was answered. Answers to calls from before the gate was closed say nothing about now. */
export function widen(gate: Gate, now: number): void {
  if (gate.width === Infinity || now < gate.closedUntil) return;
  gate.width += gate.width < gate.knee ? 1 : 1 / gate.width;
  if (gate.width > gate.peak && gate.waiting === 0) {
    gate.width = Infinity;
    gate.peak = 0;
  }
}

/** Counts a call in, and gives what counts it out again. */
export function start(gate: Gate, now: number): () => void {
  const { closings } = gate;
  gate.lastStart = now;
  gate.inside += 1;
  gate.insideSince += 1;
  return () => {
    gate.inside -= 1;
    if (gate.closings === closings) gate.insideSince -= 1;
  };
}

/** In how many milliseconds the next call may start, as far as time goes. */
export function opensIn(gate: Gate, now: number): number {
  const isPaced = gate.width <= gate.peak;
  const closed = gate.closedUntil - now;
  // Never longer than the pace itself, should the clock be set back.
  const paced = isPaced ? Math.min(PACE_MS, gate.lastStart + PACE_MS - now) : 0;
  return Math.max(closed, paced);
}
