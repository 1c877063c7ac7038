import { expect, it } from "vitest";
import * as engine from "./index.ts";

it("exports these names", () => {
  expect(Object.keys(engine).sort()).toMatchInlineSnapshot(`
    [
      "FALLBACK_PRICE",
      "LOG_FORMAT",
      "NO_USAGE",
      "OUTCOME_STATUSES",
      "RunLogError",
      "RunStoreError",
      "addUsage",
      "answerAsk",
      "callsOf",
      "cancelRun",
      "capLimits",
      "costOf",
      "createLedger",
      "createProviderGates",
      "estimateCall",
      "estimateTokens",
      "fold",
      "listRuns",
      "memoryStore",
      "openAsks",
      "readRun",
      "readRunLog",
      "resume",
      "run",
      "systemClock",
      "textOf",
      "toRunEvents",
    ]
  `);
});
