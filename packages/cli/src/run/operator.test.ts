import type { Question } from "@polyglav/engine";
import type { Ask } from "@polyglav/permissions/gate";
import { describe, expect, test } from "vitest";
import { typing } from "../../tests/fake-world.ts";
import { plain } from "../line.ts";
import { chooseOperator, type OperatorOptions, readAnswer, readChoice } from "./operator.ts";
import { openTerminal } from "./terminal.ts";

const ask = (lift: "confirm" | "elevate" = "confirm", summary = 'bash "npm test"'): Ask => ({
  id: "a1",
  holder: "r.1",
  role: "tester",
  chain: ["assistant", "tester"],
  digest: "",
  to: "operator",
  allowed: ["once", "deny"],
  wider: [],
  kind: "permission",
  lift,
  scope: "call",
  request: { tool: "bash", actions: [{ category: "bash", resource: ["npm test"] }], summary },
  verdict: {
    decision: "ask",
    grants: [],
    liftable: "confirm",
    because: [{ kind: "config", who: "root", category: "bash", decision: "ask", text: "config.tool_permission.bash" }],
  },
});

const offered: Pick<Ask, "allowed" | "wider"> = {
  allowed: ["once", "run", "project", "deny"],
  wider: [{ pattern: "npm test **", text: "every command that begins with npm test" }],
};

const question: Question = {
  id: "q1",
  role: "leader",
  question: "Which database?",
  context: "Both work",
  options: ["sqlite", "pg"],
};

const never = new AbortController().signal;

/** An operator with a person, and what that person sees and types. */
function person(more: Partial<OperatorOptions> = {}) {
  const { stdin, type } = typing();
  const seen: string[] = [];
  const operator = chooseOperator({
    consent: "ask",
    interactive: true,
    terminal: openTerminal({ isTTY: true, open: () => stdin, interrupt: () => undefined }),
    viewpoint: { cwd: "/srv/shop", home: "/home" },
    prompt: async (lines) => {
      seen.push(lines.map(plain).join("\n"));
    },
    ...more,
  });
  return { operator, type, seen, stdin };
}

/** Waits until so many questions were shown. */
const asked = (seen: readonly string[], count: number): Promise<void> =>
  expect.poll(() => seen.length, { timeout: 5000, interval: 2 }).toBe(count);

/** Long enough for a question that should not be shown. */
const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

describe("who answers", () => {
  test("nobody, where nobody is there, and where --no says so", () => {
    expect(person({ interactive: false }).operator).toBeUndefined();
    expect(person({ consent: "no" }).operator).toBeUndefined();
    expect(person({ consent: "no", interactive: false }).operator).toBeUndefined();
  });

  test("--yes confirms and never elevates, and has no opinion on direction", async () => {
    const { operator } = person({ consent: "yes", interactive: false });
    expect(await operator?.answer(ask(), never)).toEqual({ say: "once" });
    expect((await operator?.answer(ask("elevate"), never))?.say).toBe("deny");
    expect(operator?.direct).toBeUndefined();
  });

  test("--yes at a terminal confirms without a question and leaves the rest to the person", async () => {
    const { operator, seen, type } = person({ consent: "yes" });
    expect(await operator?.answer(ask(), never)).toEqual({ say: "once" });
    expect(seen).toEqual([]);
    const answer = operator?.answer(ask("elevate"), never);
    await asked(seen, 1);
    expect(seen[0]).toContain("which its role denies");
    type("y");
    expect(await answer).toEqual({ say: "once" });
  });
});

describe("a person at a terminal", () => {
  test("sees who wants what and why, and says yes", async () => {
    const { operator, seen, type } = person();
    const answer = operator?.answer(ask(), never);
    await asked(seen, 1);
    expect(seen).toEqual([
      '  why it is asked: config.tool_permission.bash = ask\n? tester wants bash "npm test". Allow it once? [y/N] ',
    ]);
    type("y");
    expect(await answer).toEqual({ say: "once" });
  });

  test("is asked one question after the other, and one answer never answers two", async () => {
    const { operator, seen, type } = person();
    const first = operator?.answer(ask("confirm", "one"), never);
    const second = operator?.answer(ask("confirm", "two"), never);
    await asked(seen, 1);
    await aWhile();
    expect(seen).toHaveLength(1);
    type("y\ny");
    expect(await first).toEqual({ say: "once" });
    await asked(seen, 2);
    type("");
    expect(await second).toEqual({ say: "deny" });
  });

  test("is not taken at a word that was typed before the question", async () => {
    const { operator, seen, type } = person();
    type("y");
    const answer = operator?.answer(ask(), never);
    await asked(seen, 1);
    type("n");
    expect(await answer).toEqual({ say: "deny" });
  });

  test("need not answer any more once the run is stopped", async () => {
    const { operator, seen } = person();
    const stop = new AbortController();
    const answer = operator?.answer(ask(), stop.signal);
    await asked(seen, 1);
    stop.abort();
    expect((await answer)?.say).toBe("deny");
  });

  test("who is gone is not asked again", async () => {
    const { operator, seen, stdin } = person();
    const answer = operator?.answer(ask(), never);
    await asked(seen, 1);
    stdin.end();
    expect((await answer)?.say).toBe("deny");
    expect((await operator?.answer(ask(), never))?.say).toBe("deny");
    expect(seen).toHaveLength(1);
  });

  test("answers a question of direction by number or in words", async () => {
    const { operator, seen, type } = person();
    const answer = operator?.direct?.(question, never);
    await asked(seen, 1);
    expect(seen[0]).toBe(
      "? leader asks: Which database?\n  Both work\n  1) sqlite\n  2) pg\nA number, or your own words: ",
    );
    type("2");
    expect(await answer).toBe("pg");
  });
});

test.each([
  ["y", "once"],
  [" YES ", "once"],
  ["", "deny"],
  ["n", "deny"],
  ["deny", "deny"],
  ["Once", "once"],
  ["yes please", undefined],
  ["yep", undefined],
  ["nope", undefined],
  ["1", undefined],
  ["?", undefined],
  ["y*", undefined],
  ["r", "run"],
  ["run", "run"],
  ["P*", "project"],
  ["project", "project"],
  ["session", undefined],
  ["rp", undefined],
  ["r**", undefined],
])("%j means %s", (line, say) => {
  expect(readAnswer(line, offered)?.say).toBe(say);
  // Where only once is offered, what is for longer is no answer.
  const isForAll = say === "once" || say === "deny";
  expect(readAnswer(line, ask())?.say).toBe(isForAll ? say : undefined);
});

test("a word that is no answer is asked about again, ? explains them, and after three it is a no", async () => {
  const { operator, seen, type } = person();
  const answer = operator?.answer(ask(), never);
  await asked(seen, 1);
  type("yep");
  await asked(seen, 2);
  expect(seen[1]).toBe(
    '"yep" is no answer here. ? explains them\n? tester wants bash "npm test". Allow it once? [y/N] ',
  );
  type("?");
  await asked(seen, 3);
  expect(seen[2]).toMatch(/^ {2}once \(y\): this call\n {2}deny \(n\), or an empty line: no; .*\n\? tester wants /);
  type("once");
  expect(await answer).toEqual({ say: "once" });
  const other = operator?.answer(ask(), never);
  for (let shown = 4; shown < 8; shown += 1) {
    await asked(seen, shown);
    type("what");
  }
  expect(await other).toEqual({ say: "deny" });
  expect(seen).toHaveLength(7);
});

test("a terminal that is closed gives no answer where the stop comes right after its end", async () => {
  const { operator, seen, stdin } = person();
  const stop = new AbortController();
  const answer = operator?.answer(ask(), stop.signal);
  await asked(seen, 1);
  let said = false;
  void answer?.then(() => (said = true));
  stdin.end();
  await aWhile();
  expect(said).toBe(false);
  stop.abort();
  await answer;
});

test("a star is for the wider pattern, where one was shown", () => {
  expect(readAnswer("r*", offered)).toEqual({ say: "run", pattern: "npm test **" });
  expect(readAnswer("p", offered)).toEqual({ say: "project" });
  expect(readAnswer("r*", { ...offered, wider: [] })).toBeUndefined();
});

test("a reason behind a no goes to the model", () => {
  expect(readAnswer("no, use pnpm", ask())).toEqual({ say: "deny", because: "use pnpm" });
  expect(readAnswer("n: not now", ask())).toEqual({ say: "deny", because: "not now" });
});

test("a number outside the options, and any other text, is the answer as it is", () => {
  expect(readChoice("3", ["a", "b"])).toBe("3");
  expect(readChoice(" something else ", ["a", "b"])).toBe("something else");
  expect(readChoice("1", [])).toBe("1");
  expect(readChoice("0", ["a"])).toBe("0");
  expect(readChoice("  ", ["a"])).toBeUndefined();
  expect(readChoice(undefined, ["a"])).toBeUndefined();
});
