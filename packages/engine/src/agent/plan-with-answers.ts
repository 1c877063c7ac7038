import type { Planned, PlanInput, Settled } from "./plan.ts";
import type { ApproveModel } from "../ports.ts";

/**
 * Plans as often as it takes, with one more answer about a model each time, and begins with what is settled, in the same
 * turn: nothing that the plan has seen can change in between. Without anybody to ask, every model is approved.
 */
export async function planWithAnswers<T>(
  plan: (answers: PlanInput["answers"]) => Planned,
  approve: ApproveModel | undefined,
  signal: AbortSignal,
  begin: (settled: Settled) => T,
): Promise<T> {
  const answers = new Map<string, boolean>();
  for (;;) {
    const planned = plan(approve === undefined ? "all" : answers);
    if (!("asked" in planned)) return begin(planned);
    const { asked } = planned;
    const approved = approve === undefined || signal.aborted || (await approve(asked, signal));
    // Who was stopped has not said no. The run begins, and ends as stopped before it asks a model.
    answers.set(asked.ref, approved || signal.aborted);
  }
}
