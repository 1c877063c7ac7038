/**
 * Asks, answers and one-shot grants: the effects around the algebra.
 * @module
 */
export { type Answer, type Ask, type Operator } from "./ask.ts";
export {
  type AnyCall,
  type AuthorizeOptions,
  createGate,
  type Elevation,
  type Gate,
  type ElevateOptions,
  type GateEvent,
  type GateOptions,
  type Permit,
  type Refusal,
} from "./gate.ts";
export { confirming } from "./operator.ts";
