import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Authority, carve, delegate, type Request, root, total } from "@polyglav/permissions";
import {
  type Answer,
  type Clock,
  createGate,
  type Gate,
  type GateStore,
  memoryStore,
  park,
  STANDS_MS,
} from "@polyglav/permissions/gate";
import { fileStore } from "@polyglav/permissions/gate/file";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";

/** Two runs of one role, a child of the first, and one of another role. */
const HOLDERS = { r1: "coder", r2: "coder", "r1.1": "coder", r3: "tester" } as const;
type HolderName = keyof typeof HOLDERS;
const NAMES = ["r1", "r2", "r1.1", "r3"] as const satisfies readonly HolderName[];
const COMMANDS = [["make"], ["make", "all"], ["makes"], ["ls", "make"]] as const;
type Command = (typeof COMMANDS)[number];
type Word = "ask" | "deny";

const top = root({ id: "root", use: total(carve({}), "allow") });
function authorityOf(name: HolderName, word: Word): Authority {
  const use = carve({ bash: word });
  const from = name === "r1.1" ? delegate(top, { id: "r1", role: "coder", use: carve({ bash: "allow" }) }) : top;
  return delegate(from, { id: name, role: HOLDERS[name], use });
}
const chainOf = (name: HolderName): string => (name === "r1.1" ? "root coder coder" : `root ${HOLDERS[name]}`);
const requestOf = (command: Command): Request => ({
  tool: "bash",
  actions: [{ category: "bash", resource: [...command] }],
});
const options = { signal: new AbortController().signal };

type Move =
  | {
      readonly do: "call";
      readonly name: HolderName;
      readonly command: Command;
      readonly word: Word;
      readonly starts: boolean;
    }
  | {
      readonly do: "answer";
      readonly which: number;
      readonly say: "once" | "run" | "session" | "deny";
      readonly wide: boolean;
      readonly as: "seen" | "forged";
    }
  | { readonly do: "move"; readonly ms: number }
  | { readonly do: "revoke"; readonly which: number }
  | { readonly do: "forget"; readonly name: HolderName };

const which = fc.nat({ max: 3 });
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("call"),
      // Some more often than others, so that they meet what they have asked for before.
      name: fc.constantFrom("r1", "r1", "r1", ...NAMES),
      command: fc.constantFrom(COMMANDS[0], COMMANDS[0], ...COMMANDS),
      word: fc.constantFrom("ask", "ask", "ask", "deny"),
      starts: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("answer"),
      which,
      say: fc.constantFrom("once", "once", "run", "session", "deny"),
      wide: fc.boolean(),
      as: fc.constantFrom("seen", "seen", "seen", "forged"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move"),
      ms: fc.constantFrom(-STANDS_MS.session, 1_000, STANDS_MS.session / 2, STANDS_MS.session),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("forget"), name: fc.constantFrom(...NAMES) }) },
);

/** A yes as it was said and shown, which is all that there is to know about what it lets through. */
interface Yes {
  readonly id: string;
  readonly name: HolderName;
  readonly command: Command;
  readonly say: "once" | "run" | "session";
  readonly wide: boolean;
  readonly until: number;
}

/** Whether what was shown to the one who said yes covers this call of this holder. */
function covers(yes: Yes, name: HolderName, command: Command): boolean {
  const isHolder = yes.say === "session" ? chainOf(yes.name) === chainOf(name) : yes.name === name;
  const isShown = yes.wide ? command[0] === yes.command[0] : command.join(" ") === yes.command.join(" ");
  return isHolder && isShown;
}

/** Plays moves against gates over one store, and keeps the books from outside: who said yes to what. */
class Play {
  readonly #gate: () => Gate;
  #now = 1_000_000_000_000;
  #yeses: Yes[] = [];
  permitted = 0;

  constructor(store: () => GateStore) {
    const clock: Clock = { now: () => this.#now, sleep: () => new Promise(() => undefined) };
    this.#gate = () => createGate({ operator: park, store: store(), clock });
  }

  async play(each: Move): Promise<void> {
    const gate = this.#gate();
    switch (each.do) {
      case "call":
        await this.#call(gate, each);
        break;
      case "answer":
        await this.#answer(gate, each);
        break;
      case "move":
        this.#now += each.ms;
        break;
      case "revoke": {
        const yes = this.#yeses[each.which];
        if (yes === undefined) break;
        this.#end();
        const isLive = this.#yeses.includes(yes);
        if (isLive) expect(await gate.revoke(yes.id)).toBe(true);
        this.#yeses = this.#yeses.filter((other) => other !== yes);
        break;
      }
      case "forget":
        gate.forget(each.name);
        this.#yeses = this.#yeses.filter(({ name, say }) => name !== each.name || say === "session");
        break;
    }
  }

  async #call(gate: Gate, { name, command, word, starts }: Extract<Move, { do: "call" }>): Promise<void> {
    this.#end();
    const fitting = this.#yeses.filter((yes) => covers(yes, name, command));
    const result = await gate.authorize(authorityOf(name, word), requestOf(command), options);
    expect(result.ok).toBe(word === "ask" && fitting.length > 0);
    if (!result.ok) {
      expect(result.reason).toBe(word === "ask" ? "parked" : "denied");
      return;
    }
    this.permitted += 1;
    const [used = ""] = result.verdict.grants;
    const yes = fitting.find(({ id }) => id === used);
    // What stands is used before what is spent.
    expect(yes?.say === "once").toBe(fitting.every(({ say }) => say === "once"));
    if (!starts) result.release();
    else {
      await result.start();
      if (yes?.say === "once") this.#yeses = this.#yeses.filter((other) => other !== yes);
    }
  }

  async #answer(gate: Gate, { which: number, say, wide, as }: Extract<Move, { do: "answer" }>): Promise<void> {
    const ask = (await gate.asks())[number];
    if (ask === undefined) return;
    const name = NAMES.find((each) => each === ask.holder) ?? "r1";
    const command =
      COMMANDS.find((each) => each.join(" ") === ask.request.actions[0]?.resource.join(" ")) ?? COMMANDS[0];
    const isWide = wide && (say === "run" || say === "session");
    const answer: Answer = isWide ? { say, pattern: `${command[0]} **` } : { say };
    const before = (await gate.asks()).length;
    if (as === "forged") {
      const other = COMMANDS.find((each) => each !== command) ?? COMMANDS[0];
      for (const change of [
        { digest: ask.digest.replace(JSON.stringify(command[0]).slice(1, -1), other[0]) + "x" },
        { holder: `${ask.holder}x` },
      ]) {
        expect(await gate.answer({ id: ask.id, ...change }, answer, "operator")).toBe("changed");
      }
      expect(await gate.answer(`${ask.id}x`, answer, "operator")).toBe("unknown");
      expect((await gate.asks()).length).toBe(before);
      return;
    }
    const known = new Set(gate.grants().map(({ id }) => id));
    expect(await gate.answer({ id: ask.id, holder: ask.holder, digest: ask.digest }, answer, "operator")).toBe(
      "resolved",
    );
    expect(await gate.answer(ask.id, answer, "operator")).toBe("unknown");
    expect((await gate.asks()).length).toBe(before - 1);
    if (say === "deny") return;
    const fresh = gate.grants().filter(({ id }) => !known.has(id));
    expect(fresh).toHaveLength(1);
    const until = say === "session" ? this.#now + STANDS_MS.session : Infinity;
    this.#yeses.push({ id: fresh[0]?.id ?? "", name, command, say, wide: isWide, until });
  }

  /** What is past its time once is over for good. */
  #end(): void {
    this.#yeses = this.#yeses.filter(({ until }) => this.#now < until);
  }
}

const folder = mkdtempSync(join(tmpdir(), "polyglav-laws-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function holds(store: () => () => GateStore, numRuns: number): Promise<number> {
  let permitted = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 5, maxLength: 50, size: "max" }), async (moves) => {
      const play = new Play(store());
      for (const each of moves) await play.play(each);
      permitted += play.permitted;
    }),
    { numRuns },
  );
  return permitted;
}

describe("calls, answers, time, revokes and ends in any order, and a book of who said yes to what", () => {
  const NAME =
    "a call goes through exactly where somebody said yes to that call of that holder, which was shown, is not used up, taken back or past its time";

  it(`${NAME}, in memory (L11, L13, L14, L26)`, async () => {
    const permitted = await holds(() => {
      const store = memoryStore();
      return () => store;
    }, 500);
    expect(permitted).toBeGreaterThan(200);
  });

  it(`${NAME}, on file, where every move is made by a process of its own (L11, L13, L14, L26)`, async () => {
    const permitted = await holds(() => {
      const dir = mkdtempSync(join(folder, "store-"));
      return () => fileStore(dir);
    }, 60);
    expect(permitted).toBeGreaterThan(20);
  }, 60_000);
});
