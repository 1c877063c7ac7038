import fc from "fast-check";
import { it } from "vitest";

/** States a sentence that holds for all inputs. What `holds` returns does not matter, only whether it throws. */
export function law<Input>(sentence: string, given: fc.Arbitrary<Input>, holds: (input: Input) => void): void {
  it(sentence, () => {
    fc.assert(
      fc.property(given, (input) => {
        holds(input);
      }),
      { numRuns: 500 },
    );
  });
}
