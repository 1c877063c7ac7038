/**
 * The gate: `npm run ok`. It runs every check there is and ends with `N passed, N failed`. `--without-tests` leaves the
 * tests out, for those who have just run them.
 *
 * @module
 */
import { countsLine } from "./counts.ts";
import { runGate } from "./gate/run-gate.ts";
import { gateSteps } from "./gate/steps.ts";
import { runNode } from "./run.ts";
import { ROOT } from "./workspace.ts";

const WITHOUT_TESTS = "--without-tests";

const strange = process.argv.slice(2).find((word) => word !== WITHOUT_TESTS);
if (strange === undefined) {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const counts = await runGate(gateSteps(ROOT, { tests: !process.argv.includes(WITHOUT_TESTS) }), {
    // What a step prints is kept, and read as plain text.
    run: ({ command }) =>
      runNode(command, {
        cwd: ROOT,
        env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1" },
        timeoutMs: 480_000,
      }),
    say,
    now: () => performance.now(),
  });
  say(`\n${countsLine(counts)}`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
} else {
  process.stderr.write(`Cannot run the gate with "${strange}": the only option is ${WITHOUT_TESTS}\n`);
  process.exitCode = 2;
}
