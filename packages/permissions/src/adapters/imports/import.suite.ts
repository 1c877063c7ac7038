/** The law that every import keeps, whatever it imports. */
import fc from "fast-check";
import { expect } from "vitest";
import { root } from "../../authority.ts";
import { total } from "../../carve.ts";
import { decide } from "../../decide.ts";
import { leq } from "../../decision.ts";
import { parseCarve } from "../../parse.ts";
import { causeOf, type Probe, ruleIn, type Theirs } from "./differences.ts";
import type { ForeignCall, Imported, ImportPlaces } from "./imported.ts";

/** What the law needs of an import. */
export interface ImportUnderTest<Settings> {
  readonly settings: fc.Arbitrary<Settings>;
  readonly probe: fc.Arbitrary<Probe>;
  readonly places: ImportPlaces;
  readonly imported: (settings: Settings) => Imported;
  readonly theirs: (settings: Settings) => (call: ForeignCall) => Theirs;
  /** What a wildcard for one character is about cannot be said here: it is a problem of its own. */
  readonly isWritable: (settings: Settings, theirs: Theirs) => boolean;
}

/** Checks that an import never permits more than the settings do, and where it says anything lists every way in which it permits less. */
export function checkImport<Settings>(law: ImportUnderTest<Settings>): void {
  let differing = 0;
  fc.assert(
    fc.property(law.settings, fc.array(law.probe, { minLength: 40, maxLength: 40 }), (settings, probes) => {
      const { carve, differs, isComplete } = law.imported(settings);
      const ours = root({ id: "me", use: total(parseCarve(carve, law.places).value, "ask") });
      const theirs = law.theirs(settings);
      const causeAt = (each: Probe) => {
        const [there, here] = [theirs(each.call), decide(ours, each.request)];
        return { there, here, cause: causeOf(each, there, here.decision, ruleIn(here.because)) };
      };
      const listed = new Set(differs.map((each) => causeAt(each).cause));
      for (const each of probes) {
        const { there, here, cause } = causeAt(each);
        if (there.decision === here.decision) continue;
        differing += 1;
        const what = JSON.stringify([each, there, here]);
        expect(leq(here.decision, there.decision), what).toBe(true);
        // Nothing is written about a category of ours that the settings say nothing about.
        const isWritten = each.request.actions.every(({ category }) => Object.hasOwn(carve, category));
        if (isWritten && isComplete && law.isWritable(settings, there)) expect(listed, what).toContain(cause);
      }
    }),
    { numRuns: 25 },
  );
  expect(differing).toBeGreaterThan(0);
}
