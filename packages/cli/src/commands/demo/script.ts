import type { Move, Script } from "@polyglav/engine/testing";
import { BUG, TEST_COMMAND } from "./project.ts";

const PLAN = `1. src/total.js, total(): multiply each price by its quantity; the sum ignores it.
2. Same place: the discount starts at 100 euros, so compare with >= and not with >.
3. Verify: ${TEST_COMMAND}. Both tests of test/total.test.js must pass.`;

/** How long everybody seems to think, in milliseconds. */
export const PAUSE_MS = 280;

/**
 * What the scripted model says, role by role. Only the words are scripted: every call goes through the same gate and
 * the same tools as that of a real model, and really reads, edits and runs.
 *
 * @param pauseMs how long each role seems to think
 */
export function demoScript(pauseMs: number): Script {
  return {
    roles: {
      supervisor: paced(pauseMs, [
        { text: "Let me see how bad it is.", call: [{ tool: "bash", input: { command: TEST_COMMAND } }] },
        {
          text: "I may not run anything myself. A plan first.",
          call: [
            {
              tool: "delegate",
              input: {
                role: "planner",
                task: "Find out why the tests of this project fail and plan the repair. Read test/ and src/.",
              },
            },
          ],
        },
        {
          text: "The programmer may do what I may only hand down.",
          call: [
            { tool: "delegate", input: { role: "programmer", task: `Carry out this plan and nothing else:\n${PLAN}` } },
          ],
        },
        {
          call: [
            {
              tool: "delegate",
              input: { role: "code-reviewer", task: `Review src/total.js against this plan:\n${PLAN}` },
            },
          ],
        },
        {
          text: "The total now counts quantities, the discount starts at exactly 100 euros, and both tests pass. The reviewer has no findings.",
        },
      ]),
      planner: paced(pauseMs, [
        { call: [{ tool: "list", input: { path: "." } }] },
        {
          call: [
            { tool: "read", input: { path: "test/total.test.js" } },
            { tool: "read", input: { path: "src/total.js" } },
          ],
        },
        { text: PLAN },
      ]),
      programmer: paced(pauseMs, [
        { text: "First the tests as they are.", call: [{ tool: "bash", input: { command: TEST_COMMAND } }] },
        {
          text: "Both fail, as planned. The change:",
          call: [{ tool: "edit", input: { path: BUG.path, old: BUG.old, new: BUG.new } }],
        },
        { call: [{ tool: "bash", input: { command: TEST_COMMAND } }] },
        { text: `Changed ${BUG.path}, two lines. ${TEST_COMMAND}: 2 passed, 0 failed.` },
      ]),
      "code-reviewer": paced(pauseMs, [
        {
          call: [
            { tool: "read", input: { path: "src/total.js" } },
            { tool: "read", input: { path: "test/total.test.js" } },
          ],
        },
        { text: "No findings. Both lines follow the plan, and each has a test that fails without it." },
      ]),
    },
    default: [],
  };
}

function paced(waitMs: number, moves: readonly Move[]): readonly Move[] {
  return moves.map((move) => ({ ...move, waitMs }));
}
