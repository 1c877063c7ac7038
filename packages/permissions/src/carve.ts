import { type Decision, isDecision } from "./decision.ts";
import type { Rule, Rules } from "./rules.ts";
import type { Source } from "./source.ts";

/** One written word and where it stands. */
export interface Word {
  readonly decision: Decision;
  readonly source?: Source;
}

/** What a carve says about one category: a word for all of it, or rules. */
export type Entry = Word | Rules;

/**
 * What one owner wrote: a word for some categories, and perhaps `"*"` for all that are not named. A category it does
 * not set inherits; unset is not `"allow"`. Made by `carve`, `parseCarve` and {@link overlay}; its fields are for reading.
 */
export interface PartialCarve {
  readonly kind: "partial";
  readonly named: Readonly<Record<string, Entry>>;
  readonly star: Word | undefined;
  /** The prefixes of `bash_allow`: a bound on the category `bash`, whatever says its word. */
  readonly bashAllow: Rules | undefined;
}

/**
 * A decision for every category: the meet of partial carves, each completed by a floor. Made by {@link total} and
 * {@link narrow}; its fields are for reading.
 */
export interface Carve {
  readonly kind: "total";
  readonly parts: readonly Floored[];
}

/** A partial carve and the decision for what it does not set. */
export interface Floored {
  readonly says: PartialCarve;
  readonly floor: Decision;
}

/**
 * Lays the layers of **one owner** over each other: for each category the last layer that sets it wins, so a later
 * layer may widen an earlier one. `"*"` is a key like the others: a later `"*"` replaces an earlier `"*"` and leaves
 * every named category alone. A category that a layer sets is set whole: rules of two layers do not mix. With no layers
 * it sets nothing.
 *
 * Never use it between principals: what a caller hands to a role is {@link narrow}ed, and the types keep the two apart.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, overlay, root, total, use } from "@polyglav/permissions";
 *
 * const merged = overlay(carve({ bash: "deny", read: "allow" }), carve({ bash: "allow" }));
 * const me = root({ id: "me", use: total(merged, "ask") });
 * assert.equal(use(me, "bash"), "allow");
 * assert.equal(use(me, "read"), "allow");
 * assert.equal(use(me, "web"), "ask");
 * ```
 */
export function overlay(...layers: readonly PartialCarve[]): PartialCarve {
  const named = layers.flatMap((layer) => Object.entries(mustBePartial(layer, "overlay").named));
  const star = layers.findLast((layer) => layer.star !== undefined)?.star;
  return partial(named, star, layers.findLast((layer) => layer.bashAllow !== undefined)?.bashAllow);
}

/**
 * Completes a partial carve: a category that it does not set, by name or by `"*"`, gets the floor.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total, use } from "@polyglav/permissions";
 *
 * const me = root({ id: "me", use: total(carve({ read: "allow" }), "ask") });
 * assert.equal(use(me, "read"), "allow");
 * assert.equal(use(me, "bash"), "ask");
 * ```
 */
export function total(says: PartialCarve, floor: Decision): Carve {
  if (!isDecision(floor))
    throw new TypeError(`Cannot complete a carve: floor "${String(floor)}" is not deny, ask or allow`);
  return freezeCarve([Object.freeze({ says: mustBePartial(says, "complete"), floor })]);
}

/**
 * Meets carves of different principals: for each category the strictest word. Order and repetition do not matter, and
 * the result never permits more than any of them. With no carves it restricts nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, narrow, root, total, use } from "@polyglav/permissions";
 *
 * const company = total(carve({ bash: "ask" }), "allow");
 * const person = total(carve({ bash: "allow", web: "deny" }), "allow");
 * const me = root({ id: "me", use: narrow(company, person) });
 * assert.equal(use(me, "bash"), "ask");
 * assert.equal(use(me, "web"), "deny");
 * ```
 */
export function narrow(...carves: readonly Carve[]): Carve {
  return freezeCarve(carves.flatMap((carve) => mustBeTotal(carve, "narrow").parts));
}

/** Makes a partial carve from entries; a repeated key keeps its last entry. */
export function partial(named: Iterable<readonly [string, Entry]>, star?: Word, bashAllow?: Rules): PartialCarve {
  // `fromEntries` defines own properties, also for `__proto__`; readers go through `entryOf`.
  return Object.freeze({ kind: "partial", named: Object.freeze(Object.fromEntries(named)), star, bashAllow });
}

/** What a carve says by name, looking at own properties only. */
export function namedEntry(says: PartialCarve | undefined, category: string): Entry | undefined {
  return says !== undefined && Object.hasOwn(says.named, category) ? says.named[category] : undefined;
}

/** What covers a category: its own entry, else `"*"`, else nothing. */
export function entryOf(says: PartialCarve | undefined, category: string): Entry | undefined {
  return namedEntry(says, category) ?? says?.star;
}

/** Tells rules from a word. */
export const isRules = (entry: Entry | undefined): entry is Rules => entry !== undefined && "rules" in entry;

/** Finds the rule that decides, among some rules, about the one resource that is looked at. */
export type Picker = (rules: Rules) => Rule | undefined;

/** What an entry says about one resource; the floor is for rules that neither match nor have a default. */
export function sayOf(entry: Entry, floor: Decision, picked: Picker): Word {
  return isRules(entry) ? (picked(entry) ?? entry.otherwise ?? { decision: floor }) : entry;
}

/** Refuses what a programmer handed over instead of a partial carve, such as the written JSON. */
export function mustBePartial(value: PartialCarve, verb: string): PartialCarve {
  return mustBe(value, "partial", `Cannot ${verb}: this is not a partial carve (make one with carve or parseCarve)`);
}

/** Refuses what a programmer handed over instead of a total carve. */
export function mustBeTotal(value: Carve, verb: string): Carve {
  return mustBe(value, "total", `Cannot ${verb}: this is not a total carve (make one with total)`);
}

function mustBe<T extends { readonly kind: string }>(value: T, kind: T["kind"], message: string): T {
  const given: unknown = value;
  if (typeof given !== "object" || given === null || value.kind !== kind) throw new TypeError(message);
  return value;
}

const freezeCarve = (parts: readonly Floored[]): Carve => Object.freeze({ kind: "total", parts: Object.freeze(parts) });
