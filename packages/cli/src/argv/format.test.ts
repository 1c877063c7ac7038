import { expect, test } from "vitest";
import { requestedFormat } from "./format.ts";

test.each([
  [[], "text"],
  [["run", "--json"], "json"],
  [["run", "--output", "ndjson"], "ndjson"],
  [["--output=ndjson", "run"], "ndjson"],
  [["run", "--json", "--output", "ndjson"], "ndjson"],
  [["run", "--output", "ndjson", "--json"], "ndjson"],
  [["run", "--output", "xml"], "text"],
  [["run", "--output"], "text"],
  [["run", "--", "--output", "ndjson"], "text"],
  [["run", "--bogus", "--output", "json"], "json"],
] as const)("%j asks for %s", (argv, format) => {
  expect(requestedFormat(argv)).toBe(format);
});
