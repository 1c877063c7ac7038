import type { Ask } from "./ask.ts";
import type { Operator } from "./operator.ts";

/**
 * Says how an ask reaches the one it is addressed to, without asking yet. It is called for each addressee in turn, and
 * the first that can be reached is asked. It must not throw; if it does, nobody is reached.
 */
export type Route = (ask: Ask) => Way | "unreachable";

/** How an ask goes on. */
export type Way =
  | {
      readonly how: "ask";
      readonly answer: Operator["answer"];
      /** Milliseconds until it is refused, counted from now. */
      readonly withinMs?: number;
    }
  /** It stays open in the store, nobody waits, and the answer comes by its id. */
  | { readonly how: "park"; readonly withinMs?: number };

/**
 * Asks the operator what is addressed to the operator.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { confirming, createGate, human, within } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const gate = createGate({ operator: within(60_000, human(confirming)) });
 * assert.ok((await gate.authorize(me, ls, { signal: new AbortController().signal })).ok);
 * ```
 */
export function human(operator: Operator): Route {
  return ({ to }) => (to === "operator" ? askOf(operator) : "unreachable");
}

/**
 * Asks an agent further up what is addressed to it. `inboxOf` gives the one who answers for the authority with this id,
 * and `undefined` where that one cannot be reached. What an agent may answer is not decided here: an ask is addressed
 * to an agent only if its `pass` allows all of it, and only where the call says that callers may be asked.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, delegate, root, total } from "@polyglav/permissions";
 * import { caller, createGate } from "@polyglav/permissions/gate";
 *
 * const leader = root({ id: "lead", use: total(carve({ bash: "deny" }), "ask"), pass: carve({ bash: "allow" }) });
 * const coder = delegate(leader, { id: "r1", role: "programmer", use: carve({ bash: "ask" }) });
 * const inbox = { answer: async () => ({ say: "once" }) as const };
 * const gate = createGate({ operator: caller((id) => (id === "lead" ? inbox : undefined)) });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const result = await gate.authorize(coder, ls, { signal: new AbortController().signal, to: "caller" });
 * assert.deepEqual(result.ok && result.answeredBy, { id: "lead" });
 * ```
 */
export function caller(inboxOf: (id: string) => Operator | undefined): Route {
  return ({ to }) => {
    const inbox = to === "operator" ? undefined : inboxOf(to.id);
    return inbox === undefined ? "unreachable" : askOf(inbox);
  };
}

/**
 * Leaves every ask open in the store: the call is refused for now with the reason `parked`, and goes through after
 * `answer` said yes, in this process or in another one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { createGate, park } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const options = { signal: new AbortController().signal, call: "c1" };
 * const gate = createGate({ operator: park });
 *
 * const first = await gate.authorize(me, ls, options);
 * assert.ok(!first.ok && first.reason === "parked");
 * assert.equal(await gate.answer(first.ask.id, { say: "once" }, "operator"), "resolved");
 * assert.ok((await gate.authorize(me, ls, options)).ok);
 * ```
 */
export const park: Route = () => PARK;

/**
 * Takes the first route that reaches somebody. Without one nobody is reached.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { caller, confirming, createGate, first, human } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const nobodyThere = caller(() => undefined);
 * const gate = createGate({ operator: first(nobodyThere, human(confirming)) });
 * const result = await gate.authorize(me, ls, { signal: new AbortController().signal });
 * assert.equal(result.ok && result.answeredBy, "operator");
 * ```
 */
export function first(...routes: readonly Route[]): Route {
  return (ask) => {
    for (const route of routes) {
      const way = route(ask);
      if (way !== "unreachable") return way;
    }
    return "unreachable";
  };
}

/**
 * Gives an ask a deadline, `ms` milliseconds from when it is raised: after it the answer is no. The sooner one counts;
 * `Infinity` is none, and nothing is later than a date can be (8.64e15). Throws a `RangeError` for what is no time.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { createGate, human, within } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "root", use: total(carve({ bash: "ask" }), "ask") });
 * const ls = { actions: [{ category: "bash", resource: ["ls"] }] };
 * const asleep = { answer: () => new Promise<never>(() => undefined) };
 * const gate = createGate({ operator: within(10, human(asleep)) });
 * const result = await gate.authorize(me, ls, { signal: new AbortController().signal });
 * assert.ok(!result.ok && result.reason === "expired");
 * ```
 */
export function within(ms: number, route: Route): Route {
  if (!(ms >= 0)) throw new RangeError(`Cannot set a deadline: ${ms} is no number of milliseconds`);
  return (ask) => {
    const way = route(ask);
    return way === "unreachable" ? way : { ...way, withinMs: Math.min(ms, way.withinMs ?? ms) };
  };
}

const PARK: Way = Object.freeze({ how: "park" });

const askOf = (operator: Operator): Way => ({ how: "ask", answer: (ask, signal) => operator.answer(ask, signal) });
