import { describe, expect, it } from "vitest";
import {
  type Told,
  type Visited,
  type World,
  bash,
  delegate,
  killedAfter,
  logged,
  told,
  world,
} from "../../tests/field/world.ts";
import type { Operator } from "../ports.ts";
import { answerAsk } from "../run/answer-ask.ts";
import { openAsks } from "../run/read-run.ts";
import { type RunRequest, resume, run } from "../run/run.ts";
import { type MemoryStore, memoryStore } from "../store/memory-store.ts";
import type { Move, ScriptedCall } from "../testing/index.ts";

const ask = (more: Readonly<Record<string, unknown>> = {}): ScriptedCall => ({
  tool: "ask",
  input: { question: "Red or blue?", ...more },
});

/** Somebody who says yes to everything and answers every question, and counts it. */
function person(answer = "Blue, says the operator"): { readonly operator: Operator; readonly heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    operator: {
      answer: async ({ request }) => {
        heard.push(request.summary ?? "");
        return { say: "once" };
      },
      direct: async ({ question }) => {
        heard.push(question);
        return answer;
      },
    },
  };
}

interface Scene extends Partial<World> {
  readonly request?: Partial<RunRequest>;
}

interface Seen extends Told {
  readonly store: MemoryStore;
  readonly requests: readonly Visited[];
  readonly heard: readonly string[];
}

/**
 * A boss that delegates once to `leaf`; the boss's second answer is the one of its separate call. What `boss` says is
 * given by `says`.
 */
async function scene({ request = {}, operator, moves, ...more }: Scene): Promise<Seen> {
  const requests: Visited[] = [];
  const someone = person();
  const store = memoryStore();
  const deps = world({
    store,
    retries: 0,
    moves: { leaf: [{ call: [ask()] }, { text: "Done." }], ...moves },
    visit: (one) => {
      requests.push(one);
      return undefined;
    },
    operator: operator ?? someone.operator,
    ...more,
  });
  const seen = await told(run({ role: "boss", task: "Paint it", denials: "ok", ...request }, deps));
  return { ...seen, store, requests, heard: someone.heard };
}

/** What boss says: it delegates, answers whoever asks, ends. */
const bossSays = (...answers: readonly Move[]): readonly Move[] => [
  { call: [delegate("leaf")] },
  ...answers,
  { text: "All done." },
];

const outputs = ({ all }: Told, tool: string): readonly string[] =>
  all("tool-end").flatMap((event) => (event.tool === tool ? [event.output] : []));

const usage = { input: 10, output: 5 };
const LEAF = { leaf: { tool_permission: { bash: "ask" } } };
/** May hand bash down without a question. */
const LENDS = {
  boss: { system_prompt: "Boss.", tool_permission: { bash: "deny" }, grant_permission: { bash: "allow" } },
};
/** The operator's config, in which somebody may hand bash down at all. */
const CONFIG = { tool_permission: { bash: "allow" } };

describe("a question of direction", () => {
  it.each(["auto", "caller", "lead", "leader"])("goes to the caller under %j", async (direction) => {
    const seen = await scene({
      config: { ask_policy: { direction } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text: "Red, says the boss" }) },
    });
    expect(outputs(seen, "ask")).toEqual(["Red, says the boss"]);
    expect(seen.heard).toEqual([]);
    expect(await logged(seen.store, "ask.raised")).toMatchObject([{ run: "r1.1", to: { id: "r1" } }]);
    expect(await logged(seen.store, "ask.answered")).toMatchObject([{ text: "Red, says the boss", by: { id: "r1" } }]);
  });

  it.each([["human"], [undefined]])("goes to the operator under %j, and no model is asked", async (direction) => {
    const seen = await scene({
      config: direction === undefined ? {} : { ask_policy: { direction } },
      roles: { leaf: {} },
      moves: { boss: bossSays() },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
    expect(await logged(seen.store, "consult.requested")).toEqual([]);
  });

  it("is answered by nobody under deny, and that is said", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "deny" } },
      roles: { leaf: {} },
      moves: { boss: bossSays() },
    });
    expect(outputs(seen, "ask")[0]).toContain("not answered here");
    expect(seen.heard).toEqual([]);
    expect(seen.all("ask-open")).toEqual([]);
    expect(seen.end.status).toBe("ok");
  });

  it.each(["human", "user", "operator", "caller", "lead", "leader"])(
    "stays unanswered under deny also when the model names %j itself",
    async (target) => {
      const seen = await scene({
        config: { ask_policy: { direction: "deny" } },
        roles: { leaf: {} },
        moves: { boss: bossSays({ text: "Red" }), leaf: [{ call: [ask({ target })] }, { text: "Done." }] },
      });
      expect(seen.heard).toEqual([]);
      expect(await logged(seen.store, "consult.requested")).toEqual([]);
    },
  );

  it.each(["human", "user", "operator"])("goes past the caller when the model names %j", async (target) => {
    const seen = await scene({
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays(), leaf: [{ call: [ask({ target })] }, { text: "Done." }] },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
    expect(await logged(seen.store, "consult.requested")).toEqual([]);
  });

  it.each(["caller", "lead", "leader"])("goes to the caller when the model names %j", async (target) => {
    const seen = await scene({
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text: "Red" }), leaf: [{ call: [ask({ target })] }, { text: "Done." }] },
    });
    expect(outputs(seen, "ask")).toEqual(["Red"]);
  });

  it.each(["PASS", "pass.", " Pass ", "**PASS**", "", "  \n"])("is handed on to the operator by %j", async (text) => {
    const seen = await scene({
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text }) },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
    expect(seen.all("ask-open")).toHaveLength(1);
    expect(seen.all("ask-close")).toHaveLength(1);
  });

  it.each(["Password, not token", "I would pass on blue"])(
    "is answered by %j, which only looks like PASS",
    async (text) => {
      const seen = await scene({
        config: { ask_policy: { direction: "auto" } },
        roles: { leaf: {} },
        moves: { boss: bossSays({ text }) },
      });
      expect(outputs(seen, "ask")).toEqual([text]);
    },
  );

  it("is handed on when the caller's model fails, and the caller goes on", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ throw: { status: 400, message: "bad" } }) },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
    expect(seen.end).toMatchObject({ status: "ok", content: "All done." });
  });

  it("is handed on when the caller wants to call tools instead", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text: "Let me look", call: [bash()] }) },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
    expect(outputs(seen, "bash")).toEqual([]);
  });

  it("waits in the log after PASS, and is answered later by its id", async () => {
    const requests: Visited[] = [];
    const store = memoryStore();
    const deps = world({
      store,
      operator: undefined,
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text: "PASS" }), leaf: [{ call: [ask()] }, { text: "Done." }] },
      visit: (one) => {
        requests.push(one);
        return undefined;
      },
    });
    const first = await told(run({ role: "boss", task: "Paint", onAsk: "park" }, deps));
    expect(first.end.status).toBe("waiting");
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "text", text: "Green" } }, { store });
    const second = await told(resume({ run: "r1" }, deps));
    expect(outputs(second, "ask")).toEqual(["Green"]);
    // Its caller was asked once, and not again.
    expect(await logged(store, "consult.requested")).toHaveLength(1);
  });

  it("is asked of the caller again when its process died while the caller was asked", async () => {
    const store = memoryStore();
    const make = (of: MemoryStore) =>
      world({
        store: of,
        operator: undefined,
        config: { ask_policy: { direction: "auto" } },
        roles: { leaf: {} },
        moves: { boss: bossSays({ text: "Red" }), leaf: [{ call: [ask()] }, { text: "Done." }] },
      });
    await told(run({ role: "boss", task: "Paint" }, make(store)));
    const left = await killedAfter(store, ({ kind }) => kind === "consult.requested");
    const second = await told(resume({ run: "r1" }, make(left)));
    expect(outputs(second, "ask")).toEqual(["Red"]);
  });

  it("that the caller passes on to nobody ends the run under fail", async () => {
    const seen = await scene({
      operator: { answer: async () => ({ say: "deny" }) },
      config: { ask_policy: { direction: "auto" } },
      roles: { leaf: {} },
      moves: { boss: bossSays({ text: "PASS" }) },
      request: { onAsk: "fail" },
    });
    expect(seen.end).toMatchObject({ status: "denied", exitCode: 5, error: { code: "POLYGLAV_ASK" } });
  });

  it("goes to the operator where a root asks its caller", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "caller" } },
      moves: { boss: [{ call: [ask()] }, { text: "ok" }] },
    });
    expect(outputs(seen, "ask")).toEqual(["Blue, says the operator"]);
  });

  it.each([null, 5, {}, ["Blue"], true])(
    "is closed without an answer when the operator answers %j",
    async (garbage) => {
      // As a program without types would.
      const operator: Operator = JSON.parse("{}");
      Object.assign(operator, { answer: async () => garbage, direct: async () => garbage });
      const seen = await scene({ operator, moves: { boss: [{ call: [ask()] }, { text: "ok" }] } });
      expect(outputs(seen, "ask")[0]).toContain("no answer");
      expect(seen.all("ask-open")).toHaveLength(1);
      expect(seen.all("ask-close")).toHaveLength(1);
      expect(seen.end.status).toBe("ok");
    },
  );

  it("that is answered with an empty text is not asked again", async () => {
    const store = memoryStore();
    const deps = world({
      store,
      operator: undefined,
      moves: { boss: [{ call: [ask()] }, { text: "ok" }] },
    });
    await told(run({ role: "boss", task: "Paint", onAsk: "park" }, deps));
    const [open] = await openAsks(store);
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "text", text: "" } }, { store });
    const second = await told(resume({ run: "r1" }, deps));
    expect(second.end.status).toBe("ok");
  });
});

describe("ask_policy", () => {
  it("of a role is before that of the config, and goes down to its children", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "human" } },
      roles: { boss: { system_prompt: "B", ask_policy: { direction: "caller" } }, mid: {}, leaf: {} },
      moves: {
        boss: [{ call: [delegate("mid")] }, { text: "All done." }],
        mid: [{ call: [delegate("leaf")] }, { text: "Red, says mid" }, { text: "Mid done." }],
      },
    });
    expect(outputs(seen, "ask")).toEqual(["Red, says mid"]);
    expect(await logged(seen.store, "consult.done")).toMatchObject([{ run: "r1.1" }]);
  });

  it("of a child is its own, key by key", async () => {
    const seen = await scene({
      config: { ask_policy: { direction: "caller", permission: "human" }, ...CONFIG },
      roles: { ...LENDS, leaf: { tool_permission: { bash: "ask" }, ask_policy: { direction: "human" } } },
      moves: { boss: bossSays(), leaf: [{ call: [ask()] }, { call: [bash("ls")] }, { text: "Done." }] },
    });
    expect(seen.heard).toEqual(["Red or blue?", 'bash "ls"']);
    expect(await logged(seen.store, "consult.requested")).toEqual([]);
  });
});

describe("leave for a call", () => {
  const calls = [{ call: [bash("ls")] }, { text: "Done." }] as const;

  it.each(["auto", "caller"])("is given by the caller under %j, once", async (permission) => {
    const seen = await scene({
      config: { ask_policy: { permission }, ...CONFIG },
      roles: { ...LEAF, ...LENDS },
      moves: {
        boss: bossSays({ text: "Yes, it is harmless.", usage }),
        leaf: [{ call: [bash("ls")] }, { text: "Done." }],
      },
    });
    expect(outputs(seen, "bash")).toEqual(["bash: ls"]);
    expect(seen.heard).toEqual([]);
    expect(seen.all("ask-close")).toMatchObject([{ answer: "once" }]);
  });

  it("is asked in a call of its own: logged, paid by the caller, seen by nobody's conversation", async () => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: {
        boss: [
          { call: [delegate("leaf")], usage },
          { text: "yes SEPARATE", usage },
          { text: "All done.", usage },
        ],
        leaf: [
          { call: [bash("ls")], usage },
          { text: "Done.", usage },
        ],
      },
    });
    const [requested] = await logged(seen.store, "consult.requested");
    const [done] = await logged(seen.store, "consult.done");
    expect(requested).toMatchObject({ run: "r1", ask: seen.all("ask-open")[0]?.ask });
    expect(done).toMatchObject({ run: "r1", text: "yes SEPARATE", usage: { calls: 1, inputTokens: 10 } });
    expect(seen.end.usage).toMatchObject({ calls: 5, inputTokens: 50, outputTokens: 25 });
    expect(seen.all("delegate-end")[0]?.usage).toMatchObject({ calls: 2 });
    const aside = seen.requests.findIndex(({ prompt }) => JSON.stringify(prompt).includes("needs leave"));
    expect(seen.requests[aside]).toMatchObject({ role: "boss", tools: [] });
    expect(JSON.stringify(seen.requests[aside]?.prompt)).not.toContain("You are the boss");
    const others = seen.requests.filter((_, index) => index !== aside);
    expect(JSON.stringify(others.map(({ prompt }) => prompt))).not.toContain("SEPARATE");
  });

  it("is refused with the caller's reason", async () => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: { boss: bossSays({ text: "No: it would delete  everything\nyou have." }), leaf: calls },
    });
    expect(outputs(seen, "bash")[0]).toContain("it would delete everything you have.");
    expect(seen.all("ask-close")).toMatchObject([{ answer: "deny" }]);
  });

  it.each([
    "No",
    "Not yes",
    "nope, yes would be wrong",
    "Yesterday I would have",
    "Yes/No?",
    "y/n",
    "Yes or no? I cannot say",
    "Allow me to refuse: this is dangerous",
    "Approve? No, never.",
    "Allowed? No!",
    "Grant no such thing",
    "Нет. Yes was the answer yesterday",
    "不,yes 是错的",
    "いいえ yes",
    "لا yes",
    "{}",
    "",
    "   ",
    "🤷",
    "__proto__",
    "true",
  ])("is not given by %j", async (text) => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: { boss: bossSays({ text }), leaf: calls },
    });
    expect(seen.all("tool-end").filter(({ tool }) => tool === "bash")).toMatchObject([{ status: "denied" }]);
  });

  it.each(["yes", "Yes.", "YES", "**Yes**, go on", "- yes", "approved", "y"])("is given by %j", async (text) => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: { boss: bossSays({ text }), leaf: calls },
    });
    expect(outputs(seen, "bash")).toEqual(["bash: ls"]);
  });

  it.each([
    ["ask", { boss: { system_prompt: "B" } }, {}],
    ["deny", { boss: { system_prompt: "B", grant_permission: { bash: "ask" } } }, CONFIG],
  ])("is the operator's to give where the caller may only ask itself (%s)", async (_, roles, config) => {
    const seen = await scene({
      config,
      roles: { ...LEAF, ...roles },
      moves: { boss: bossSays(), leaf: calls },
    });
    expect(seen.heard).toEqual(['bash "ls"']);
    expect(await logged(seen.store, "consult.requested")).toEqual([]);
    expect(outputs(seen, "bash")).toEqual(["bash: ls"]);
  });

  it("is never a model's to give under human, also with nobody there", async () => {
    for (const onAsk of ["deny", "park", "fail"] as const) {
      const store = memoryStore();
      const deps = world({
        store,
        operator: undefined,
        config: { ask_policy: { permission: "human" }, ...CONFIG },
        roles: { ...LEAF, ...LENDS },
        moves: { boss: bossSays(), leaf: calls },
      });
      const { end } = await told(run({ role: "boss", task: "x", onAsk, denials: "ok" }, deps));
      expect(await logged(store, "consult.requested")).toEqual([]);
      expect(end.status).toBe({ deny: "ok", park: "waiting", fail: "denied" }[onAsk]);
    }
  });

  it("is refused at once under deny: nobody is asked", async () => {
    const seen = await scene({
      config: { ask_policy: { permission: "deny" }, ...CONFIG },
      roles: { ...LEAF, ...LENDS },
      moves: { boss: bossSays(), leaf: calls },
    });
    expect(seen.heard).toEqual([]);
    expect(seen.all("ask-open")).toEqual([]);
    expect(seen.all("tool-end")[0]).toMatchObject({ tool: "bash", status: "denied" });
  });

  it("is asked of the nearest above that may hand it down, over those between", async () => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS, mid: { grant_permission: { bash: "ask" } } },
      moves: {
        boss: [{ call: [delegate("mid")] }, { text: "Yes, says the boss" }, { text: "All done." }],
        mid: [{ call: [delegate("leaf")] }, { text: "Mid done." }],
        leaf: calls,
      },
    });
    expect(outputs(seen, "bash")).toEqual(["bash: ls"]);
    expect(await logged(seen.store, "consult.done")).toMatchObject([{ run: "r1" }]);
    expect(seen.end.status).toBe("ok");
  });

  it("lifts a denial of a child no further than the caller may hand down", async () => {
    const wish = ask({ kind: "permission", tool: "bash", input: { command: "ls" }, question: "May I?" });
    const seen = await scene({
      operator: { answer: async () => ({ say: "deny" }) },
      roles: {
        boss: { system_prompt: "B", grant_permission: { bash: "deny" } },
        leaf: { tool_permission: { bash: "deny" } },
      },
      moves: { boss: bossSays({ text: "yes" }), leaf: [{ call: [wish] }, { call: [bash("ls")] }, { text: "Done." }] },
    });
    expect(await logged(seen.store, "consult.requested")).toEqual([]);
    expect(seen.all("tool-end").map(({ status }) => status)).toEqual(["denied", "denied", "ok"]);
  });

  it("lifts a denial by the caller's yes for exactly the call that was shown", async () => {
    const wish = ask({ kind: "permission", tool: "bash", input: { command: "ls" }, question: "May I?" });
    const seen = await scene({
      config: CONFIG,
      roles: { ...LENDS, leaf: { tool_permission: { bash: "deny" } } },
      moves: {
        boss: bossSays({ text: "yes" }),
        leaf: [
          { call: [wish] },
          { call: [bash("rm -rf /")] },
          { call: [bash("ls")] },
          { call: [bash("ls")] },
          { text: "Done." },
        ],
      },
    });
    expect(seen.all("tool-end").map(({ tool, status }) => [tool, status])).toEqual([
      ["ask", "ok"],
      ["bash", "denied"],
      ["bash", "ok"],
      ["bash", "denied"],
      ["delegate", "ok"],
    ]);
  });

  it("that nobody can give ends the run under fail, also when it is asked for in words", async () => {
    const wish = ask({ kind: "permission", permission: "bash", question: "May I?" });
    const store = memoryStore();
    const deps = world({
      store,
      operator: undefined,
      roles: { boss: { system_prompt: "B", tool_permission: { bash: "deny" } } },
      moves: { boss: [{ call: [wish] }, { text: "I go on." }] },
    });
    const { end } = await told(run({ role: "boss", task: "x", onAsk: "fail", denials: "ok" }, deps));
    expect(end).toMatchObject({ status: "denied", exitCode: 5, error: { code: "POLYGLAV_ASK" } });
  });

  it("is refused when the caller's budget does not cover the question, and nobody hangs", async () => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      request: { limits: { calls: 3 } },
      moves: { boss: bossSays({ text: "yes" }), leaf: calls },
    });
    expect(await logged(seen.store, "consult.done")).toEqual([]);
    expect(seen.end.usage.calls).toBeLessThanOrEqual(3);
    expect(seen.all("run-end")).toHaveLength(1);
    expect(outputs(seen, "bash")).not.toContain("bash: ls");
  });

  it("is asked of the caller of a child in the background while the caller works", async () => {
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: {
        boss: [{ call: [delegate("leaf", { background: true })] }, { text: "yes", repeat: true }],
        leaf: calls,
      },
    });
    expect(outputs(seen, "bash")).toEqual(["bash: ls"]);
    expect(seen.end.status).toBe("ok");
    expect(await logged(seen.store, "consult.done")).toHaveLength(1);
  });

  it("is asked again of the caller when its process died while the caller was asked", async () => {
    const make = (of: MemoryStore) =>
      world({
        store: of,
        operator: undefined,
        config: CONFIG,
        roles: { ...LEAF, ...LENDS },
        moves: { boss: bossSays({ text: "yes" }), leaf: calls },
      });
    const store = memoryStore();
    await told(run({ role: "boss", task: "x" }, make(store)));
    const left = await killedAfter(store, ({ kind }) => kind === "consult.requested");
    const second = await told(resume({ run: "r1" }, make(left)));
    expect(outputs(second, "bash")).toEqual(["bash: ls"]);
    expect(second.end.status).toBe("ok");
  });

  it("is asked of five children at once, each by its own ask", async () => {
    const asked: string[] = [];
    const seen = await scene({
      config: CONFIG,
      roles: { ...LEAF, ...LENDS },
      moves: {
        boss: [{ call: Array.from({ length: 5 }, () => delegate("leaf")) }, { text: "yes", repeat: true }],
        leaf: calls,
      },
    });
    for (const { ask: id } of await logged(seen.store, "consult.requested")) asked.push(id);
    expect(new Set(asked).size).toBe(5);
    expect(outputs(seen, "bash")).toHaveLength(5);
    expect(seen.end.usage.calls).toBe(1 + 5 + 5 * 2 + 1);
  });
});
