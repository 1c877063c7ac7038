import { defineConfig } from "vitest/config";
import { sourceAlias } from "./scripts/source-alias.ts";

export default defineConfig({
  resolve: { alias: sourceAlias(import.meta.dirname) },
  test: {
    include: ["packages/*/{src,laws,conformance,tests}/**/*.test.ts", "{scripts,benchmarks}/**/*.test.ts"],
    typecheck: { enabled: false },
    reporters: ["default", "./scripts/plain-reporter.ts"],
    setupFiles: ["./scripts/seeded-laws.ts"],
    testTimeout: 120_000,
  },
});
