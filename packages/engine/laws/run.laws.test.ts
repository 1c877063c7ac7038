import { CATEGORIES, DECISIONS } from "@polyglav/permissions";
import { confirming } from "@polyglav/permissions/gate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Played, echoTool, play } from "../tests/stage.ts";
import type { Operator } from "../src/ports.ts";
import type { Move, ScriptedCall } from "../src/testing/index.ts";

const ROLES = ["boss", "planner", "leader", "constructor"] as const;

const input = fc.oneof(
  fc.record({ path: fc.string() }),
  fc.record({ command: fc.string() }),
  fc.record({ role: fc.constantFrom(...ROLES, "nobody", "__proto__"), task: fc.string() }),
  fc.record({ question: fc.string({ minLength: 1 }), permission: fc.constantFrom("bash", "read", "nothing") }),
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
);
const call: fc.Arbitrary<ScriptedCall> = fc.record({
  tool: fc.constantFrom("read", "bash", "bad", "delegate", "delegate", "ask", "nothing", "constructor"),
  input,
});
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      call: fc.array(call, { minLength: 1, maxLength: 3 }),
      usage: fc.constant({ input: 3, output: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ text: fc.string() }) },
  { weight: 1, arbitrary: fc.constant({ throw: { status: 500, message: "oops", retryAfterMs: 0 } }) },
  { weight: 1, arbitrary: fc.constant({ throw: { status: 400, message: "no" } }) },
);
const moves = fc.array(move, { maxLength: 4 });
const words = fc.dictionary(fc.constantFrom(...CATEGORIES, "*"), fc.constantFrom(...DECISIONS), { maxKeys: 4 });
const role = fc.record({
  tool_permission: words,
  grant_permission: words,
  limits: fc.constant({ steps: 6, agents: 6 }),
});
const stage = fc.record({
  moves: fc.record(Object.fromEntries(ROLES.map((name) => [name, moves]))),
  otherwise: fc.constant([{ text: "ok" }]),
  roles: fc.record({ boss: role, constructor: role }),
  retries: fc.constant(1),
  operator: fc.constantFrom<Operator | undefined>(
    undefined,
    confirming,
    { answer: async () => ({ say: "once" }), direct: async () => "yes" },
    { answer: async () => Promise.reject(new Error("gone")), direct: async () => Promise.reject(new Error("gone")) },
  ),
});

/** Plays a generated world, with a bash that tells on whom it ran. */
async function playWithBash(world: Parameters<typeof play>[0]): Promise<Played & { readonly ran: readonly string[] }> {
  const ran: string[] = [];
  const bash = echoTool("bash", "bash", "command", async (_, { toolCallId }) => {
    ran.push(toolCallId);
    return "ran";
  });
  const bad = {
    ...echoTool("bad", "read", "path"),
    request: (): never => {
      throw new TypeError("a tool that is broken");
    },
  };
  const played = await play({ ...world, tools: { bash, bad, read: echoTool("read", "read", "path") } });
  return { ...played, ran };
}

const law = (name: string, holds: (played: Awaited<ReturnType<typeof playWithBash>>) => void) => {
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(stage, async (world) => {
        holds(await playWithBash(world));
      }),
      { numRuns: 60 },
    );
  });
};

describe("for every script, also of garbage", () => {
  law("a run ends with exactly one run-end, and it is last", ({ events }) => {
    expect(events.map((event) => event.type === "run-end")).toEqual([...events.slice(1).map(() => false), true]);
  });

  law("events are numbered without a gap", ({ events }) => {
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  });

  law("every tool call that starts ends once, every delegation and every ask, too", ({ all }) => {
    const pairs = [
      [
        all("tool-start").map(({ run, call: id }) => `${run} ${id}`),
        all("tool-end").map(({ run, call: id }) => `${run} ${id}`),
      ],
      [all("delegate-start").map(({ child }) => child), all("delegate-end").map(({ child }) => child)],
      [all("ask-open").map(({ ask }) => ask), all("ask-close").map(({ ask }) => ask)],
    ];
    for (const [started = [], ended = []] of pairs) {
      expect(new Set(started).size).toBe(started.length);
      expect([...ended].sort()).toEqual([...started].sort());
    }
  });

  law("the events of a child lie between its delegate-start and its delegate-end", ({ events }) => {
    const open = new Set<string>();
    for (const event of events) {
      if (event.parent !== undefined) expect(open).toContain(event.run);
      if (event.type === "delegate-start") open.add(event.child);
      if (event.type === "delegate-end") open.delete(event.child);
    }
    expect(open).toEqual(new Set());
  });

  law("the bill of the tree is the sum of its answered model calls", ({ all, end, log }) => {
    const answered = log.filter((entry) => entry.kind === "model.done").length;
    expect(end.usage.calls).toBe(answered);
    const selves = new Map(all("usage").map(({ run, self }) => [run, self]));
    const sum = [...selves.values()].reduce((tokens, self) => tokens + self.inputTokens + self.outputTokens, 0);
    expect(end.usage.inputTokens + end.usage.outputTokens).toBe(sum);
  });

  law("nothing runs that the gate did not let through, and each denial is in the end", ({ all, end, ran }) => {
    const granted = all("permission").filter((event) => event.granted && event.tool === "bash");
    expect([...ran].sort()).toEqual(granted.map((event) => event.call).sort());
    expect(end.denials).toHaveLength(all("tool-end").filter((event) => event.status === "denied").length);
  });

  law("exit 0 means that the run is done and nothing was denied", ({ end }) => {
    expect(end.exitCode === 0).toBe(end.outcome === "done" && end.denials.length === 0);
  });
});
