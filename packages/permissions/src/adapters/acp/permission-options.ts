import { type Answer, readAnswer, type Say } from "../../gate/answer.ts";
import type { Ask } from "../../gate/ask.ts";
import { isRecord } from "../../request.ts";

/** What kind of answer an option is, in the words of the Agent Client Protocol. */
export type PermissionOptionKind = "allow_once" | "allow_always" | "reject_once" | "reject_always";

/** One answer to choose, as `session/request_permission` lists it. */
export interface PermissionOption {
  readonly optionId: string;
  readonly name: string;
  readonly kind: PermissionOptionKind;
}

/** What the client answers to `session/request_permission`. */
export type PermissionOutcome =
  { readonly outcome: "cancelled" } | { readonly outcome: "selected"; readonly optionId: string };

/** What {@link permissionOptions} may add. */
export interface PermissionOptionsOptions {
  /**
   * Also offer `reject_always`. Only for a host that remembers it: a gate keeps no standing no, so to the gate it is
   * one no. Default: it is not offered.
   */
  readonly rejectAlways?: boolean | undefined;
}

/**
 * Lists the answers that an ask offers as options of the Agent Client Protocol. A standing yes, be it to exactly this
 * call or to a wider pattern, is offered only where the ask allows it; a client that shows one button for `allow_always`
 * finds the narrowest first. There is always a way to say no.
 *
 * Checked against `@agentclientprotocol/sdk` 2.4.0 (protocol version 1).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { carve, root, total } from "@polyglav/permissions";
 * import { answerOf, permissionOptions } from "@polyglav/permissions/adapters/acp";
 * import { createGate } from "@polyglav/permissions/gate";
 *
 * const me = root({ id: "me", use: total(carve({ bash: "ask" }), "ask") });
 * const gate = createGate({
 *   operator: {
 *     async answer(ask) {
 *       const options = permissionOptions(ask);
 *       // const { outcome } = await client.requestPermission({ sessionId, toolCall, options });
 *       const outcome = { outcome: "selected", optionId: options[0]?.optionId };
 *       return answerOf(ask, outcome);
 *     },
 *   },
 * });
 * const npmTest = { actions: [{ category: "bash", resource: ["npm", "test"] }] };
 * assert.ok((await gate.authorize(me, npmTest, { signal: new AbortController().signal })).ok);
 * ```
 */
export function permissionOptions(
  ask: Ask,
  { rejectAlways = false }: PermissionOptionsOptions = {},
): readonly PermissionOption[] {
  return choicesOf(ask)
    .filter(({ kind }) => rejectAlways || kind !== "reject_always")
    .map(({ optionId, name, kind }) => ({ optionId, name, kind }));
}

/**
 * Reads what a client answered to the options of an ask. Whatever is none of the answers that this ask offers, such as
 * an option of another ask, a cancelled prompt or garbage, is a no.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { answerOf } from "@polyglav/permissions/adapters/acp";
 *
 * const ask = { allowed: ["once", "deny"], wider: [] } as const;
 * assert.deepEqual(answerOf(ask, { outcome: "selected", optionId: "once" }), { say: "once" });
 * assert.equal(answerOf(ask, { outcome: "selected", optionId: "session" }).say, "deny");
 * assert.equal(answerOf(ask, { outcome: "cancelled" }).say, "deny");
 * ```
 */
export function answerOf(ask: Pick<Ask, "allowed" | "wider">, outcome: unknown): Answer {
  if (!isRecord(outcome) || outcome.outcome !== "selected")
    return { say: "deny", because: "the question was cancelled" };
  const { optionId } = outcome;
  const chosen = choicesOf(ask).find((choice) => choice.optionId === optionId);
  return chosen === undefined ? { say: "deny", because: "the answer is none of those offered" } : chosen.answer;
}

/** An option and what it means. */
interface Choice extends PermissionOption {
  readonly answer: Answer;
}

function choicesOf({ allowed, wider }: Pick<Ask, "allowed" | "wider">): readonly Choice[] {
  const once: readonly Choice[] = allowed.includes("once")
    ? [{ optionId: "once", name: "Allow once", kind: "allow_once", answer: { say: "once" } }]
    : [];
  const standing = STANDING.filter(({ say }) => allowed.includes(say));
  return [
    ...once,
    ...standing.map(({ say, name }): Choice => ({
      optionId: say,
      name,
      kind: "allow_always",
      answer: readAnswer({ say }),
    })),
    ...standing.flatMap(({ say, name }) =>
      wider.map(({ pattern, text }, index): Choice => {
        const answer = readAnswer({ say, pattern });
        return { optionId: `${say}:${index}`, name: `${name}: ${text}`, kind: "allow_always", answer };
      }),
    ),
    { optionId: "deny", name: "Reject", kind: "reject_once", answer: { say: "deny" } },
    {
      optionId: "deny_always",
      name: "Reject, and do not ask again",
      kind: "reject_always",
      answer: { say: "deny", because: "rejected for good: do not try it again" },
    },
  ];
}

const STANDING: readonly { readonly say: Say; readonly name: string }[] = [
  { say: "run", name: "Allow for this run" },
  { say: "session", name: "Allow for this session" },
  { say: "project", name: "Allow for this project" },
];
