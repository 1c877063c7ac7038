/** What is broken on purpose, and which tests must notice. */
export interface Target {
  /** Sources, as globs from the root of the repository. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const PERMISSIONS = "packages/permissions";

export const TARGETS: ReadonlyMap<string, Target> = new Map([
  [
    "permissions",
    {
      mutate: [
        `${PERMISSIONS}/src/*.ts`,
        `${PERMISSIONS}/src/pattern/*.ts`,
        `!${PERMISSIONS}/src/**/*.test.ts`,
        `!${PERMISSIONS}/src/**/*.fixture.ts`,
        `!${PERMISSIONS}/src/index.ts`,
        // Parts of the analysis, which has tests of its own.
        `!${PERMISSIONS}/src/{visible,tell-apart}.ts`,
        `!${PERMISSIONS}/src/pattern/{explore,glob-texts}.ts`,
      ],
      tests: [
        `${PERMISSIONS}/src/!(index|visible|tell-apart).test.ts`,
        `${PERMISSIONS}/src/pattern/!(explore|glob-texts).test.ts`,
        `${PERMISSIONS}/laws/{carve,chain,closed,delegation,engine-equals-spec,explain,freeze,grants,locality,names,order,pattern,tightening}.laws.test.ts`,
      ],
    },
  ],
]);
