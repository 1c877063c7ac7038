import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerAsk } from "../src/run/answer-ask.ts";
import type { AskAnswer } from "../src/run/letter.ts";
import { openAsks } from "../src/run/read-run.ts";
import { resume, run } from "../src/run/run.ts";
import { type MemoryStore, memoryStore } from "../src/store/memory-store.ts";
import { type Made, type Node, cutAt, depsOf, endOf, entriesOf, eventsOf, inTime, trees } from "./random-tree.ts";

const tree = trees({
  maxWaitMs: 1,
  weights: { ask: 3, delegate: 4 },
  permission: fc.constantFrom({}, { edit: "ask" }, { read: "ask", delegate: "ask" }),
});
const config = { tool_permission: { "*": "allow", bash: "ask" } };
const order = { role: "n0", task: "Go", stream: false, onAsk: "park" } as const;

/** What the operator does, round by round: whom it answers, in which order, and what; and whether the process dies. */
type Says = { readonly say: "once" | "run" } | { readonly say: "deny"; readonly because?: string };
interface Drawn {
  readonly which: number;
  readonly says: Says;
  readonly text: string;
  /** Whether the others are to wait for another round. */
  readonly stops: boolean;
  /** How much of what it had to write a process came to that died; 1 for one that did not. */
  readonly dies: number;
}
const operator = fc.infiniteStream(
  fc.record<Drawn>({
    which: fc.nat(),
    says: fc.constantFrom<Says>({ say: "once" }, { say: "once" }, { say: "deny", because: "no" }, { say: "run" }),
    text: fc.constantFrom("this", "that"),
    stops: fc.boolean(),
    dies: fc.constantFrom(1, 1, 1, 0.9, 0.3),
  }),
);

/** The asks that were raised and not closed, as the log says, by whoever reads it. */
function openIn(store: MemoryStore): readonly string[] {
  const open = new Set<string>();
  for (const entry of entriesOf(store)) {
    if (entry.kind === "ask.raised") open.add(entry.ask);
    if (entry.kind === "ask.answered") open.delete(entry.ask);
    if (entry.kind !== "gate.recorded") continue;
    if (entry.record.do === "ask") open.add(entry.record.ask.id);
    if (entry.record.do === "close") open.delete(entry.record.ask);
  }
  return [...open].toSorted();
}

interface Story {
  readonly store: MemoryStore;
  readonly made: readonly Made[];
}

/** Runs a tree to its end, and answers what waits, as the operator is drawn; checks each point at which all wait. */
async function told(root: Node, drawn: Iterator<Drawn>, always?: Says): Promise<Story> {
  let store = memoryStore();
  const made: Made[] = [];
  const deps = () => ({ ...depsOf(root, { config, made: (call) => made.push(call) }), store });
  let events = await inTime(eventsOf(run(order, deps())));
  for (let round = 0; ; round += 1) {
    if (round > 200) throw new Error("it never ends");
    const end = endOf(events);
    if (end.status !== "waiting") return { store, made };
    const listed = await openAsks(store);
    // Everything that is open is listed, and somebody waits for all of it.
    expect(listed.map(({ ask }) => ask).toSorted()).toEqual(openIn(store));
    expect([...(end.waiting?.asks ?? [])].toSorted()).toEqual(openIn(store));
    const open = [...listed];
    for (let next = drawn.next(); open.length > 0; next = drawn.next()) {
      if (next.done === true) throw new Error("the operator has gone");
      const { which, says, text, stops } = next.value;
      const [{ run: of, ask, kind } = { run: "", ask: "", kind: "direction" }] = open.splice(which % open.length, 1);
      const answer: AskAnswer = kind === "permission" ? (always ?? says) : { say: "text", text };
      const came = await answerAsk({ run: of, ask, answer }, { store });
      if (came === "not-offered") {
        expect(await answerAsk({ run: of, ask, answer: { say: "deny" } }, { store })).toBe("resolved");
      } else expect(came).toBe("resolved");
      // Once is once.
      expect(await answerAsk({ run: of, ask, answer }, { store })).not.toBe("resolved");
      if (stops) break;
    }
    const begun = store.lines("r1").length;
    events = await inTime(eventsOf(resume({ run: "r1", stream: false }, deps())));
    const next = drawn.next();
    if (next.done !== true && next.value.dies < 1) {
      const all = store.lines("r1").length;
      store = cutAt(store, (begun + 1 + (all - begun - 1) * next.value.dies) / all);
      if (entriesOf(store).at(-1)?.kind === "run.ended") return { store, made };
      events = await inTime(eventsOf(resume({ run: "r1", stream: false }, deps())));
    }
  }
}

const law = (name: string, numRuns: number, holds: (story: Story) => void, always?: Says): void => {
  it(name, async () => {
    await fc.assert(
      fc.asyncProperty(tree, operator, async (root, drawn) => {
        holds(await told(root, drawn, always));
      }),
      { numRuns },
    );
  });
};

describe("for every tree whose asks wait in the log", () => {
  law(
    "each that is open is listed, can be answered once and in any order, and after all the run ends",
    80,
    ({ store }) => {
      expect(openIn(store)).toEqual([]);
      expect(entriesOf(store).at(-1)?.kind).toBe("run.ended");
    },
  );

  law("a call that has to be asked for is never made without an answer", 80, ({ store }) => {
    const yes = new Set<string>();
    const asked = new Map<string, string>();
    for (const entry of entriesOf(store)) {
      if (entry.kind === "gate.recorded") {
        const { record } = entry;
        if (record.do === "ask") asked.set(record.ask.id, record.ask.holder);
        if (record.do === "close" && record.end.how === "answered" && record.end.answer.say !== "deny") {
          yes.add(asked.get(record.ask) ?? "");
          if (record.end.answer.say !== "once") yes.add("everybody");
        }
      }
      if (entry.kind !== "permission.decided" || entry.decision !== "ask" || !entry.granted) continue;
      expect(yes.has(entry.run) || yes.has("everybody")).toBe(true);
    }
  });

  law(
    "with nothing but noes no such call is made at all",
    80,
    ({ store, made }) => {
      expect(made.filter(({ tool }) => tool === "bash")).toEqual([]);
      const granted = entriesOf(store).filter(
        (entry) => entry.kind === "permission.decided" && entry.decision === "ask" && entry.granted,
      );
      expect(granted).toEqual([]);
    },
    { say: "deny" },
  );
});
