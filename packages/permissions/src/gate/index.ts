/**
 * Asks, answers and grants: the effects around the algebra.
 * @module
 */
export { type Answer, type Say, SAYS } from "./answer.ts";
export { type Approver, type Ask } from "./ask.ts";
export { type AuditEntry, auditEntry } from "./audit.ts";
export { type Awaitable } from "./awaitable.ts";
export { type Clock } from "./clock.ts";
export { type AnswerResult, type AskRef } from "./desk.ts";
export { type Call, type GateEvent } from "./event.ts";
export {
  type AnyCall,
  type AuthorizeOptions,
  createGate,
  type ElevateOptions,
  type Gate,
  type GateOptions,
} from "./gate.ts";
export { memoryStore } from "./memory-store.ts";
export { type Addressee, STANDS_MS } from "./offer.ts";
export { confirming, type Operator } from "./operator.ts";
export { type Elevation } from "./elevation.ts";
export { type Permit, PermitError } from "./permit.ts";
export { readRecord, type StoreRecord } from "./record.ts";
export { type Parked, type Refusal, type Refused } from "./refusal.ts";
export { caller, first, human, park, type Route, type Way, within } from "./route.ts";
export { storeOn, type StoreJournal } from "./store-on.ts";
export { type AskEnd, type FoundAsk, type GateStore, type GrantStore, type Holder, type SyncStore } from "./store.ts";
export { type Wider } from "./wider.ts";
