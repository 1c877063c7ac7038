/**
 * A supervisor that may not run bash can still hand it to the one who should.
 *
 * Run it with `node apps/examples/01-a-supervisor-lends-bash.ts`. It needs no model and no key.
 * After this: 02-delegate-to-a-role.ts.
 */
import assert from "node:assert/strict";
import { carve, decide, delegate, explain, root, total } from "@polyglav/permissions";

// What the operator allows. Bash needs a yes each time, and so does everything that is not named.
const operator = root({ id: "root", use: total(carve({ read: "allow", edit: "allow", bash: "ask" }), "ask") });

// The supervisor gives up editing and bash for itself, and keeps the right to hand both down.
const supervisor = delegate(operator, {
  id: "run-1",
  role: "supervisor",
  use: carve({ edit: "deny", bash: "deny" }),
  pass: carve({ edit: "allow", bash: "allow" }),
});

// The programmer asks for both...
const programmer = delegate(supervisor, {
  id: "run-2",
  role: "programmer",
  use: carve({ edit: "allow", bash: "allow" }),
});
// ...and a helper that names nothing gets no more than the supervisor uses itself.
const helper = delegate(supervisor, { id: "run-3", role: "helper" });

const npmTest = { actions: [{ category: "bash", resource: ["npm", "test"] }] };
assert.equal(decide(supervisor, npmTest).decision, "deny");
assert.equal(
  decide(programmer, npmTest).decision,
  "ask",
  "more than its caller uses, never more than the operator allows",
);
assert.equal(decide(helper, npmTest).decision, "deny");

// Why? The reasons alone give the decision again.
for (const step of explain(programmer, npmTest).steps) {
  console.log(`${step.decides ? "→" : " "} ${step.who}: ${step.text} = ${step.decision}`);
}
