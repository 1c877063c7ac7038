import { modelStep } from "./model-step.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { systemClock } from "../clock.ts";
const which = process.argv[2];
const N = Number(process.argv[3] ?? 5000);
let i = 0;
const move = {
  text: "Reading the file now, then the other one.",
  call: [{ tool: "read", input: { path: "a.ts" } }],
  usage: { input: 10, output: 5 },
};
const model = scriptedModel("fake/x", () => ({ step: ++i, move }), systemClock);
const tools = [
  { name: "read", description: "Reads", inputSchema: { type: "object", properties: { path: { type: "string" } } } },
  { name: "list", description: "Lists", inputSchema: { type: "object", properties: {} } },
] as any;
const messages = [{ author: "user" as const, text: "Do it" }];
const signal = new AbortController().signal;
async function one() {
  const r = await modelStep({
    model,
    instructions: "You are",
    messages,
    tools,
    settings: {},
    signal,
    idleTimeoutMs: 60000,
    stream: which === "stream",
    clock: systemClock,
    onText() {},
    onWarning() {},
  });
  if (!r.ok || r.calls.length !== 1) throw new Error(JSON.stringify(r));
}
for (let k = 0; k < 1000; k++) await one();
const c = process.cpuUsage(),
  t = performance.now();
for (let k = 0; k < N; k++) await one();
const d = process.cpuUsage(c);
console.log(
  "modelStep",
  which,
  "wall ms/step",
  ((performance.now() - t) / N).toFixed(4),
  "cpu",
  ((d.user + d.system) / 1000 / N).toFixed(4),
);
