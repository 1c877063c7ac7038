import type { Grant } from "../grant.ts";
import type { Request } from "../request.ts";
import type { Verdict } from "../verdict.ts";
import type { Answer } from "./answer.ts";
import type { Approver, Ask } from "./ask.ts";

/**
 * What happens at the gate, in order, each told after it took effect. Every `asked` is followed by one `answered` about
 * the same ask, which may be in another process where it was parked. A call that goes through is told by `started`.
 */
export type GateEvent =
  | { readonly type: "asked"; readonly ask: Ask }
  | { readonly type: "answered"; readonly ask: Ask; readonly answer: Answer; readonly by: Approver }
  | {
      readonly type: "answered";
      readonly ask: Ask;
      /** Given up by who asked; the one who was asked failed; past the deadline; nobody waits for it any more. */
      readonly reason: "cancelled" | "failed" | "expired" | "lost";
    }
  | {
      readonly type: "granted" | "claimed" | "released";
      readonly grant: Grant;
      /** The id of the authority that it happens for. */
      readonly holder: string;
    }
  /** `expired`: it was over by time, or its holder has ended. */
  | { readonly type: "revoked" | "expired"; readonly grant: Grant }
  | { readonly type: "started"; readonly call: Call; readonly verdict: Verdict }
  | {
      readonly type: "refused";
      readonly call: Call;
      readonly verdict: Verdict;
      readonly reason: "denied" | "rejected" | "no-approver" | "expired" | "lost";
      readonly because?: string;
      readonly ask?: Ask;
    }
  /** A store could not be read or written: nothing that it holds counts. */
  | { readonly type: "fault"; readonly message: string };

/** A call at the gate, for people and audits. */
export interface Call {
  readonly holder: string;
  readonly chain: readonly string[];
  readonly role?: string;
  /** The name that the holder gave to it. */
  readonly call?: string;
  readonly request: Request;
}
