import { describe, expect, it } from "vitest";
import type { AgentLimits } from "../log/log-entry.ts";
import { NO_USAGE, type Usage } from "../model/usage.ts";
import type { Account, Exhausted, Reservation } from "./account.ts";
import type { CallKind, Estimate } from "./estimate.ts";
import { createLedger } from "./ledger.ts";
import { costOf } from "./price.ts";

const PRICE = { input: 1, output: 10 };
const LIMITS: AgentLimits = { steps: 50, depth: 3, agents: 50 };
const SMALL: Estimate = { inputTokens: 10, outputTokens: 10 };

const root = (limits: Partial<AgentLimits> = {}): Account => createLedger().open("r", { ...LIMITS, ...limits });

const used = (inputTokens: number, outputTokens: number): Usage => ({
  ...{ ...NO_USAGE, calls: 1, inputTokens, outputTokens },
  ...costOf({ inputTokens, outputTokens, cachedTokens: 0 }, PRICE),
});
const UNREPORTED: Usage = { ...NO_USAGE, calls: 1, unknown: 1, unpriced: 1 };
const BROKEN_OFF: Usage = { ...UNREPORTED, calls: 0 };

function reserved(account: Account, estimate: Estimate = SMALL, kind: CallKind = "step"): Reservation {
  const result = account.reserve(estimate, kind);
  if (!result.ok) throw new Error(`refused by ${result.limit} of ${result.of}`);
  return result;
}
function refused(account: Account, estimate: Estimate = SMALL, kind: CallKind = "step"): Exhausted {
  const result = account.reserve(estimate, kind);
  if (result.ok) throw new Error("was not refused");
  return result;
}
function child(parent: Account, id: string, limits: Partial<AgentLimits> = {}, slice = false): Account {
  const spawned = parent.spawn(id, { ...LIMITS, ...limits }, { slice });
  if (!spawned.ok) throw new Error(spawned.refusal.message);
  return spawned.account;
}
/** Makes calls until there are none left, as an agent that never comes to an end does. */
function exhaust(account: Account): readonly CallKind[] {
  const made: CallKind[] = [];
  for (;;) {
    const kind = account.reserve(SMALL, "step");
    const call = kind.ok ? kind : account.reserve(SMALL, "closing");
    if (!call.ok) return made;
    made.push(kind.ok ? "step" : "closing");
    call.settle(used(10, 10));
  }
}

describe("steps", () => {
  it.each<[number, readonly CallKind[]]>([
    [0, []],
    [1, ["step"]],
    [2, ["step", "closing"]],
    [4, ["step", "step", "step", "closing"]],
  ])("%i are as many model calls, the last one a closing turn (B5)", (steps, made) => {
    expect(exhaust(root({ steps }))).toEqual(made);
  });

  it("are counted for the agent itself, not for those above it", () => {
    const lead = root({ steps: 2 });
    expect(exhaust(child(lead, "r.1", { steps: 5 }))).toHaveLength(5);
    expect(lead.spent().steps).toBe(0);
    expect(exhaust(lead)).toHaveLength(2);
  });

  it("do not count when nobody answered, and the closing turn may then be tried again", () => {
    const agent = root({ steps: 2 });
    reserved(agent).settle(BROKEN_OFF);
    reserved(agent).settle(used(1, 1));
    reserved(agent, SMALL, "closing").settle(BROKEN_OFF);
    reserved(agent, SMALL, "closing").cancel();
    reserved(agent, SMALL, "closing").settle(used(1, 1));
    expect(refused(agent, SMALL, "closing").limit).toBe("steps");
    expect(agent.spent()).toMatchObject({ steps: 2, calls: 2, estimated: 2 });
  });

  it("do not count for an answer to somebody below", () => {
    const agent = root({ steps: 1 });
    reserved(agent, SMALL, "consult").settle(used(1, 1));
    expect(exhaust(agent)).toEqual(["step"]);
    expect(agent.spent()).toMatchObject({ steps: 1, calls: 2 });
  });
});

describe("a closing turn", () => {
  it.each([
    [0, []],
    [1, ["step"]],
    [2, ["step", "closing"]],
    [3, ["step", "step", "closing"]],
  ])("is kept of %i calls", (calls, made) => {
    expect(exhaust(root({ calls }))).toEqual(made);
  });

  it("is kept of tokens, with all that was said and a last word", () => {
    const agent = root({ tokens: 5_000 });
    reserved(agent, { inputTokens: 1_000, outputTokens: 900 }).settle(used(1_000, 400));
    // 3,600 are left; a step of 1,400 + 600 would leave 1,600, and its closing turn needs 2,000 + 1,024.
    expect(refused(agent, { inputTokens: 1_400, outputTokens: 600 })).toMatchObject({ limit: "tokens", used: 1_400 });
    expect(reserved(agent, { inputTokens: 1_400, outputTokens: 1_024 }, "closing").maxOutputTokens).toBe(1_024);
  });

  it("is kept of money, at the price of the model", () => {
    // A step costs 0.011, its closing turn (2,000 × 1 + 1,024 × 10) / 1e6 = 0.01224.
    const call = { inputTokens: 1_000, outputTokens: 1_000, price: PRICE };
    expect(refused(root({ cost: 0.0232 }), call).limit).toBe("cost");
    reserved(root({ cost: 0.02324 }), call);
  });

  it("is the first call of an agent whose limit is too small for two", () => {
    const agent = root({ tokens: 500 });
    expect(refused(agent)).toMatchObject({ limit: "tokens", of: "r", used: 0, most: 500, soon: false });
    expect(exhaust(agent)).toEqual(["closing"]);
  });

  it("comes once, and no step comes after it", () => {
    const agent = root({ calls: 10, tokens: 100 });
    refused(agent);
    reserved(agent, SMALL, "closing").settle(used(1, 1));
    expect(refused(agent, SMALL, "closing").limit).toBe("tokens");
    expect(refused(agent, SMALL).limit).toBe("tokens");
  });

  it("is not followed by anything to wait for, also where the last step had been told to wait", () => {
    const agent = root({ calls: 9, tokens: 3_000 });
    reserved(agent, { inputTokens: 2_900, outputTokens: 0 }, "consult").cancel();
    const held = reserved(agent, { inputTokens: 2_900, outputTokens: 0 }, "consult");
    expect(refused(agent).soon).toBe(true);
    reserved(agent, SMALL, "closing").settle(used(1, 1));
    held.settle(used(1, 1));
    expect(refused(agent).soon).toBe(false);
  });

  it("is kept for everybody above as well: a child ends in time for its parent to close", () => {
    const lead = root({ calls: 5 });
    reserved(lead).settle(used(1, 1));
    const worker = child(lead, "r.1");
    expect(exhaust(worker)).toEqual(["step", "step", "closing"]);
    expect(refused(worker)).toMatchObject({ limit: "calls", of: "r" });
    expect(exhaust(lead)).toEqual(["closing"]);
    expect(lead.spent().calls).toBe(5);
  });
});

describe("a reservation", () => {
  it("is for the whole path or not at all", () => {
    const lead = root({ calls: 9, tokens: 20_000 });
    const mid = child(lead, "r.1", { tokens: 4_000 });
    const leaf = child(mid, "r.1.1");
    const big = { inputTokens: 5_000, outputTokens: 0 };
    expect(refused(leaf, big, "closing")).toMatchObject({ limit: "tokens", of: "r.1", most: 4_000 });
    reserved(lead, { inputTokens: 20_000, outputTokens: 0 }, "closing");
    expect(refused(leaf)).toMatchObject({ limit: "tokens", of: "r", soon: true });
  });

  it("is refused with a hint to wait when what others hold may come back", async () => {
    const ledger = createLedger();
    const lead = ledger.open("r", { ...LIMITS, tokens: 10_000 });
    const [a, b] = [child(lead, "r.1"), child(lead, "r.2")];
    const held = reserved(a, { inputTokens: 6_000, outputTokens: 0 }, "closing");
    expect(refused(b, { inputTokens: 6_000, outputTokens: 0 }, "closing").soon).toBe(true);
    expect(refused(b, { inputTokens: 10_001, outputTokens: 0 }, "closing").soon).toBe(false);

    const freed = ledger.freed(new AbortController().signal);
    held.settle(used(10, 10));
    await freed;
    reserved(b, { inputTokens: 6_000, outputTokens: 0 }, "closing");
  });

  it("is not to be waited for where another limit would refuse it anyway", () => {
    const agent = root({ tokens: 3_000, cost: 0.001 });
    reserved(agent, { inputTokens: 2_990, outputTokens: 0, price: { input: 0, output: 0 } }, "consult");
    expect(refused(agent, { inputTokens: 2_000, outputTokens: 0, price: PRICE })).toMatchObject({
      ...{ limit: "tokens", soon: false },
    });
  });

  it("counts every billionth of a dollar that it has begun", () => {
    const agent = root({ cost: 1 });
    reserved(agent, { ...SMALL, price: PRICE }).settle({ ...used(1, 1), cost: 1e-10 });
    reserved(agent, { ...SMALL, price: PRICE }).settle({ ...used(1, 1), cost: 0.1 + 0.2 });
    expect(agent.spent().cost).toBe(0.300000001);
  });

  it("lets nobody wait whose signal has aborted", async () => {
    const ledger = createLedger();
    await ledger.freed(AbortSignal.abort());
    const controller = new AbortController();
    const freed = ledger.freed(controller.signal);
    controller.abort();
    await freed;
  });

  it("ends once: what comes after the first word of it is not heard", () => {
    const agent = root({ tokens: 10_000 });
    const call = reserved(agent);
    call.settle(used(10, 5));
    expect(call.settle(used(10, 5))).toEqual([]);
    call.cancel();
    call.cancel();
    refused(agent, { inputTokens: 9_986, outputTokens: 0 }, "consult");
    expect(agent.spent()).toMatchObject({ steps: 1, calls: 1, tokens: 15 });
    expect(agent.usage().self.calls).toBe(1);
  });

  it("gives less output where not all of it is left, down to the least that makes sense", () => {
    const call = { inputTokens: 100, outputTokens: 4_096, leastOutputTokens: 256 };
    expect(reserved(root({ tokens: 1_000 }), call, "closing").maxOutputTokens).toBe(900);
    expect(reserved(root({ tokens: 356 }), call, "closing").maxOutputTokens).toBe(256);
    expect(refused(root({ tokens: 355 }), call, "closing").limit).toBe("tokens");
    const priced = { ...call, price: PRICE };
    expect(reserved(root({ cost: 0.0051 }), priced, "closing").maxOutputTokens).toBe(500);
  });

  it("sets no bound to the output where nobody limits tokens or money", () => {
    const call = { inputTokens: 100, outputTokens: 4_096 };
    expect(reserved(root({ calls: 3 }), call).maxOutputTokens).toBeUndefined();
    expect(reserved(root(), { ...call, maxOutputTokens: 9_000 }).maxOutputTokens).toBe(9_000);
    expect(reserved(root({ tokens: 99_999 }), call).maxOutputTokens).toBe(4_096);
  });

  it("is for a number of tokens", () => {
    for (const wrong of [Number.NaN, -1, Infinity]) {
      expect(() => root().reserve({ inputTokens: wrong, outputTokens: 1 }, "step")).toThrow(RangeError);
      expect(() => root().reserve({ inputTokens: 1, outputTokens: wrong }, "step")).toThrow(RangeError);
    }
  });
});

describe("what nobody reports", () => {
  it("counts as much as was reserved, and stays unknown in the bill (B11)", () => {
    const agent = root({ tokens: 100_000 });
    reserved(agent, { inputTokens: 300, outputTokens: 200 }).settle(UNREPORTED);
    expect(agent.spent()).toMatchObject({ tokens: 500, cost: 0, estimated: 1 });
    expect(agent.usage().subtree).toEqual(UNREPORTED);
  });

  it("costs as much as was reserved where money is limited, and otherwise nothing is made up", () => {
    const call = { inputTokens: 1_000, outputTokens: 100, price: PRICE };
    const limited = root({ cost: 1 });
    reserved(limited, call).settle(UNREPORTED);
    expect(limited.spent()).toMatchObject({ cost: 0.002, estimated: 1 });
    const free = root();
    reserved(free, call).settle(UNREPORTED);
    expect(free.spent().cost).toBe(0);
  });

  it("has a dear price where money is limited and the model has none, also a limit of somebody above", () => {
    const call = { inputTokens: 1_000_000, outputTokens: 0 };
    const settled = { ...used(1_000_000, 0), cost: 0, unpriced: 1 };
    const lead = root({ cost: 100 });
    const leaf = child(lead, "r.1");
    reserved(leaf, call).settle(settled);
    expect(leaf.spent()).toMatchObject({ cost: 15, estimated: 1 });
    expect(lead.spent().cost).toBe(15);
    expect(lead.usage().subtree).toMatchObject({ cost: 0, unpriced: 1 });

    const own = createLedger({ fallbackPrice: { input: 2, output: 2 } }).open("r", { ...LIMITS, cost: 100 });
    reserved(own, call).settle(settled);
    expect(own.spent().cost).toBe(2);
  });

  it("costs nothing where the model is free", () => {
    const agent = root({ cost: 0 });
    const free = { input: 0, output: 0 };
    reserved(agent, { ...SMALL, price: free }).settle({ ...used(10, 10), cost: 0 });
    reserved(agent, { ...SMALL, price: free }).settle(UNREPORTED);
    expect(agent.spent().cost).toBe(0);
  });

  it("is taken for unknown when a provider reports what is no number", () => {
    const agent = root({ tokens: 10_000, cost: 1 });
    reserved(agent, { ...SMALL, price: PRICE }).settle({ ...used(1, 1), inputTokens: Number.NaN, cost: Number.NaN });
    expect(agent.spent()).toMatchObject({ tokens: 20, cost: 0.00011, estimated: 1 });
    reserved(agent, { ...SMALL, price: PRICE }).settle({ ...used(1, 1), inputTokens: Infinity, cost: Infinity });
    reserved(agent, { ...SMALL, price: PRICE }).settle({ ...used(1, 1), inputTokens: -9 });
    expect(agent.spent()).toMatchObject({ tokens: 60, cost: 0.00033, estimated: 3 });
  });
});

describe("notices", () => {
  it("tell of 80 % and of the end once, and whose limit it is", () => {
    const lead = root({ tokens: 10_000 });
    const leaf = child(lead, "r.1", { tokens: 5_000 });
    const call = { inputTokens: 1_000, outputTokens: 0 };
    const said = [4_000, 500, 500].map((tokens) => {
      const held = reserved(leaf, { ...call, inputTokens: tokens }, "consult");
      return held.settle(used(tokens, 0)).map(({ level, of, used: now, most }) => `${of} ${level} ${now}/${most}`);
    });
    expect(said).toEqual([["r.1 warning 4000/5000"], [], ["r.1 full 5000/5000"]]);
    expect(reserved(lead, { ...call, inputTokens: 3_000 }, "consult").settle(used(3_000, 0))).toEqual([
      { level: "warning", limit: "tokens", of: "r", used: 8_000, most: 10_000, estimated: false },
    ]);
  });

  it("skip the 80 % of what is full at once, and say when a figure is estimated", () => {
    expect(reserved(root({ steps: 1 })).settle(UNREPORTED)).toEqual([
      { level: "full", limit: "steps", of: "r", used: 1, most: 1, estimated: true },
    ]);
  });

  it("say that a limit is full when no step of the agent fits any more, and then not again", () => {
    const agent = root({ steps: 2 });
    reserved(agent).settle(used(1, 1));
    expect(refused(agent).notices).toEqual([
      { level: "full", limit: "steps", of: "r", used: 1, most: 2, estimated: false },
    ]);
    expect(refused(agent).notices).toEqual([]);
    expect(reserved(agent, SMALL, "closing").settle(used(1, 1))).toEqual([]);
  });

  it("do not say so of somebody else's limit, nor while it may fit later", () => {
    const lead = root({ calls: 2 });
    reserved(lead).cancel();
    expect(refused(child(lead, "r.1")).notices).toEqual([]);
    const agent = root({ tokens: 3_000 });
    reserved(agent, { inputTokens: 2_990, outputTokens: 0 }, "consult");
    expect(refused(agent)).toMatchObject({ soon: true, notices: [] });
  });
});

describe("a slice", () => {
  it("is taken out of the pool at once, and what was not used returns", () => {
    const lead = root({ tokens: 10_000 });
    const leaf = child(lead, "r.1", { tokens: 6_000 }, true);
    const rest = { inputTokens: 4_001, outputTokens: 0 };
    expect(refused(lead, rest, "consult")).toMatchObject({ limit: "tokens", of: "r", used: 0, soon: false });
    reserved(leaf, { inputTokens: 1_000, outputTokens: 0 }, "consult").settle(used(1_000, 0));
    expect(lead.spent().tokens).toBe(1_000);
    expect(refused(lead, rest, "consult").soon).toBe(false);
    leaf.close();
    leaf.close();
    reserved(lead, { inputTokens: 9_000, outputTokens: 0 }, "consult");
  });

  it("keeps a call that settles after its agent has ended", () => {
    const lead = root({ tokens: 10_000 });
    const leaf = child(lead, "r.1", { tokens: 6_000 }, true);
    const late = reserved(leaf, { inputTokens: 2_000, outputTokens: 0 }, "consult");
    leaf.close();
    refused(lead, { inputTokens: 8_001, outputTokens: 0 }, "consult");
    late.settle(used(500, 0));
    reserved(lead, { inputTokens: 9_500, outputTokens: 0 }, "consult");
  });

  it("is what is left where more was asked for, and says so", () => {
    const lead = root({ tokens: 10_000, calls: 10 });
    reserved(lead, { inputTokens: 1_000, outputTokens: 0 }).settle(used(1_000, 0));
    const leaf = child(lead, "r.1", { tokens: 50_000, calls: 3 }, true);
    // The lead keeps what its closing turn needs: 1,000 and a last word of 1,024.
    expect(leaf.limits).toMatchObject({ tokens: 6_976, calls: 3 });
    expect(leaf.lowered).toEqual([{ limit: "tokens", asked: 50_000, given: 6_976 }]);
  });

  it("is empty where nothing is left", () => {
    const lead = root({ calls: 3 });
    child(lead, "r.1", { calls: 9 }, true);
    const second = child(lead, "r.2", { calls: 9 }, true);
    expect(second.limits.calls).toBe(0);
    expect(exhaust(second)).toEqual([]);
  });

  it("of a slice comes out of that and not out of what is above", () => {
    const lead = root({ tokens: 10_000 });
    const mid = child(lead, "r.1", { tokens: 8_000 }, true);
    const leaf = child(mid, "r.1.1", { tokens: 9_000 }, true);
    expect(leaf.limits.tokens).toBe(8_000);
    reserved(lead, { inputTokens: 2_000, outputTokens: 0 }, "consult");
    leaf.close();
    reserved(mid, { inputTokens: 8_000, outputTokens: 0 }, "consult");
  });
});

describe("a limit of a child", () => {
  it("is never higher than that of the one above it", () => {
    const leaf = child(root({ tokens: 1_000, cost: 0.5 }), "r.1", { tokens: 2_000, cost: 0.2, calls: 7 });
    expect(leaf.limits).toEqual({ ...LIMITS, tokens: 1_000, cost: 0.2, calls: 7 });
    expect(leaf.lowered).toEqual([{ limit: "tokens", asked: 2_000, given: 1_000 }]);
  });
});

describe("places", () => {
  it("are taken one by one, so that many at once never start more than there are (B2)", () => {
    const lead = root({ agents: 20, depth: 9 });
    const agents = [lead];
    const refusals = new Set<string>();
    // Those who start are visited, too.
    for (const agent of agents) {
      for (let wish = 0; wish < 5; wish += 1) {
        const spawned = agent.spawn(`a${agents.length}`, { ...LIMITS, depth: 9 });
        if (spawned.ok) agents.push(spawned.account);
        else refusals.add(`${spawned.refusal.code}: ${spawned.refusal.message}`);
      }
    }
    expect(agents).toHaveLength(1 + 20);
    expect([...refusals]).toEqual(["POLYGLAV_AGENTS: Cannot delegate: the limit is 20 agents and all were started"]);
  });

  it("end where the depth ends (B1)", () => {
    let at = root({ depth: 2 });
    at = child(at, "r.1");
    at = child(at, "r.1.1");
    expect(at.spawn("r.1.1.1", LIMITS)).toMatchObject({ ok: false, refusal: { code: "POLYGLAV_DEPTH" } });
  });

  it("come back only from an agent that was not started after all, once", () => {
    const lead = root({ agents: 1 });
    const first = child(lead, "r.1");
    first.withdraw();
    first.withdraw();
    const second = child(lead, "r.2");
    expect(lead.spawn("r.3", LIMITS).ok).toBe(false);
    second.close();
    second.withdraw();
    expect(lead.spawn("r.3", LIMITS).ok).toBe(false);
  });
});

describe("a resumed agent", () => {
  const already = { self: used(100, 20), subtree: used(4_000, 100), steps: 3, agents: 2 };

  it("goes on with what it had used, which those above it have counted already (B10)", () => {
    const lead = createLedger().open("r", { ...LIMITS, agents: 3, tokens: 20_000 }, { already });
    const leaf = lead.open("r.1", { ...LIMITS, steps: 5 }, { already: { ...already, agents: 0 } });
    expect(lead.spent()).toMatchObject({ steps: 3, tokens: 4_100 });
    expect(leaf.spent()).toMatchObject({ steps: 3, tokens: 4_100 });
    expect(exhaust(leaf)).toEqual(["step", "closing"]);
    expect(lead.spent().tokens).toBe(4_140);
    expect(lead.usage()).toMatchObject({ self: { inputTokens: 100 }, subtree: { inputTokens: 4_020, calls: 3 } });
    expect(lead.spawn("r.3", LIMITS).ok).toBe(true);
    expect(lead.spawn("r.4", LIMITS).ok).toBe(false);
  });

  it("is not told again what it was told before", () => {
    const agent = createLedger().open("r", { ...LIMITS, tokens: 5_000 }, { already });
    expect(reserved(agent, SMALL, "consult").settle(used(10, 10))).toEqual([]);
  });

  it("has used something even where nobody knows what", () => {
    const unknown = { ...already, subtree: { ...NO_USAGE, calls: 2, unknown: 2, unpriced: 2 } };
    const { spent } = createLedger().open("r", { ...LIMITS, cost: 100 }, { already: unknown });
    expect(spent().tokens).toBeGreaterThan(0);
    expect(spent().cost).toBeGreaterThan(0);
    const average = { ...already, subtree: { ...used(100, 100), calls: 2, unknown: 1, unpriced: 1 } };
    const known = createLedger()
      .open("r", { ...LIMITS, cost: 100 }, { already: average })
      .spent();
    expect(known).toMatchObject({ tokens: 400, cost: 0.0022 });
  });

  it("takes of its slice only what it has not used", () => {
    const lead = createLedger().open("r", { ...LIMITS, tokens: 10_000 }, { already });
    const leaf = lead.open("r.1", { ...LIMITS, tokens: 6_000 }, { already, slice: true });
    expect(leaf.limits.tokens).toBe(6_000);
    reserved(lead, { inputTokens: 4_000, outputTokens: 0 }, "consult");
    refused(lead, { inputTokens: 1, outputTokens: 0 }, "consult");
  });
});
