/**
 * Runs the steps of the gate and says how each went, as soon as it is known.
 *
 * @module
 */
import type { Counts } from "../counts.ts";
import { inTurn, type Ran } from "../run.ts";
import type { Step } from "./steps.ts";

export interface GatePorts {
  /** Runs one step to its end. Never throws. */
  readonly run: (step: Step) => Promise<Ran>;
  readonly say: (line: string) => void;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
}

/** Runs every step, whatever the others do: first those that want the machine to themselves, then two at a time. */
export async function runGate(steps: readonly Step[], { run, say, now }: GatePorts): Promise<Counts> {
  const one = async (step: Step): Promise<boolean> => {
    const began = now();
    const { code, output } = await run(step);
    say(
      `${code === 0 ? "ok  " : "FAIL"}  ${step.name.padEnd(10)} ${((now() - began) / 1000).toFixed(1).padStart(5)} s`,
    );
    if (code !== 0) say(indented(output));
    return code === 0;
  };
  const alone = steps.filter((step) => step.alone);
  const together = steps.filter((step) => !step.alone);
  const results = [
    ...(await inTurn(
      1,
      alone.map((step) => () => one(step)),
    )),
    ...(await inTurn(
      2,
      together.map((step) => () => one(step)),
    )),
  ];
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed, skipped: 0 };
}

function indented(output: string): string {
  return output
    .trim()
    .split("\n")
    .map((line) => `      ${line}`.trimEnd())
    .join("\n");
}
