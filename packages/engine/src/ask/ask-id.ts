/**
 * Names an ask or a grant of a run: the letters at the end of the run's id and a number, such as `k3x9-2`. People
 * type it, and among the runs of a folder it is hardly ever the same twice; with the run before it, never.
 */
export function askId(run: string, number: number): string {
  const tail = /[A-Za-z0-9]+$/.exec(run)?.[0] ?? run;
  return `${tail}-${number}`;
}

/** The number in a name; 0 for what is none of ours. */
export function numberOfAsk(id: string): number {
  return Number(/-(\d{1,9})$/.exec(id)?.[1] ?? 0);
}
