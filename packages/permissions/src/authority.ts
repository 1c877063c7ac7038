import type { Categories } from "./category.ts";
import { type Carve, mustBePartial, mustBeTotal, type PartialCarve } from "./carve.ts";

/**
 * What somebody may use and what it may hand down, kept as the inputs it came from and never as a result: every
 * decision is worked out again from the words that were written.
 */
export type Authority = RootAuthority | RoleAuthority;

/** The beginning of a chain: the operator's configuration. */
export interface RootAuthority {
  readonly kind: "root";
  readonly id: string;
  readonly role?: undefined;
  readonly from?: undefined;
  readonly says: {
    readonly use: Carve;
    readonly pass: PartialCarve | undefined;
    readonly cap: Carve | undefined;
    readonly bound: Bound | undefined;
    readonly categories: Categories | undefined;
  };
}

/** One delegation further down. */
export interface RoleAuthority {
  readonly kind: "role";
  readonly id: string;
  readonly role: string;
  readonly from: Authority;
  readonly says: {
    readonly use: PartialCarve | undefined;
    readonly pass: PartialCarve | undefined;
    readonly bound: Bound | undefined;
    readonly temporary: boolean;
  };
}

/** What a layer that is not trusted says. It can only lower; what it does not set is not bounded. */
export interface Bound {
  readonly use?: PartialCarve | undefined;
  readonly pass?: PartialCarve | undefined;
}

/** What {@link root} takes. */
export interface RootOptions {
  readonly id: string;
  /** The configured `tool_permission`, completed. */
  readonly use: Carve;
  /** The configured `grant_permission`; where it is silent, the root hands down what it may use. */
  readonly pass?: PartialCarve | undefined;
  /** The operator's hard cap: a deny in it is final, an ask in it asks a person each time. */
  readonly cap?: Carve | undefined;
  readonly bound?: Bound | undefined;
  /** What `withCategories` made, where there are more than the known ones. */
  readonly categories?: Categories | undefined;
}

/** What {@link delegate} takes: a role as written, and the id of the run that it is for. */
export interface RoleOptions {
  /** Unique in its chain: grants are held by it. */
  readonly id: string;
  readonly role: string;
  /** The role's `tool_permission`. */
  readonly use?: PartialCarve | undefined;
  /** The role's `grant_permission`. */
  readonly pass?: PartialCarve | undefined;
  readonly bound?: Bound | undefined;
  /** Made for one task and in no catalog: what it does not name is denied, and it hands nothing down. */
  readonly temporary?: boolean | undefined;
}

/**
 * Starts a chain: `use = cap ∧ config.use` and `pass = cap ∧ (config.pass over use)`, both under the bound.
 *
 * Throws a `TypeError` for carves that were not made by this package, such as the written JSON.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, pass, root, total, use } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask"), pass: carve({ bash: "allow" }) });
 * assert.equal(use(me, "bash"), "ask");
 * assert.equal(pass(me, "bash"), "allow");
 * ```
 */
export function root(options: RootOptions): RootAuthority {
  return Object.freeze({
    kind: "root",
    id: options.id,
    says: Object.freeze({
      use: mustBeTotal(options.use, "start a chain"),
      pass: options.pass && mustBePartial(options.pass, "start a chain"),
      cap: options.cap && mustBeTotal(options.cap, "start a chain"),
      bound: freezeBound(options.bound, "start a chain"),
      categories: options.categories,
    }),
  });
}

/**
 * Delegates to a role: `use' = pass ∧ (r over use)` and `pass' = pass ∧ (g over use')`, both under the bound, where r
 * is the role's `tool_permission` and g its `grant_permission`. Where r is silent the caller's own use counts; where g
 * is silent the role hands down what it may use. No descendant ever gets more than `from` may hand down.
 *
 * In r, `delegate: "ask"` says how others delegate to the role and counts as unset for its own delegating.
 * A temporary role gets `use' = pass ∧ use ∧ (r over deny)` and `pass' = deny`.
 *
 * This says what the role gets; whether it may be delegated to at all says `canDelegate`.
 * Throws a `RangeError` when an ancestor has the same id, because a child must not find its caller's grants.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, root, total, use } from "@polyglav/permissions";
 *
 * const me = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });
 * const lead = delegate(me, { id: "r1", role: "leader", use: carve({ bash: "deny" }), pass: carve({ bash: "ask" }) });
 * const coder = delegate(lead, { id: "r2", role: "programmer", use: carve({ bash: "allow" }) });
 * assert.equal(use(lead, "bash"), "deny");
 * assert.equal(use(coder, "bash"), "ask");
 * ```
 */
export function delegate(from: Authority, to: RoleOptions): RoleAuthority {
  for (let link: Authority | undefined = from; link !== undefined; link = link.from) {
    if (link.id === to.id) throw new RangeError(`Cannot delegate to id "${to.id}": it is already in the chain`);
  }
  return Object.freeze({
    kind: "role",
    id: to.id,
    role: to.role,
    from,
    says: Object.freeze({
      use: to.use && mustBePartial(to.use, "delegate"),
      pass: to.pass && mustBePartial(to.pass, "delegate"),
      bound: freezeBound(to.bound, "delegate"),
      temporary: to.temporary === true,
    }),
  });
}

function freezeBound(bound: Bound | undefined, verb: string): Bound | undefined {
  if (bound === undefined) return undefined;
  return Object.freeze({
    use: bound.use && mustBePartial(bound.use, verb),
    pass: bound.pass && mustBePartial(bound.pass, verb),
  });
}
