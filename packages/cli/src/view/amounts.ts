import type { Usage } from "@polyglav/engine";

/** Shows milliseconds as people say them: `0.4s`, `12s`, `3m 05s`. */
export function displayTime(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  const whole = Math.round(seconds);
  if (seconds < 9.95) return `${seconds.toFixed(1)}s`;
  if (whole < 60) return `${whole}s`;
  return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
}

/** Shows the tokens of a usage. What a provider did not report is said, not counted as nothing. */
export function displayTokens({ inputTokens, outputTokens, unknown }: Usage): string {
  const tokens = inputTokens + outputTokens;
  if (tokens === 0 && unknown > 0) return "tokens not reported";
  return `${unknown > 0 ? "at least " : ""}${thousands(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
}

function thousands(count: number): string {
  if (count < 1000) return String(count);
  const [scaled, unit] = count < 999_950 ? [count / 1000, "k"] : [count / 1_000_000, "M"];
  return `${scaled < 99.95 ? scaled.toFixed(1) : String(Math.round(scaled))}${unit}`;
}

/** Shows what a usage costs; "" where nobody knows any of it. */
export function displayCost({ cost, unpriced }: Usage): string {
  if (cost === 0) return "";
  return `${unpriced > 0 ? "at least " : ""}$${cost < 0.01 ? cost.toFixed(4) : cost.toFixed(2)}`;
}

/** Shows the tokens of a usage, and what they cost as far as that is known. */
export function displayUsage(usage: Usage): string {
  const cost = displayCost(usage);
  return cost === "" ? displayTokens(usage) : `${displayTokens(usage)}, ${cost}`;
}

/** Shows how long ago something was: `12s ago`, `5m ago`, `3h ago`, `2d ago`. */
export function displayAge(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}

/** Shows a time as people read it; one that no calendar holds is still shown. */
export function displayDate(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? `${ms} ms after 1970`
    : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
