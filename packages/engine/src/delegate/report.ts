import type { Outcome } from "../run/outcome.ts";

/** What a caller reads of a child that did not finish: words that cannot be taken for success, and what it left. */
export function failureReport(role: string, run: string, { status, error, content }: Outcome): string {
  const why = error === undefined ? "" : `: ${error.message}`;
  const kept = content === "" ? "It left no text." : `Its last words were:\n${content}`;
  const again = status === "refused" ? "" : ` Its conversation can be gone on with: resume: "${run}".`;
  return `${role} did not finish (${status})${why}.${again} ${kept}`;
}

/** What a caller is told of a child that went on in the background. */
export function backgroundReport(role: string, run: string, outcome: Outcome): string {
  const words = outcome.status === "done" ? outcome.content : failureReport(role, run, outcome);
  return `[background] ${role} (${run}) has ended.\n${words}`;
}
