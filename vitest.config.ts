import { defineConfig } from "vitest/config";

// Tests read the sources of the packages, never their builds: an edit is seen at once.
const sources = [
  { find: /^@polyglav\/([^/]+)$/, replacement: `${import.meta.dirname}/packages/$1/src/index.ts` },
  { find: /^@polyglav\/([^/]+)\/(.+)$/, replacement: `${import.meta.dirname}/packages/$1/src/$2/index.ts` },
];

export default defineConfig({
  resolve: { alias: sources },
  test: {
    include: ["packages/*/{src,laws,conformance,tests}/**/*.test.ts", "{scripts,benchmarks}/**/*.test.ts"],
    typecheck: { enabled: false },
    reporters: ["default", "./scripts/plain-reporter.ts"],
    testTimeout: 120_000,
  },
});
