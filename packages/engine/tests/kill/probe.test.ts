import { it } from "vitest";
import { answerAsk } from "../../src/run/answer-ask.ts";
import { openAsks } from "../../src/run/read-run.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { killPoints } from "../../src/testing/index.ts";
import { bash, delegate, killedAfter, read, told, world, later } from "../field/world.ts";
import { echoTool } from "../stage.ts";

const log = (...a: unknown[]) => console.log(...a);
const show = (end: any) => JSON.stringify({ s: end.status, o: end.outcome, c: end.content, e: end.error?.code, m: end.error?.message, w: end.waiting });
async function limited<T>(p: Promise<T>, ms = 2000): Promise<T | "HANG"> {
  return Promise.race([p, later(ms).then(() => "HANG" as const)]);
}

it("1 after the first entry", async () => {
  const deps = world({ moves: { boss: [{ text: "Hi" }] } });
  const { points } = await killPoints({
    start: async (store) => (await told(run({ role: "boss", task: "x" }, { ...deps, store }))).end,
    resume: async (store, id) => (await told(resume({ run: id }, { ...deps, store }))).end,
  });
  for (const p of points) log("P1", p.after, p.kind, show(p.outcome));
});

it("2 agents limit 1, killed after child.started", async () => {
  const store = memoryStore();
  const deps = world({ store, moves: { boss: [{ call: [delegate("planner")] }, { text: "End" }], planner: [{ text: "plan" }] } });
  await told(run({ role: "boss", task: "x", limits: { agents: 1 } }, deps));
  const left = await killedAfter(store, (e) => e.kind === "child.started");
  const t = await told(resume({ run: "r1" }, { ...deps, store: left }));
  log("P2", show(t.end), JSON.stringify(t.all("tool-end")), JSON.stringify(t.all("delegate-end").map((d) => d.outcome)));
});

it("3 requests after a fault", async () => {
  const store = memoryStore();
  const deps = world({ store, random: () => 0, moves: { boss: [{ throw: { status: 500, message: "x", retryAfterMs: 0 } }, { call: [read()] }, { text: "End" }] } });
  const whole = await told(run({ role: "boss", task: "x" }, deps));
  log("P3 whole", show(whole.end));
  const left = await killedAfter(store, (e) => e.kind === "tool.done");
  const t = await told(resume({ run: "r1" }, { ...deps, store: left }));
  log("P3", show(t.end));
});

it("4 quiet too early", async () => {
  const store = memoryStore();
  const deps = world({ store, operator: undefined,
    roles: { slow: {}, asker: {} },
    moves: { boss: [{ call: [delegate("asker", { background: true }), delegate("slow", { background: true })] }, { text: "waiting" }, { text: "told 1" }, { text: "told 2" }],
      asker: [{ call: [{ tool: "ask", input: { question: "q?", target: "human" } }] }, { text: "asked" }], slow: [{ waitMs: 30, text: "slow done" }] } });
  const t = await told(run({ role: "boss", task: "x", onAsk: "park" }, deps));
  log("P4", show(t.end), t.events.map((e) => `${e.run}:${e.type}`).join(" "));
});

it("5 cancel then kill", async () => {
  const store = memoryStore();
  const c = new AbortController();
  const deps = world({ store, moves: { boss: [{ call: [bash()] }, { text: "End" }] }, tools: { bash: echoTool("bash", "bash", "command", async () => { c.abort(); return "x"; }) } });
  const t0 = await told(run({ role: "boss", task: "x", signal: c.signal }, deps));
  log("P5 whole", show(t0.end), store.lines("r1").map((l) => JSON.parse(l).kind).join(" "));
  const left = await killedAfter(store, (e) => e.kind === "run.cancelled");
  const t = await told(resume({ run: "r1" }, { ...deps, store: left }));
  log("P5", show(t.end));
});

it("6 background child to be approved, resumed", async () => {
  const store = memoryStore();
  const deps = world({ store, moves: { boss: [{ call: [delegate("slow", { background: true })] }, { text: "waiting" }, { text: "told" }], slow: [{ waitMs: 30, text: "slow done" }] }, roles: { slow: { model: "fake/x" } }, approveModel: async () => { await later(5); return true; } });
  const t0 = await told(run({ role: "boss", task: "x" }, deps));
  log("P6 whole", show(t0.end));
  let n = 0;
  const left = await killedAfter(store, (e) => e.kind === "model.done" && ++n === 2);
  const t = await limited(told(resume({ run: "r1" }, { ...deps, store: left })));
  log("P6", t === "HANG" ? t : show(t.end));
});

it("7 empty answer", async () => {
  const store = memoryStore();
  const deps = world({ store, operator: undefined, moves: { boss: [{ call: [{ tool: "ask", input: { question: "q?" } }] }, { text: "End" }] } });
  const t0 = await told(run({ role: "boss", task: "x", onAsk: "park" }, deps));
  const [a] = await openAsks(store);
  log("P7", show(t0.end), await answerAsk({ run: "r1", ask: a!.ask, answer: { say: "text", text: "" } }, { store }));
  const t = await told(resume({ run: "r1" }, deps));
  log("P7", show(t.end));
});

it("8 consult cut", async () => {
  const store = memoryStore();
  const deps = world({ store, operator: undefined, roles: { asker: {} }, moves: { boss: [{ call: [delegate("asker")] }, { text: "blue" }, { text: "End" }], asker: [{ call: [{ tool: "ask", input: { question: "q?", target: "caller" } }] }, { text: "asked" }] } });
  const t0 = await told(run({ role: "boss", task: "x" }, deps));
  log("P8 whole", show(t0.end), JSON.stringify(t0.all("tool-end").map((e) => e.output)));
  for (const k of ["ask.raised", "consult.requested", "consult.done", "ask.answered"]) {
    const left = await killedAfter(store, (e) => e.kind === k);
    const t = await limited(told(resume({ run: "r1" }, { ...deps, store: left })));
    log("P8", k, t === "HANG" ? t : show(t.end), t === "HANG" ? "" : JSON.stringify(t.all("tool-end").map((e) => e.output)));
  }
});

it("9 delegate asked once, child started, killed", async () => {
  const store = memoryStore();
  let asked = 0;
  const deps = world({ store, operator: { answer: async () => { asked++; return { say: "once" }; } }, roles: { shy: { tool_permission: { delegate: "ask" } } }, moves: { boss: [{ call: [delegate("shy")] }, { text: "End" }], shy: [{ text: "shy" }] } });
  await told(run({ role: "boss", task: "x" }, deps));
  log("P9 whole", asked, store.lines("r1").map((l) => { const e = JSON.parse(l); return e.kind === "gate.recorded" ? "gate:" + e.record.do : e.kind; }).join(" "));
  for (const k of ["permission.decided", "child.started", "child.done"]) {
    const left = await killedAfter(store, (e) => e.kind === k);
    asked = 0;
    const t = await told(resume({ run: "r1" }, { ...deps, store: left }));
    log("P9", k, "asked again", asked, show(t.end), JSON.stringify(t.all("tool-end").map((e) => e.status)));
    const left2 = await killedAfter(store, (e) => e.kind === k);
    const t2 = await told(resume({ run: "r1" }, { ...deps, operator: undefined, store: left2 }));
    log("P9 nobody", k, show(t2.end), JSON.stringify(t2.all("tool-end").map((e) => e.output)));
  }
});

it("10 safe tool asked once, killed after intended", async () => {
  const store = memoryStore();
  let asked = 0;
  const deps = world({ store, operator: { answer: async () => { asked++; return { say: "once" }; } }, roles: { boss: { tool_permission: { read: "ask" } } }, tools: { read: { ...echoTool("read", "read", "path"), replay: "safe" } }, moves: { boss: [{ call: [read()] }, { text: "End" }] } });
  await told(run({ role: "boss", task: "x" }, deps));
  for (const k of ["permission.decided", "tool.intended"]) {
    const left = await killedAfter(store, (e) => e.kind === k);
    asked = 0;
    const t = await told(resume({ run: "r1" }, { ...deps, store: left }));
    log("P10", k, "asked again", asked, show(t.end));
  }
});
