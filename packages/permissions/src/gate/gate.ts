import type { Authority } from "../authority.ts";
import type { Grant } from "../grant.ts";
import type { Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import type { Answer, Ask, Operator } from "./ask.ts";

/** A call may run. */
export interface Permit {
  readonly ok: true;
  readonly verdict: Verdict;
  /** Set when somebody was asked for this very call. */
  readonly answeredBy?: "operator";
  /** Gives the one-shot grants back that this permit claimed. Only for a call that never started; repeating it does nothing. */
  readonly release: () => void;
}

/** A call may not run, and this is why. */
export interface Refusal {
  readonly ok: false;
  readonly reason: "denied" | "rejected" | "no-approver" | "cancelled";
  readonly verdict: Verdict;
  readonly because?: string;
}

/** What an explicit ask for permission led to. No grant means that it was allowed already. */
export interface Elevation {
  readonly ok: true;
  readonly verdict: Verdict;
  readonly grant: Grant | undefined;
}

/** Any one call of a category, when an ask names nothing more precise. */
export interface AnyCall {
  readonly category: string;
}

/** What happens at the gate, in order. Every `asked` is followed by one `answered` with the same ask. */
export type GateEvent =
  | { readonly type: "asked"; readonly ask: Ask }
  | { readonly type: "answered"; readonly ask: Ask; readonly answer: Answer }
  | { readonly type: "answered"; readonly ask: Ask; readonly reason: "cancelled" | "failed" }
  | { readonly type: "granted"; readonly grant: Grant }
  | { readonly type: "claimed"; readonly grant: Grant }
  | { readonly type: "released"; readonly grant: Grant };

/** What {@link createGate} takes. */
export interface GateOptions {
  /** `undefined`: nobody can be reached, and what needs a yes is refused at once. */
  readonly operator: Operator | undefined;
  /** Makes the ids of asks and grants; never the same one twice. */
  readonly ids?: (() => string) | undefined;
  readonly onEvent?: ((event: GateEvent) => void) | undefined;
}

/** What one call to the gate takes. */
export interface GateCall {
  readonly signal: AbortSignal;
}

/** The one place where calls become allowed. */
export interface Gate {
  authorize(a: Authority, request: Request, options: GateCall): Promise<Permit | Refusal>;
  elevate(a: Authority, wanted: Request | AnyCall, options: GateCall & { readonly question?: string | undefined }): Promise<Elevation | Refusal>;
  grants(holder?: string): readonly Grant[];
  forget(holder: string): void;
}

export function createGate(options: GateOptions): Gate {
  throw new TypeError(`not written yet ${typeof options}`);
}
