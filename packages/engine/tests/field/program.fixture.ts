import { fileStore } from "../../src/file/file-store.ts";
import { resume, run } from "../../src/run/run.ts";
import { echoTool } from "../stage.ts";
import type { Order } from "./program.ts";
import { aborted, world } from "./world.ts";

/** A run in a process of its own, so that it can be killed: each event is a line of its output. */
const order = JSON.parse(process.argv[2] ?? "") as Order;
const die = (): never => {
  process.kill(process.pid, "SIGKILL");
  throw new Error("a process that is killed goes nowhere");
};
const bash = echoTool("bash", "bash", "command", async (_, { abortSignal }) => {
  if (order.bash === "dies") die();
  if (order.bash === "hangs") await aborted(abortSignal);
  return "ran";
});
const deps = world({
  moves: order.moves,
  store: fileStore(order.dir),
  tools: { read: echoTool("read", "read", "path"), bash },
  ...(order.nobody === true && { operator: undefined }),
});
const events =
  order.resumes === true ? resume({ run: "r1" }, deps) : run({ role: "boss", task: "Do it", ...order.request }, deps);
for await (const event of events) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
  if (event.type === order.dieAt) die();
  if (event.type === "run-end") process.exitCode = event.exitCode;
}
