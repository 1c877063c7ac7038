import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { BENCHMARKS } from "./all.ts";

const duplicates = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

test("every benchmark has a name of its own, and a folder with a page of that name", () => {
  expect(duplicates(BENCHMARKS.map(({ name }) => name))).toEqual([]);
  for (const { name } of BENCHMARKS) expect(existsSync(join(import.meta.dirname, name, "README.md"))).toBe(true);
});

describe.each(BENCHMARKS.map((benchmark) => [benchmark.name, benchmark] as const))("%s", (_, { suites }) => {
  test("names each case once, because rows know no suites", () => {
    expect(duplicates(suites.flatMap(({ cases }) => cases.map(({ name }) => name)))).toEqual([]);
  });

  test("names each subject once in a suite, and ours after the project", () => {
    for (const { subjects } of suites) {
      expect(duplicates(subjects.map(({ name }) => name))).toEqual([]);
      for (const { kind, name } of subjects) expect(/^polyglav(-|$)/.test(name)).toBe(kind === "ours");
    }
  });

  test("has a program for each subject, and for peers a list of what to install with exact versions", () => {
    for (const { program, peers } of suites.flatMap(({ subjects }) => subjects)) {
      expect(existsSync(program), program).toBe(true);
      if (peers !== undefined)
        expect(rangesIn(readFileSync(join(peers, "package.json"), "utf8")), basename(peers)).toEqual([]);
    }
  });

  test("aims at figures that there are", () => {
    for (const { aims = [], cases, subjects } of suites) {
      for (const aim of aims) {
        expect(cases.map(({ name }) => name)).toContain(aim.case);
        expect(subjects.map(({ name }) => name)).toContain(aim.subject);
      }
    }
  });

  test("has something for a quick run in every suite", () => {
    for (const { cases } of suites) expect(cases.some(({ quick }) => quick)).toBe(true);
  });
});

function rangesIn(manifest: string): readonly string[] {
  const versions = [...manifest.matchAll(/": "(?:npm:[^"@]+@)?([^"]+)"/g)].map(([, version = ""]) => version);
  return versions.filter((version) => /^[\^~><=*]|^latest$/.test(version));
}
