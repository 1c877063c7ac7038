import type { AgentLimits, OnAsk, Unfinished } from "@polyglav/engine";
import type { Durability } from "@polyglav/engine/file";

/** How a run is carried out by this process, whether it begins or goes on. */
export interface Conduct {
  /** Models that are approved by this command line. */
  readonly approveModels: readonly string[];
  readonly fakeModel: string | undefined;
  /** What happens to questions: a standing yes, a standing no, or whoever is there is asked. */
  readonly consent: "yes" | "no" | "ask";
  /** What happens to those that nobody is there to answer. */
  readonly onAsk: OnAsk | undefined;
  readonly durability: Durability | undefined;
  readonly idleTimeoutMs: number | undefined;
  readonly retries: number | undefined;
}

/** What the command line says about a new run. */
export interface RunOrder extends Conduct {
  readonly task: TaskSources;
  readonly role: string | undefined;
  readonly model: string | undefined;
  readonly skills: readonly string[];
  readonly denials: "fail" | "ok";
  /** What the whole run may use at most; it only lowers what the role and the config say. */
  readonly limits: Partial<AgentLimits>;
  readonly unfinished: Unfinished | undefined;
}

/** Where the task may come from. */
export interface TaskSources {
  readonly words: readonly string[];
  readonly prompt: string | undefined;
  readonly file: string | undefined;
  readonly stdin: boolean;
}
