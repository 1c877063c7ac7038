const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Tells whether a name can be the id of a run: with anything else, a store that makes folders could leave its own. */
export function isRunId(run: string): boolean {
  return RUN_ID.test(run);
}

/** Throws a `RangeError` for what is no id of a run. */
export function checkRun(run: string): void {
  if (!isRunId(run)) throw new RangeError(`Cannot use ${JSON.stringify(run)} as a run: it is no id of a run`);
}
