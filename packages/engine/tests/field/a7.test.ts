import { expect, it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, told, world } from "./world.ts";

it("A7: answers that come in another order than their asks get to the right ones, each once", async () => {
  const store = memoryStore();
  const deps = world({
    store,
    operator: undefined,
    roles: { leaf: {} },
    moves: {
      boss: [{ call: [delegate("leaf"), delegate("leaf"), delegate("leaf")] }, { text: "ok" }],
      leaf: [{ call: [{ tool: "ask", input: { question: "Which?", target: "human" } }] }, { text: "Understood." }],
    },
  });
  await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
  const asks = await openAsks(store);
  const answer = (ask: string, text: string) => answerAsk({ run: "r1", ask, answer: { say: "text", text } }, { store });
  const answerOf = (child: string, text: string) => answer(asks.find(({ by }) => by === child)?.ask ?? "", text);
  expect(asks).toHaveLength(3);

  expect(await answer("", "to whom?")).toBe("unknown");
  expect(await answerOf("r1.2", "two")).toBe("resolved");
  expect(await answerOf("r1.3", "three")).toBe("resolved");
  expect(await answerOf("r1.2", "two again")).toBe("unknown");
  expect(await answerOf("r1.1", "one")).toBe("resolved");
  expect(await openAsks(store)).toEqual([]);

  const { all, end } = await told(resume({ run: "r1" }, deps));
  const answers = all("tool-end").filter(({ tool }) => tool === "ask");
  expect(Object.fromEntries(answers.map(({ run: who, output }) => [who, output]))).toEqual({
    "r1.1": "one",
    "r1.2": "two",
    "r1.3": "three",
  });
  expect(answers).toHaveLength(3);
  expect(end.status).toBe("ok");
});
