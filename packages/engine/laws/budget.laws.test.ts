import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Account, BudgetNotice, Reservation } from "../src/budget/account.ts";
import { CLOSING_OUTPUT_TOKENS, type CallKind } from "../src/budget/estimate.ts";
import { createLedger } from "../src/budget/ledger.ts";
import { costOf } from "../src/budget/price.ts";
import type { AgentLimits } from "../src/log/log-entry.ts";
import { NO_USAGE, type Usage, addUsage } from "../src/model/usage.ts";

const PRICE = { input: 3, output: 7 };
const POOLED = ["calls", "tokens", "cost"] as const;

const limits: fc.Arbitrary<AgentLimits> = fc.record(
  {
    steps: fc.constantFrom(0, 1, 2, 3, 50, 50, 50),
    depth: fc.constantFrom(0, 1, 2, 9, 9, 9),
    agents: fc.constantFrom(0, 1, 3, 50, 50, 50),
    tokens: fc.integer({ min: 0, max: 20_000 }),
    cost: fc.integer({ min: 0, max: 100 }).map((thousandths) => thousandths / 1000),
    calls: fc.integer({ min: 0, max: 12 }),
  },
  { requiredKeys: ["steps", "depth", "agents"] },
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const spawn = fc.record({ do: fc.constant("spawn" as const), at: fc.nat(), limits, slice: fc.boolean() });
const operation = fc.oneof(
  { weight: 2, arbitrary: spawn },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("reserve" as const),
      at: fc.nat(),
      kind: fc.constantFrom<CallKind>("step", "step", "step", "closing", "consult"),
      inputTokens: fc.nat(1_500),
      outputTokens: fc.nat(1_500),
      least: fc.option(fc.nat(1_500), { nil: undefined }),
      isPriced: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("settle" as const),
      at: fc.nat(),
      share,
      how: fc.constantFrom("reported", "reported", "unknown", "broken off"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("cancel" as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), at: fc.nat() }) },
);
const story = fc
  .tuple(fc.array(spawn, { maxLength: 5 }), fc.array(operation, { maxLength: 60 }))
  .map(([spawns, others]) => [...spawns, ...others]);
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

/** What a reader would keep on paper about one account: each sum is made anew from what is below. */
interface Sheet {
  readonly account: Account;
  readonly parent: Sheet | undefined;
  readonly children: Sheet[];
  /** Of what the account pays itself. */
  readonly settled: { calls: number; tokens: number; cost: number; usage: Usage };
  readonly held: Set<Pick<Call, "kind" | "amounts">>;
  readonly isSlice: boolean;
  isOpen: boolean;
  isClosing: boolean;
  steps: number;
  rest: Amounts;
}
type Amounts = Readonly<Record<(typeof POOLED)[number], number>>;
interface Call {
  readonly sheet: Sheet;
  readonly kind: CallKind;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly isPriced: boolean;
  readonly amounts: Amounts;
  readonly restBefore: Amounts;
  readonly reservation: Reservation;
}
interface World {
  readonly sheets: Sheet[];
  readonly calls: Call[];
  readonly notices: BudgetNotice[];
}

const NONE: Amounts = { calls: 0, tokens: 0, cost: 0 };
const FALLBACK = { input: 11, output: 13 };
const billionths = (dollars: number): number => Math.ceil(Number((dollars * 1e9).toFixed(3)));
const path = (sheet: Sheet): Sheet[] => [sheet, ...(sheet.parent === undefined ? [] : path(sheet.parent))];
const below = (sheet: Sheet): Sheet[] => [sheet, ...sheet.children.flatMap(below)];
const most = (sheet: Sheet, what: keyof Amounts): number => {
  const limit = sheet.account.limits[what] ?? Infinity;
  return what === "cost" ? Math.floor(limit * 1e9 + 1e-3) : limit;
};
const taken = (sheet: Sheet, what: keyof Amounts): number =>
  sheet.settled[what] +
  [...sheet.held].reduce((sum, call) => sum + call.amounts[what], 0) +
  sheet.children.reduce((sum, child) => sum + weight(child, what), 0);
const isSliceOf = (sheet: Sheet, what: keyof Amounts): boolean =>
  sheet.isSlice && sheet.isOpen && sheet.account.limits[what] !== undefined;
const weight = (sheet: Sheet, what: keyof Amounts): number =>
  Math.max(taken(sheet, what), isSliceOf(sheet, what) ? most(sheet, what) : 0);
const used = (sheet: Sheet, what: keyof Amounts): number =>
  below(sheet).reduce((sum, one) => sum + one.settled[what], 0);
const keeps = ({ isClosing, account }: Sheet): boolean =>
  !isClosing && account.limits.steps >= 2 && (account.limits.calls ?? 9) >= 2;
const limitsMoney = (sheet: Sheet): boolean => path(sheet).some((at) => most(at, "cost") < Infinity);

/** The rule in the words of the docstring: every account from whose pool something would go can cover it. */
function fits(sheet: Sheet, kind: CallKind, amounts: Amounts, rest: Amounts): boolean {
  const underWay = [...sheet.held].filter((call) => call.kind !== "consult").length;
  const needed = kind === "step" && keeps(sheet) ? 2 : 1;
  if (kind !== "consult" && (sheet.isClosing || sheet.steps + underWay + needed > sheet.account.limits.steps))
    return false;
  const probe = { kind, amounts };
  return POOLED.every((what) => {
    const before = path(sheet).map((at) => taken(at, what));
    sheet.held.add(probe);
    const after = path(sheet).map((at) => taken(at, what));
    sheet.held.delete(probe);
    let kept = rest[what];
    return path(sheet).every((at, index) => {
      if (at !== sheet) kept += at.rest[what];
      return after[index] === before[index] || (after[index] ?? 0) + kept <= most(at, what);
    });
  });
}

/** What a child gets of what it asks for: no more than its parent has and, as a slice, than everybody above can spare. */
function largestSlice(
  parent: Sheet,
  { limits: asked, slice }: Operation & { do: "spawn" },
  what: keyof Amounts,
): number | undefined {
  const wanted = asked[what];
  if (wanted === undefined) return undefined;
  const inUnits = what === "cost" ? Math.floor(wanted * 1e9 + 1e-3) : wanted;
  let worth = Math.min(inUnits, most(parent, what));
  if (slice) {
    let kept = 0;
    for (const at of path(parent)) {
      kept += at.rest[what];
      const isCovered =
        at !== parent &&
        path(parent)
          .slice(0, path(parent).indexOf(at))
          .some((one) => isSliceOf(one, what));
      if (!isCovered) worth = Math.min(worth, Math.max(0, most(at, what) - taken(at, what) - kept));
    }
  }
  if (worth === inUnits) return wanted;
  return what === "cost" ? worth / 1e9 : worth;
}

const priceFor = (sheet: Sheet, isPriced: boolean): typeof PRICE | undefined => {
  if (isPriced) return PRICE;
  return limitsMoney(sheet) ? FALLBACK : undefined;
};
const need = (sheet: Sheet, call: { inputTokens: number; outputTokens: number; isPriced: boolean }): Amounts => ({
  calls: 1,
  tokens: call.inputTokens + call.outputTokens,
  cost: billionths(costOf({ ...call, cachedTokens: 0 }, priceFor(sheet, call.isPriced)).cost),
});
const restAfter = (sheet: Sheet, call: Parameters<typeof need>[1]): Amounts =>
  need(sheet, {
    inputTokens: call.inputTokens + call.outputTokens,
    outputTokens: CLOSING_OUTPUT_TOKENS,
    isPriced: call.isPriced,
  });

function open(parent: Sheet | undefined, account: Account, isSlice: boolean): Sheet {
  const sheet: Sheet = {
    ...{ account, parent, isSlice, children: [], settled: { ...NONE, usage: NO_USAGE }, held: new Set() },
    ...{ isOpen: true, isClosing: false, steps: 0, rest: NONE },
  };
  if (keeps(sheet)) sheet.rest = { ...NONE, calls: 1 };
  parent?.children.push(sheet);
  return sheet;
}

/** Plays a story on a ledger and on paper, and looks at both after every line. */
function play(root: AgentLimits, operations: readonly Operation[], look: (world: World) => void): World {
  const first = open(undefined, createLedger({ fallbackPrice: FALLBACK }).open("r", root), false);
  const world: World = { sheets: [first], calls: [], notices: [] };
  for (const operation of operations) {
    step(world, world.sheets[operation.at % world.sheets.length] ?? first, operation);
    look(world);
  }
  return world;
}

function step(world: World, sheet: Sheet, operation: Operation): void {
  switch (operation.do) {
    case "spawn": {
      const id = `r.${world.sheets.length}`;
      const worth = POOLED.map((what) => largestSlice(sheet, operation, what));
      const spawned = sheet.account.spawn(id, operation.limits, { slice: operation.slice });
      if (spawned.ok) expect(POOLED.map((what) => spawned.account.limits[what])).toEqual(worth);
      if (spawned.ok) world.sheets.push(open(sheet, spawned.account, operation.slice));
      break;
    }
    case "reserve": {
      reserve(world, sheet, operation);
      break;
    }
    case "settle":
    case "cancel": {
      const [call] = world.calls.splice(operation.at % Math.max(1, world.calls.length), 1);
      if (call !== undefined) end(world, call, operation);
      break;
    }
    case "close": {
      sheet.isOpen = false;
      sheet.account.close();
      break;
    }
  }
}

function reserve(world: World, sheet: Sheet, operation: Operation & { do: "reserve" }): void {
  const { kind, inputTokens, outputTokens, least, isPriced } = operation;
  const restFor = (output: number): Amounts => {
    if (kind === "closing" || !keeps(sheet)) return NONE;
    return kind === "consult" ? sheet.rest : restAfter(sheet, { inputTokens, outputTokens: output, isPriced });
  };
  const fitsWith = (output: number): boolean =>
    fits(sheet, kind, need(sheet, { inputTokens, outputTokens: output, isPriced }), restFor(output));
  const smallest = Math.min(least ?? outputTokens, outputTokens);

  const result = sheet.account.reserve(
    {
      ...{ inputTokens, outputTokens },
      ...(least === undefined ? {} : { leastOutputTokens: least }),
      ...(isPriced ? { price: PRICE } : {}),
    },
    kind,
  );
  expect(result.ok).toBe(fitsWith(smallest));
  if (!result.ok) {
    world.notices.push(...result.notices);
    // Who is told to wait has somebody to wait for.
    if (result.soon) expect(world.calls).not.toEqual([]);
    return;
  }
  const granted = result.maxOutputTokens ?? outputTokens;
  expect(fitsWith(granted)).toBe(true);
  if (granted < outputTokens) expect(fitsWith(granted + 1)).toBe(false);

  const call: Call = {
    ...{ sheet, kind, inputTokens, outputTokens: granted, isPriced, reservation: result, restBefore: sheet.rest },
    amounts: need(sheet, { inputTokens, outputTokens: granted, isPriced }),
  };
  const rest = restFor(granted);
  sheet.held.add(call);
  if (kind === "closing") sheet.isClosing = true;
  if (kind !== "consult") sheet.rest = rest;
  world.calls.push(call);
}

function end(world: World, call: Call, operation: Operation & { do: "settle" | "cancel" }): void {
  const { sheet, kind, reservation } = call;
  sheet.held.delete(call);
  const takeBack = (): void => {
    if (kind === "consult") return;
    if (kind === "closing") sheet.isClosing = false;
    sheet.rest = call.restBefore;
  };
  if (operation.do === "cancel") {
    reservation.cancel();
    takeBack();
    return;
  }
  const isReported = operation.how === "reported";
  const tokens = isReported
    ? {
        inputTokens: Math.floor(call.inputTokens * operation.share),
        outputTokens: Math.floor(call.outputTokens * operation.share),
      }
    : { inputTokens: 0, outputTokens: 0 };
  const usage = {
    ...{ ...NO_USAGE, ...tokens },
    ...costOf(isReported ? { ...tokens, cachedTokens: 0 } : undefined, call.isPriced ? PRICE : undefined),
    ...{ calls: operation.how === "broken off" ? 0 : 1, unknown: isReported ? 0 : 1 },
  };
  world.notices.push(...reservation.settle(usage));

  const counted = isReported ? { ...call, ...tokens } : call;
  const charged = need(sheet, counted);
  sheet.settled.calls += usage.calls;
  sheet.settled.tokens += charged.tokens;
  // A price that was known, of tokens that nobody reported, matters only where somebody limits money.
  sheet.settled.cost += isReported || limitsMoney(sheet) ? charged.cost : 0;
  sheet.settled.usage = addUsage(sheet.settled.usage, usage);
  if (usage.calls === 0) {
    takeBack();
    return;
  }
  if (kind !== "consult") sheet.steps += 1;
  if (kind === "step" && keeps(sheet)) sheet.rest = restAfter(sheet, counted);
}

const law = (name: string, holds: (world: World) => void, after: (world: World) => void = () => undefined) => {
  it(name, () => {
    fc.assert(
      fc.property(limits, story, (root, operations) => {
        after(play(root, operations, holds));
      }),
      { numRuns: 2_000 },
    );
  });
};

describe("for every tree, all limits and every order of reserving, settling and cancelling", () => {
  law("no account is ever overrun, held calls included", ({ sheets }) => {
    for (const sheet of sheets) {
      expect(sheet.account.spent().steps).toBeLessThanOrEqual(sheet.account.limits.steps);
      for (const what of POOLED) expect(taken(sheet, what)).toBeLessThanOrEqual(most(sheet, what));
    }
  });

  law("an account has used what it and those below it have", ({ sheets }) => {
    for (const sheet of sheets) {
      const { steps, calls, tokens, cost } = sheet.account.spent();
      expect({ steps, calls, tokens }).toEqual({
        steps: sheet.steps,
        calls: used(sheet, "calls"),
        tokens: used(sheet, "tokens"),
      });
      expect(cost).toBeCloseTo(used(sheet, "cost") / 1e9, 9);
    }
  });

  law("the bill of a tree is the sum of its agents' own bills, and holds nothing that was estimated", ({ sheets }) => {
    for (const sheet of sheets) {
      const { self, subtree } = sheet.account.usage();
      expect(self).toEqual(sheet.settled.usage);
      const { cost, ...counts } = below(sheet).reduce((sum, one) => addUsage(sum, one.settled.usage), NO_USAGE);
      expect(subtree).toMatchObject(counts);
      expect(Math.abs(subtree.cost - cost)).toBeLessThan(1e-9);
    }
  });

  law("a limit is said to be at 80 % or full at most once for each account, and never 80 % after full", (world) => {
    const said = world.notices.map(({ of, limit, level }) => `${of} ${limit} ${level}`);
    expect(new Set(said).size).toBe(said.length);
    for (const [at, notice] of world.notices.entries()) {
      const before = world.notices.slice(0, at).filter(({ of, limit }) => of === notice.of && limit === notice.limit);
      expect(before.map(({ level }) => level)).not.toContain("full");
    }
  });

  law(
    "who has used 80 % of a limit, or all of it, was told",
    () => undefined,
    ({ sheets, notices }) => {
      for (const { account } of sheets) {
        const spent = account.spent();
        for (const limit of ["steps", ...POOLED] as const) {
          const limitMost = account.limits[limit] ?? Infinity;
          const told = notices.filter(({ of, limit: name }) => of === account.id && name === limit);
          if (spent[limit] > 0 && spent[limit] >= limitMost) expect(told.at(-1)?.level).toBe("full");
          else if (spent[limit] > 0 && spent[limit] >= limitMost * 0.8) expect(told).not.toEqual([]);
        }
      }
    },
  );

  law("a child never has more than the one above it, and a slice no more than was left", ({ sheets }) => {
    for (const { account, parent } of sheets) {
      for (const what of POOLED) {
        const asked = account.lowered.find(({ limit }) => limit === what);
        if (asked !== undefined) expect(account.limits[what]).toBe(asked.given);
        const own = account.limits[what];
        if (own !== undefined) expect(own).toBeLessThanOrEqual(parent?.account.limits[what] ?? Infinity);
      }
    }
  });

  law(
    "when all calls have ended and all children are closed, a root has all that was not used",
    () => undefined,
    (world) => {
      for (const { reservation } of world.calls) reservation.cancel();
      for (const { account } of [...world.sheets].reverse()) account.close();
      const [root] = world.sheets;
      const left = most(root ?? expect.fail(), "tokens") - used(root ?? expect.fail(), "tokens");
      if (root === undefined || left === Infinity || root.isClosing || root.steps >= root.account.limits.steps) return;
      if (root.settled.calls + 1 > most(root, "calls") || most(root, "cost") < Infinity) return;
      const refused = root.account.reserve({ inputTokens: left + 1, outputTokens: 0 }, "closing");
      expect(refused).toMatchObject({ ok: false, soon: false });
      if (used(root, "calls") < most(root, "calls")) {
        expect(root.account.reserve({ inputTokens: left, outputTokens: 0 }, "closing").ok).toBe(true);
      }
    },
  );

  law("no more agents start than anybody above allows, and none too deep", ({ sheets }) => {
    for (const sheet of sheets) {
      expect(below(sheet).length - 1).toBeLessThanOrEqual(sheet.account.limits.agents);
      for (const one of below(sheet)) {
        expect(path(one).indexOf(sheet)).toBeLessThanOrEqual(sheet.account.limits.depth);
      }
    }
  });
});
