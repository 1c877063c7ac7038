import { type Authority, carve, delegate, root, total } from "@polyglav/permissions";
import { type Answer, createGate, memoryStore, park } from "@polyglav/permissions/gate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** A chain of three, and one beside it: whatever some of them do, the others must not notice. */
const HOLDERS = ["r1", "r1.1", "r1.1.1", "r2"] as const;
type HolderName = (typeof HOLDERS)[number];

const top = root({ id: "root", use: total(carve({}), "allow") });
const words = { bash: "ask", edit: "deny" } as const;
const r1 = delegate(top, {
  id: "r1",
  role: "leader",
  use: carve(words),
  pass: carve({ bash: "allow", edit: "allow" }),
});
const r11 = delegate(r1, {
  id: "r1.1",
  role: "coder",
  use: carve(words),
  pass: carve({ bash: "allow", edit: "allow" }),
});
const AUTHORITIES: Readonly<Record<HolderName, Authority>> = {
  r1,
  "r1.1": r11,
  "r1.1.1": delegate(r11, { id: "r1.1.1", role: "helper", use: carve(words) }),
  r2: delegate(top, { id: "r2", role: "tester", use: carve(words) }),
};

type Deed = "call" | "elevate" | "yes" | "run" | "session" | "no" | "forget" | "throw";
interface Move {
  readonly name: HolderName;
  readonly deed: Deed;
  readonly category: "bash" | "edit";
}
const move: fc.Arbitrary<Move> = fc.record({
  name: fc.constantFrom(...HOLDERS),
  deed: fc.constantFrom(
    "call",
    "call",
    "call",
    "elevate",
    "elevate",
    "yes",
    "yes",
    "run",
    "session",
    "no",
    "forget",
    "throw",
  ),
  category: fc.constantFrom("bash", "edit"),
});

const SAID: Readonly<Partial<Record<Deed, Answer>>> = {
  yes: { say: "once" },
  run: { say: "run" },
  session: { say: "session" },
  no: { say: "deny" },
};

/** What each holder was told, move by move, where only some of them make their moves. */
async function told(
  moves: readonly Move[],
  who: readonly HolderName[],
): Promise<ReadonlyMap<HolderName, readonly string[]>> {
  const gate = createGate({ operator: park, store: memoryStore() });
  const heard = new Map(who.map((name): [HolderName, string[]] => [name, []]));
  for (const { name, deed, category } of moves) {
    const lines = heard.get(name);
    if (lines === undefined) continue;
    const options = { signal: new AbortController().signal };
    const request = { actions: [{ category, resource: ["x"] }] };
    if (deed === "call") {
      const result = await gate.authorize(AUTHORITIES[name], request, options);
      if (result.ok) await result.start();
      lines.push(result.ok ? "permitted" : result.reason);
    } else if (deed === "elevate") {
      const result = await gate.elevate(AUTHORITIES[name], request, options);
      lines.push(result.ok ? "elevated" : result.reason);
    } else if (deed === "forget") gate.forget(name);
    else if (deed === "throw") {
      const broken = AbortSignal.abort();
      const result = await gate.authorize(AUTHORITIES[name], request, { signal: broken });
      lines.push(result.ok ? "permitted" : result.reason);
    } else {
      const [ask] = (await gate.asks()).filter(({ holder }) => holder === name);
      const answer = SAID[deed];
      lines.push(ask === undefined || answer === undefined ? "nothing" : await gate.answer(ask.id, answer, "operator"));
    }
  }
  return heard;
}

describe("what one holder asks, gets, is refused or gives up is nothing to the others (L25)", () => {
  it("each holder is told the same, whether the others are there or not: callers, children and strangers", async () => {
    let permitted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 5, maxLength: 50, size: "max" }),
        fc.subarray([...HOLDERS], { minLength: 1 }),
        async (moves, some) => {
          const [together, apart] = [await told(moves, HOLDERS), await told(moves, some)];
          for (const name of some) {
            expect(apart.get(name)).toEqual(together.get(name));
            permitted += together.get(name)?.filter((line) => line === "permitted").length ?? 0;
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(permitted).toBeGreaterThan(50);
  });
});
