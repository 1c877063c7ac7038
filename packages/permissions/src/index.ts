/**
 * What an agent may do and what it may hand down, as an algebra of the words deny, ask and allow.
 * @module
 */
export {
  type Authority,
  type Bound,
  delegate,
  root,
  type RoleAuthority,
  type RoleOptions,
  type RootAuthority,
  type RootOptions,
} from "./authority.ts";
export { type Carve, type Entry, type Floored, narrow, overlay, type PartialCarve, total, type Word } from "./carve.ts";
export {
  type Categories,
  CATEGORIES,
  type Category,
  isCategory,
  type ResourceKind,
  withCategories,
} from "./category.ts";
export { pass, use } from "./chain.ts";
export { decide } from "./decide.ts";
export { type Decision, DECISIONS, isDecision, join, leq, meet } from "./decision.ts";
export { explain, type Explanation, type Step } from "./explain.ts";
export { chainOf, type Coverage, type Grant, type Lift } from "./grant.ts";
export { carve, CarveError, parseCarve, type ParsedCarve, type ParseOptions, type WrittenCarve } from "./parse.ts";
export { freeze } from "./machine.ts";
export { type Places } from "./pattern/read.ts";
export { type Pattern, type Segment } from "./pattern/segment.ts";
export { type Action, type Advice, type Request } from "./request.ts";
export { patternOf, resourceOf, type ResourceOptions } from "./resource.ts";
export { type Rule, type Rules } from "./rules.ts";
export * as spec from "./spec.ts";
export { type CarveProblem, type CarveProblemCode, type Source } from "./source.ts";
export { canDelegate, type DelegationTarget, requestDelegation, type TargetSide } from "./target.ts";
export { type Reason, type ReasonKind, type Verdict } from "./verdict.ts";
export { visible, type VisibleTool } from "./visible.ts";
