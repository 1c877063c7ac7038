/**
 * A run that waits for an answer without a process: it parks, is answered by id, and goes on where it was.
 *
 * Run it with `node apps/examples/03-answer-tomorrow.ts`. It needs no key: the model is scripted, the commands are real.
 * Before this: 02-delegate-to-a-role.ts.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCatalog } from "@polyglav/catalog";
import { answerAsk, type EngineDeps, openAsks, readRunLog, resume, run, type RunEvent } from "@polyglav/engine";
import { fileStore } from "@polyglav/engine/file";
import { scriptedModels } from "@polyglav/engine/testing";
import { createTools } from "@polyglav/tools";

const worktree = mkdtempSync(join(tmpdir(), "polyglav-"));

// Everything that a process needs, made anew each time: nothing of the first one is left when the second one goes on.
const world = (): EngineDeps => ({
  catalog: createCatalog(),
  models: scriptedModels({
    roles: {
      leader: [
        { call: [{ tool: "delegate", input: { role: "programmer", task: "Say hello from a shell" } }] },
        { text: "It was said." },
      ],
      programmer: [{ call: [{ tool: "bash", input: { command: "echo hello" } }] }, { text: "Said hello." }],
    },
  }),
  tools: createTools({ worktree }),
  operator: undefined, // nobody is there
  store: fileStore(join(worktree, ".polyglav", "runs")),
});

const endOf = async (events: AsyncIterable<RunEvent>) => {
  let last: RunEvent | undefined;
  for await (const event of events) last = event;
  assert.ok(last?.type === "run-end");
  return last;
};

// In the evening: the programmer, two levels down, wants to run a command, and nobody is there to say yes.
const evening = await endOf(run({ role: "leader", task: "Have somebody say hello", onAsk: "park" }, world()));
assert.equal(evening.status, "waiting");
assert.equal(evening.exitCode, 7);

// In the morning: what waits, whatever its depth, is in one list. The answer needs the store and nothing else.
const { store } = world();
assert.ok(store !== undefined);
const [ask] = await openAsks(store);
assert.equal(ask?.summary, 'bash "echo hello"');
assert.equal(await answerAsk({ run: ask.run, ask: ask.ask, answer: { say: "once" } }, { store }), "resolved");

// And on: the leader is not asked again what it had said, and the command runs once.
const morning = await endOf(resume({ run: ask.run }, world()));
assert.equal(morning.status, "ok");
const log = await readRunLog(store, ask.run);
assert.equal(log?.filter((entry) => entry.kind === "child.started").length, 1);
assert.equal(log.filter((entry) => entry.kind === "tool.intended").length, 1);
console.log(morning.content);
