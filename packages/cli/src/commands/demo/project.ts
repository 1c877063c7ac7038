/** The files of the demo's project: small, real, and with a bug that its test finds. */
export const PROJECT: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "checkout",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/total.js": `/** Adds up a cart in cents. Orders of 100 euros and more get 10 % off. */
export function total(items) {
  const sum = items.reduce((cents, item) => cents + item.price, 0);
  return sum > 10_000 ? Math.round(sum * 0.9) : sum;
}
`,
  "test/total.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/total.js";

test("a cart counts every piece of an item", () => {
  assert.equal(total([{ price: 250, quantity: 3 }]), 750);
});

test("an order of exactly 100 euros gets the discount", () => {
  assert.equal(total([{ price: 10_000, quantity: 1 }]), 9_000);
});
`,
  ".polyglav/roles.json": `{
  // May not touch anything itself, and may still lend what it does not use:
  // tool_permission is what a role uses, grant_permission what it may hand down.
  "supervisor": {
    "description": "Has a task done by others and checks what comes back",
    "system_prompt": "You have work done and never do it yourself. Delegate: planner first, then programmer, then code-reviewer. Report what was done in two sentences.",
    "tool_permission": {
      "edit": "deny",
      "bash": "deny"
    },
    "grant_permission": {
      "edit": "allow",
      "bash": "ask"
    }
  },
  // One field of a bundled role, changed here; everything else of it stays as it is.
  "programmer": { "skills": ["small-steps"] }
}
`,
  ".polyglav/skills/small-steps.md": `# Small steps

Run the tests before the first change and after the last one. Change as little as makes them pass.
`,
};

/** The line of the source with the bug, and the lines that mend it, as the scripted programmer edits them. */
export const BUG = {
  path: "src/total.js",
  old: `  const sum = items.reduce((cents, item) => cents + item.price, 0);
  return sum > 10_000 ? Math.round(sum * 0.9) : sum;`,
  new: `  const sum = items.reduce((cents, item) => cents + item.price * item.quantity, 0);
  return sum >= 10_000 ? Math.round(sum * 0.9) : sum;`,
} as const;

export const TASK = "The tests of this project fail. Have it mended and reviewed.";
export const TEST_COMMAND = "node --test";
