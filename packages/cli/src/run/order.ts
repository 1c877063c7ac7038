/** What the command line says about a run. */
export interface RunOrder {
  readonly task: TaskSources;
  readonly role: string | undefined;
  readonly model: string | undefined;
  /** Models that are approved by this command line. */
  readonly approveModels: readonly string[];
  readonly skills: readonly string[];
  readonly fakeModel: string | undefined;
  /** What happens to questions: a standing yes, a standing no, or whoever is there is asked. */
  readonly consent: "yes" | "no" | "ask";
  readonly denials: "fail" | "ok";
  readonly timeoutMs: number | undefined;
  readonly idleTimeoutMs: number | undefined;
  readonly retries: number | undefined;
}

/** Where the task may come from. */
export interface TaskSources {
  readonly words: readonly string[];
  readonly prompt: string | undefined;
  readonly file: string | undefined;
  readonly stdin: boolean;
}
