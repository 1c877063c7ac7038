/**
 * The steps of the gate, as data: what a change has to pass before it lands.
 *
 * @module
 */
import { join } from "node:path";
import { programOf } from "../workspace.ts";

export interface Step {
  readonly name: string;
  /** What Node runs: a script and its arguments. */
  readonly command: readonly string[];
  /** It uses every core by itself, and what it measures must not be disturbed. */
  readonly alone?: true;
}

/** Lists the steps, the slowest first, so that the quick ones fill the gaps. */
export function gateSteps(root: string, options: { readonly tests: boolean }): readonly Step[] {
  const program = (dependency: string, name?: string): string => programOf(root, dependency, name);
  const script = (name: string): string => join(root, "scripts", name);
  const tests: Step = { name: "tests", command: [program("vitest"), "run"], alone: true };
  return [
    ...(options.tests ? [tests] : []),
    { name: "lint", command: [program("eslint"), "--max-warnings", "0", "."] },
    { name: "packages", command: [script("check-packages.ts")] },
    { name: "format", command: [program("prettier"), "--check", "."] },
    { name: "examples", command: [script("check-examples.ts")] },
    { name: "types", command: [program("typescript7", "tsc"), "--noEmit", "--pretty", "false"] },
    { name: "boundaries", command: [script("check-boundaries.ts"), "--check"] },
    { name: "links", command: [script("check-links.ts")] },
    { name: "changesets", command: [script("check-changesets.ts")] },
  ];
}
