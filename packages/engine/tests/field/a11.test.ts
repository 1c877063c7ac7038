import { describe, expect, it } from "vitest";
import { type OpenAsk, openAsks } from "../../src/run/read-run.ts";
import { run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type World, bash, between, delegate, told, world } from "./world.ts";

const inWorld = (more: Partial<World>) =>
  world({
    roles: { a: {}, b: {}, leaf: {} },
    moves: {
      boss: [{ call: [delegate("a")] }, { text: "ok" }],
      a: [{ call: [delegate("b")] }, { text: "ok" }],
      b: [{ call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ call: [bash()] }, { text: "ok" }],
    },
    ...more,
  });

describe("A11: an ask three delegations down", () => {
  it("is in the inbox of the whole run at once", async () => {
    const store = memoryStore();
    const inbox: OpenAsk[] = [];
    const operator = {
      answer: async () => {
        inbox.push(...(await openAsks(store)));
        return { say: "once" } as const;
      },
    };
    const { all, end } = await told(run({ role: "boss", task: "Do it" }, inWorld({ store, operator })));
    expect(inbox).toMatchObject([{ run: "r1", by: "r1.1.1.1", role: "leaf" }]);
    const call = all("tool-start").find(({ tool }) => tool === "bash");
    expect(between(call, all("ask-open")[0])).toBeLessThan(50);
    expect(end.status).toBe("ok");
  });

  it("is refused where nobody is there, and the run ends", async () => {
    const { all, end } = await told(run({ role: "boss", task: "Do it" }, inWorld({ operator: undefined })));
    expect(all("tool-end")[0]).toMatchObject({ tool: "bash", status: "denied" });
    expect(end).toMatchObject({ status: "denied", exitCode: 5 });
  });

  it("waits where that is wanted, and the run says for what", async () => {
    const store = memoryStore();
    const deps = inWorld({ store, operator: undefined });
    const { end } = await told(run({ role: "boss", task: "Do it", onAsk: "park" }, deps));
    const [open] = await openAsks(store);
    expect(end).toMatchObject({ status: "waiting", exitCode: 7, waiting: { run: "r1", asks: [open?.ask] } });
  });
});
