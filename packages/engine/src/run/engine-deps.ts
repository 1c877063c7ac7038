import type { Catalog } from "@polyglav/catalog";
import type { GateEvent, GrantStore } from "@polyglav/permissions/gate";
import type { Price } from "../budget/price.ts";
import type { ApproveModel, Clock, EngineTool, ModelPort, Operator } from "../ports.ts";
import type { RunStore } from "../store/run-store.ts";

/** The world as a run needs it. */
export interface EngineDeps {
  /**
   * The catalog; or what gives it, which is asked at the start and at the beginning of each step, so that a reload shows
   * at the next one: `() => { live.refresh(); return live.current(); }` with `liveCatalog` of `@polyglav/catalog`.
   * What an agent may do is settled when it starts, and stays.
   */
  readonly catalog: Catalog | (() => Catalog);
  readonly models: ModelPort;
  /**
   * Says yes or no to a model that a role of the local or plugin layer names and the user's own config and roles do not;
   * asked each time that such a role is to start, before its first request. A no refuses the run, or the delegation,
   * with `POLYGLAV_MODEL_NOT_APPROVED`, unless the role names another model that may be used. Absent, every model is
   * approved: whoever embeds the engine chose the catalog.
   */
  readonly approveModel?: ApproveModel | undefined;
  /** By name. `delegate`, `ask` and `artifact` are the engine's own: a set that has one of them is refused. */
  readonly tools: Readonly<Record<string, EngineTool>>;
  /**
   * Who may answer asks; `undefined` means nobody is there: what must be asked is refused at once, or waits in the log
   * where the run was told so.
   */
  readonly operator: Operator | undefined;
  /** What the project says to every agent, such as the text of its AGENTS.md; before the prompt of each role that inherits it. */
  readonly instructions?: string | undefined;
  /** Where yeses for the whole project are kept, such as `projectStore` of `@polyglav/permissions/gate/file`; without one, none is offered. */
  readonly project?: GrantStore | undefined;
  /** Told everything that happens at the gate, such as `fileAudit` of the same entry. */
  readonly audit?: ((event: GateEvent) => void) | undefined;
  /** Where logs are kept, such as `fileStore` of `@polyglav/engine/file`; in memory, and gone with the run, when absent. */
  readonly store?: RunStore | undefined;
  readonly clock?: Clock | undefined;
  /** Names a new run. */
  readonly newRunId?: (() => string) | undefined;
  /** How often a failed model request is tried again; default 2. */
  readonly retries?: number | undefined;
  /** How long a model may say nothing, in milliseconds; default 60,000. */
  readonly idleTimeoutMs?: number | undefined;
  /** How long one answer of a model may take as a whole, in milliseconds; as long as it takes when absent. */
  readonly totalTimeoutMs?: number | undefined;
  /**
   * How many requests may be under way at once: of an account (a provider and its key), of a run, and in all, over all runs
   * with the same `models`. The first run of them says it. No limit when absent.
   */
  readonly permits?: { readonly provider?: number; readonly run?: number; readonly all?: number } | undefined;
  /** What a model without a price is taken to cost where money is limited. */
  readonly fallbackPrice?: Price | undefined;
  /** A number from 0 up to 1, for the jitter of waits. */
  readonly random?: (() => number) | undefined;
}
