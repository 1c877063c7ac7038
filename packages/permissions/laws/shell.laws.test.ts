import { DYNAMIC, requestCommand } from "@polyglav/permissions/shell";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { makeRealBash, type RealBash } from "../tests/real-bash.ts";
import { runs } from "./cases.ts";
import { damaged, hidden, MARKERS, wandering } from "./shell-contexts.ts";
import { word } from "./shell-words.ts";

/** As many as are run at the same time. */
const SHELLS = Array.from({ length: 4 }, makeRealBash).filter((bash) => bash !== undefined);
afterAll(() => {
  for (const bash of SHELLS) bash.remove();
});
if (SHELLS.length === 0) console.warn("SKIPPED: bash is not installed, so nothing here is compared with it");

const request = (source: string, { cwd, home, env }: RealBash) =>
  requestCommand(source, { cwd, worktree: cwd, home, env });

/** Tells whether a command is safe to decide about: `marker` does not run, or it is an action, or there is advice. */
async function isSeen(source: string, bash: RealBash): Promise<boolean> {
  const { actions, advice } = request(source, bash);
  const isNamed = actions.some(
    ({ category, resource: [name = ""] }) => category === "bash" && /(?:^|\/)marker$/.test(name),
  );
  return isNamed || advice.length > 0 || (await bash.run(source)).length === 0;
}

/** Tells whether each call of `marker` is an action, in which what is dynamic stands for any words. */
async function isExact(source: string, bash: RealBash): Promise<boolean> {
  const { actions } = request(source, bash);
  const seen = actions.filter(({ category, resource: [name] }) => category === "bash" && name === "marker");
  const calls = await bash.run(source);
  return calls.every((call) => seen.some(({ resource }) => standsFor(resource.slice(1), call)));
}

function standsFor([segment, ...segments]: readonly string[], words: readonly string[]): boolean {
  if (segment === undefined) return words.length === 0;
  if (!segment.startsWith(DYNAMIC)) return segment === words[0] && standsFor(segments, words.slice(1));
  return Array.from({ length: words.length + 1 }, (_, taken) => words.slice(taken)).some((rest) =>
    standsFor(segments, rest),
  );
}

/** Tells whether each file that a command line leaves behind is one that it is said to change, or it is opaque. */
async function isTracked(source: string, bash: RealBash): Promise<boolean> {
  const { actions, advice } = request(source, bash);
  if (advice.length > 0) return true;
  const edits = actions.filter(({ category }) => category === "edit").map(({ resource }) => resource);
  await bash.run(source);
  const before = ["a.txt", "script"].map((name) => `${bash.cwd}/${name}`);
  const made = bash.files().filter((path) => !before.includes(path));
  return made.every((path) => edits.some((resource) => isAt(resource, path, bash.cwd)));
}

function isAt(resource: readonly string[], path: string, cwd: string): boolean {
  const names = (resource[0] === "/" ? path : path.startsWith(`${cwd}/`) ? path.slice(cwd.length) : "")
    .split("/")
    .slice(1);
  const wanted = resource[0] === "/" ? resource.slice(1) : resource;
  return (
    names.length === wanted.length && names.every((name, i) => wanted[i] === name || wanted[i]?.startsWith(DYNAMIC))
  );
}

/** Tries something with each of many texts, and gives those for which it fails. */
async function failing(
  sources: readonly string[],
  holds: (source: string, bash: RealBash) => Promise<boolean>,
): Promise<readonly string[]> {
  const waiting = [...sources];
  const failed: string[] = [];
  await Promise.all(
    SHELLS.map(async (bash) => {
      for (let source = waiting.pop(); source !== undefined; source = waiting.pop())
        if (!(await holds(source, bash))) failed.push(source);
    }),
  );
  return failed;
}

describe.skipIf(SHELLS.length === 0)("beside a real bash", () => {
  it("each of the ways to run a command that are listed runs it", async () => {
    expect(await failing(MARKERS, async (source, bash) => (await bash.run(source)).length > 0)).toEqual([]);
  });

  it("a command that runs is an action, or advice says why the request is opaque (L16)", async () => {
    expect(await failing(MARKERS, isSeen)).toEqual([]);
  });

  it("the words of a command are those that the program gets, but for what is dynamic", async () => {
    const some = fc.array(fc.array(word, { maxLength: 3 }), { minLength: 4, maxLength: 4 });
    const property = fc.asyncProperty(some, async (lists) => {
      const sources = lists.map((words) => `X='a b'; marker ${words.join(" ")}`);
      expect(await failing(sources, isExact)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(20) });
  }, 3_600_000);

  it("files are found where they are made, wherever the shell has gone", async () => {
    const some = fc.array(wandering, { minLength: 4, maxLength: 4 });
    const property = fc.asyncProperty(some, async (sources) => {
      expect(await failing(sources, isTracked)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(20) });
  }, 3_600_000);

  it("the same holds for a command in any place", async () => {
    const some = fc.array(fc.oneof(hidden, damaged), { minLength: 4, maxLength: 4 });
    const property = fc.asyncProperty(some, async (sources) => {
      expect(await failing(sources, isSeen)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(60) });
  }, 3_600_000);
});
