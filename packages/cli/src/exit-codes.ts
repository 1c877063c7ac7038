/**
 * Every exit code of the command, once. `polyglav help exit-codes` and the help of each command print from here.
 * When several apply to one run the order is 130/143 > 1 > 3 > 4 > 6 > 7 > 5 > 0.
 */
export const EXIT_CODES = {
  ok: { code: 0, when: "did what was asked" },
  failed: { code: 1, when: "the run ended in an error after its retries, or an unexpected fault" },
  usage: { code: 2, when: "unknown command, flag, name, run or ask; a bad value; no task; the run has ended" },
  config: { code: 3, when: "a file does not parse or fit (file:line:column on stderr); Node too old" },
  "not-ready": {
    code: 4,
    when: "no model or not approved, key missing or refused, folder not trusted or not writable, run held by another process",
  },
  denied: { code: 5, when: "finished or stopped with a denied call (--denials ok makes it 0); explain: deny" },
  limit: {
    code: 6,
    when: "turns, tokens, cost or time ran out, or the answer was cut; depth or agents only where that ended the run",
  },
  waiting: { code: 7, when: "the run waits for answers (asks list); explain: ask" },
  differs: { code: 8, when: "a check found a difference: lint, diff, compare, test or import" },
  interrupted: { code: 130, when: "stopped by SIGINT (Ctrl-C), or because nobody read the result any more" },
  terminated: { code: 143, when: "stopped by SIGTERM, or because its terminal was closed" },
} as const satisfies Record<string, { readonly code: number; readonly when: string }>;

export type ExitName = keyof typeof EXIT_CODES;

/** The names in the order of the table. */
export const EXIT_NAMES = [
  "ok",
  "failed",
  "usage",
  "config",
  "not-ready",
  "denied",
  "limit",
  "waiting",
  "differs",
  "interrupted",
  "terminated",
] as const satisfies readonly ExitName[];

/** Gives the number that the process exits with. */
export function exitCode(name: ExitName): number {
  return EXIT_CODES[name].code;
}

/** Names a number; one that is not in the table is a fault, hence `failed`. */
export function exitName(code: number): ExitName {
  return EXIT_NAMES.find((name) => EXIT_CODES[name].code === code) ?? "failed";
}
