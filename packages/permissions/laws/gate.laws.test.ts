import { type Advice, type Authority, carve, type Request, root, total } from "@polyglav/permissions";
import {
  type Answer,
  type Ask,
  createGate,
  type Elevation,
  type Gate,
  type GateEvent,
  type Operator,
  type Permit,
  type Refusal,
} from "@polyglav/permissions/gate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const HOLDERS = ["r1", "r1.1"] as const;
const CALLS = ["make", "ls"] as const;
type Move =
  | {
      readonly do: "authorize" | "elevate";
      readonly holder: (typeof HOLDERS)[number];
      readonly call: (typeof CALLS)[number];
    }
  | { readonly do: "answer"; readonly which: number; readonly say: "once" | "deny" | "fail" }
  | { readonly do: "abort" | "release"; readonly which: number };

const which = fc.nat({ max: 5 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("authorize", "elevate"),
      holder: fc.constantFrom(...HOLDERS),
      call: fc.constantFrom(...CALLS),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("answer"), which, say: fc.constantFrom("once", "once", "deny", "fail") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("abort"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release"), which }) },
);

/** Plays moves against a gate, one after the other, and keeps the books from outside. */
class Play {
  readonly open: { readonly key: string; readonly settle: (say: "once" | "deny" | "fail") => void }[] = [];
  readonly stops: AbortController[] = [];
  readonly results: Promise<void>[] = [];
  readonly permits: { readonly key: string; readonly permit: Permit; isReleased: boolean }[] = [];
  readonly events: GateEvent[] = [];
  readonly yeses = new Map<string, number>();
  readonly reasons: string[] = [];
  readonly gate: Gate;

  constructor() {
    const operator: Operator = {
      answer: (ask, signal) =>
        new Promise<Answer>((resolve, reject) => {
          const key = `${ask.holder}:${ask.request.actions[0]?.resource.join() ?? ""}`;
          this.open.push({
            key,
            settle: (say) => {
              if (say === "once" && !signal.aborted) this.yeses.set(key, (this.yeses.get(key) ?? 0) + 1);
              if (say === "fail") reject(new Error("gone"));
              else resolve({ say });
            },
          });
        }),
    };
    this.gate = createGate({ operator, onEvent: (event) => this.events.push(event) });
  }

  start({ do: what, holder, call }: Extract<Move, { holder: string }>): void {
    const stop = new AbortController();
    this.stops.push(stop);
    const run =
      what === "authorize"
        ? this.gate.authorize(authorityOf(holder), requestFor(call), stop)
        : this.gate.elevate(authorityOf(holder), requestFor(call), stop);
    this.results.push(
      run.then((result: Permit | Elevation | Refusal) => {
        if (!result.ok) this.reasons.push(result.reason);
        else if ("release" in result)
          this.permits.push({ key: `${holder}:${call}`, permit: result, isReleased: false });
      }),
    );
  }

  play(each: Move): void {
    if ("holder" in each) this.start(each);
    else if (each.do === "answer") this.open.splice(each.which, 1)[0]?.settle(each.say);
    else if (each.do === "abort") this.stops[each.which]?.abort();
    else {
      const given = this.permits[each.which];
      if (given === undefined) return;
      given.permit.release();
      given.isReleased = true;
    }
  }

  /** For one holder and call: what runs, what may still run, and how often somebody said yes. */
  balance(key: string): { readonly running: number; readonly unused: number; readonly yeses: number } {
    const [holder = "", call = ""] = key.split(":");
    const unused = this.gate
      .grants(holder)
      .filter(({ covers }) => covers.kind === "request" && covers.actions[0]?.resource[0] === call);
    const running = this.permits.filter((permit) => permit.key === key && !permit.isReleased);
    return { running: running.length, unused: unused.length, yeses: this.yeses.get(key) ?? 0 };
  }
}

/** Advice about a call, and how the books name a call that has it. */
const ADVICE: readonly Advice[] = [
  { atMost: "ask", why: "outside" },
  { atMost: "ask", why: "secret" },
];
const VIEWS = [[], ADVICE.slice(0, 1), ADVICE.slice(1), ADVICE] as const;

/** One call after the other of a holder that is denied them all, and the operator's yeses, each for what it saw. */
interface Step {
  readonly do: "authorize" | "elevate" | "any call";
  readonly call: (typeof CALLS)[number];
  readonly view: (typeof VIEWS)[number];
  readonly say: "once" | "deny";
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom("authorize", "authorize", "elevate", "any call"),
  call: fc.constantFrom(...CALLS),
  view: fc.constantFrom(...VIEWS),
  say: fc.constantFrom("once", "once", "deny"),
});

const authorityOf = (id: string): Authority => root({ id, use: total(carve({ bash: "ask" }), "deny") });
const requestFor = (call: string): Request => ({ tool: "bash", actions: [{ category: "bash", resource: [call] }] });
const flush = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const law = (name: string, holds: (play: Play, moves: readonly Move[]) => Promise<void>): void => {
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 24 }), (moves) => holds(new Play(), moves)),
      { numRuns: 600 },
    );
  });
};

describe("the gate under every order of calls, answers, aborts and releases", () => {
  law(
    "what runs and what may still run is exactly what somebody said yes to, for each holder and call (L12, L13, L25)",
    async (play, moves) => {
      for (const each of moves) {
        play.play(each);
        await flush();
        for (const key of HOLDERS.flatMap((holder) => CALLS.map((call) => `${holder}:${call}`))) {
          const { running, unused, yeses } = play.balance(key);
          expect(running + unused).toBe(yeses);
        }
      }
    },
  );

  law("without a pause between the moves there is never more than was said yes to (L12)", async (play, moves) => {
    for (const each of moves) play.play(each);
    await flush();
    for (const key of HOLDERS.flatMap((holder) => CALLS.map((call) => `${holder}:${call}`))) {
      const { running, unused, yeses } = play.balance(key);
      expect(running + unused).toBeLessThanOrEqual(yeses);
    }
  });

  law(
    "every call settles once its ask is answered or given up, and every ask has one answer (L18)",
    async (play, moves) => {
      for (const each of moves) {
        play.play(each);
        if (moves.length % 2 === 0) await flush();
      }
      for (const stop of play.stops) stop.abort();
      await Promise.all(play.results);
      const ids = (type: GateEvent["type"]): readonly string[] =>
        play.events.flatMap((event) => (event.type === type && "ask" in event ? event.ask.id : []));
      expect(ids("answered").toSorted()).toEqual(ids("asked").toSorted());
      expect(new Set(ids("asked")).size).toBe(ids("asked").length);
    },
  );

  it("a call that advice asks about runs only on a yes to that very call with all this advice in view, and no yes is lost (L13, L14)", async () => {
    let runs = 0;
    const me = root({ id: "me", use: total(carve({ bash: "deny" }), "deny") });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const yeses: Ask[] = [];
        let say: Step["say"] = "deny";
        const answer = async (ask: Ask): Promise<Answer> => {
          if (say === "once") yeses.push(ask);
          return { say };
        };
        const gate = createGate({ operator: { answer } });
        const signal = new AbortController().signal;
        const ran: Request[] = [];
        for (const each of steps) {
          ({ say } = each);
          const request = { ...requestFor(each.call), advice: each.view };
          if (each.do === "authorize") {
            if ((await gate.authorize(me, request, { signal })).ok) ran.push(request);
          } else await gate.elevate(me, each.do === "elevate" ? request : { category: "bash" }, { signal });

          expect(ran.length + gate.grants().length).toBe(yeses.length);
          for (const { actions, advice = [] } of ran.filter((request) => request.advice?.length !== 0)) {
            const key = actions[0]?.resource[0];
            const isFor = (ask: Ask): boolean =>
              ask.scope === "call" &&
              ask.request.actions[0]?.resource[0] === key &&
              advice.every(({ why }) => ask.request.advice?.some((seen) => seen.why === why));
            const like = ran.filter(
              (other) =>
                other.actions[0]?.resource[0] === key &&
                advice.every(({ why }) => other.advice?.some((given) => given.why === why)),
            );
            expect(like.length).toBeLessThanOrEqual(yeses.filter(isFor).length);
            runs += 1;
          }
        }
      }),
      { numRuns: 1_500 },
    );
    expect(runs).toBeGreaterThan(1_000);
  });

  law("the events alone tell which grants are unused", async (play, moves) => {
    for (const each of moves) {
      play.play(each);
      await flush();
    }
    const live = new Set<string>();
    for (const event of play.events) {
      if (event.type === "granted" || event.type === "released") live.add(event.grant.id);
      if (event.type === "claimed") live.delete(event.grant.id);
    }
    expect(new Set(play.gate.grants().map(({ id }) => id))).toEqual(live);
  });
});

describe("grants that stand until a moment", () => {
  it("end by it: each is told once, and lets nothing through afterwards, whatever the clock shows (L26)", async () => {
    const me = authorityOf("r1");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 99 }), { maxLength: 4 }),
        fc.array(fc.nat({ max: 120 })),
        async (lasts, times) => {
          let now = 0;
          const over: string[] = [];
          const ends = lasts.map((last) => last + 1);
          const answers = ends.map((until): Answer => ({ say: "run", until }));
          const gate = createGate({
            operator: { answer: async () => answers.shift() ?? { say: "deny" } },
            clock: { now: () => now, sleep: () => Promise.resolve() },
            onEvent: (event) => {
              if (event.type === "expired") over.push(event.grant.id);
            },
          });
          const { signal } = new AbortController();
          for (const [i] of ends.entries()) await gate.elevate(me, requestFor(`job ${i}`), { signal });
          let latest = 0;
          for (const time of times) {
            now = time;
            latest = Math.max(latest, time);
            for (const [i, end] of ends.entries()) {
              expect((await gate.authorize(me, requestFor(`job ${i}`), { signal })).ok).toBe(latest < end);
            }
            expect(new Set(over).size).toBe(over.length);
            expect(over).toHaveLength(ends.filter((end) => end <= latest).length);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
