/**
 * A run of a role: it delegates, its child asks before bash, and one event ends it.
 *
 * Run it with `node apps/examples/02-delegate-to-a-role.ts`. It needs no key: the model is scripted, the commands are real.
 * Before this: 01-a-supervisor-lends-bash.ts.
 */
import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCatalog } from "@polyglav/catalog";
import { run } from "@polyglav/engine";
import { scriptedModels } from "@polyglav/engine/testing";
import { confirming } from "@polyglav/permissions/gate";
import { createTools } from "@polyglav/tools";

// Two of the bundled roles. The leader coordinates and never runs a command; the programmer may, once somebody says yes.
const models = scriptedModels({
  roles: {
    leader: [
      { call: [{ tool: "delegate", input: { role: "programmer", task: "Say hello from a shell" } }] },
      { text: "It was said." },
    ],
    programmer: [{ call: [{ tool: "bash", input: { command: "echo hello" } }] }, { text: "Said hello." }],
  },
});

const asked: string[] = [];
let last;
for await (const event of run(
  { role: "leader", task: "Have somebody say hello" },
  {
    catalog: createCatalog(),
    models,
    tools: createTools({ worktree: mkdtempSync(join(tmpdir(), "polyglav-")) }),
    operator: confirming, // what `--yes` means: confirms what must be asked, and never lifts a denial
  },
)) {
  if (event.type === "ask-open") asked.push(`${event.role} asks: ${event.summary}`);
  if (event.type === "tool-end" && event.tool === "bash") assert.match(event.output, /hello/);
  last = event;
}

assert.deepEqual(asked, ['programmer asks: bash "echo hello"']);
assert.equal(last?.type, "run-end");
assert.equal(last.status, "ok");
console.log(last.content);
