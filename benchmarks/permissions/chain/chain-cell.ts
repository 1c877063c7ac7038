/**
 * How every sealed chain of delegations is measured: what it costs to read one that comes from elsewhere and to know
 * that it is whole.
 *
 * @module
 */
import { cell, Disagreement, type Measured, numberGiven } from "../../runner/cell.ts";
import { perCpuSecond } from "../../runner/measure.ts";

/** Reads a sealed chain in the form in which it travels. It says `false`, or throws, when it does not hold. */
export type OpenChain<Sealed> = (sealed: Sealed) => Promise<boolean> | boolean;

/** A chain in the form in which it travels. */
export interface SealedChain<Sealed> {
  readonly whole: Sealed;
  /** The same with something changed in it. */
  readonly broken: Sealed;
  readonly open: OpenChain<Sealed>;
}

/** Measures how often chains are opened. `seal` makes one of so many delegations. */
export const chainCell = <Sealed>(
  seal: (depth: number) => Promise<SealedChain<Sealed>> | SealedChain<Sealed>,
): Promise<void> =>
  cell(async ({ given, effort }): Promise<Measured> => {
    const { whole, broken, open } = await seal(numberGiven(given, "depth"));
    if (!(await open(whole))) throw new Disagreement("it refuses a chain that is whole");
    if (await holds(open, broken)) throw new Disagreement("it takes a chain that was changed");
    const isSync = typeof open(whole) === "boolean";
    const value = await perCpuSecond(
      isSync
        ? (times) => {
            for (let done = 0; done < times; done += 1) void open(whole);
          }
        : async (times) => {
            for (let done = 0; done < times; done += 1) await open(whole);
          },
      effort,
    );
    return { value, note: `${(1e6 / value).toFixed(1)} µs each` };
  });

async function holds<Sealed>(open: OpenChain<Sealed>, sealed: Sealed): Promise<boolean> {
  try {
    return await open(sealed);
  } catch {
    return false; // it refuses by throwing
  }
}
