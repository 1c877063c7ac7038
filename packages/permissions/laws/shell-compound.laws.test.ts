import {
  carve,
  type Decision,
  decide,
  DECISIONS,
  leq,
  meet,
  root,
  total,
  type WrittenCarve,
} from "@polyglav/permissions";
import { requestCommand } from "@polyglav/permissions/shell";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "./cases.ts";
import { damaged, hidden } from "./shell-contexts.ts";

const PLACE = { cwd: "/home/ada/p", worktree: "/home/ada/p", home: "/home/ada" };

/** Commands that leave nothing behind for the next one: no folder, no variable, no file that is run. */
const COMMANDS = [
  "git status",
  "git log -p",
  "npm test",
  "rm -rf dist",
  "rm -rf secrets/old",
  "cat secrets/key",
  "cat src/*.ts",
  'cat "$FILE"',
  "echo hi > out.txt",
  "echo hi > secrets/key",
  "grep -r word < /etc/hosts",
  "curl https://a.test/x",
  "$COMMAND x",
  "X=1 git commit",
  "LD_PRELOAD=x git status",
  "timeout 5 rm x",
  "bash -c 'git log && rm x'",
  "ssh host rm x",
  "sudo rm x",
  "constructor __proto__",
  "[[ -f a ]] && git log",
] as const;

/** All ways to put two commands together in one folder. A trap runs in another, for all we know. */
const TOGETHER = [
  "A; B",
  "A && B",
  "A || B",
  "A | B",
  "A |& B",
  "A &\nB",
  "A\nB",
  "{ A; B; }",
  "(A; B)",
  "! A; ! B",
  "if A; then B; fi",
  "if A; then B; else A; fi",
  "while A; do B; done",
  "until B; do A; done",
  "for i in 1 2; do A; B; done",
  "case x in a) A;; *) B;; esac",
  "f() { A; B; }; f",
  "time { A; B; }",
  "coproc { A; }; B",
  "{ A; } 2>&1; (B) 2>&1",
  "X=$( A ); B",
  "X=$( A )$( B )",
  "eval 'A; B'",
  'bash -c "A; B"',
] as const;

const decision = fc.constantFrom(...DECISIONS);
const rules = (patterns: readonly string[]) =>
  fc.record({ default: decision, rules: fc.dictionary(fc.constantFrom(...patterns), decision, { maxKeys: 4 }) });
const use = fc.record({
  bash: rules(["git **", "git status", "rm **", "npm *", "cat *", "cat **", "**", "echo hi", "X=1 **", "sudo **", ":"]),
  read: rules(["secrets/**", "src/*", "/etc/**", "**"]),
  edit: rules(["secrets/**", "out.txt", "*", "**"]),
  list: decision,
  web: decision,
});

const decisionOf = (written: WrittenCarve, command: string): Decision =>
  decide(root({ id: "agent", use: total(carve(written), "ask") }), requestCommand(command, PLACE)).decision;

describe("a compound command is the meet of its parts (L16)", () => {
  it("whatever puts them together, at any depth", () => {
    const command = fc.constantFrom(...COMMANDS);
    const places = fc.array(fc.constantFrom(...TOGETHER), { minLength: 1, maxLength: 2 });
    const property = fc.property(use, command, command, places, (written, a, b, [outer = "A; B", inner]) => {
      const [left, right] = [inner === undefined ? a : put(inner, a, b), b];
      const whole = put(outer, left, right);
      if (whole === undefined || left === undefined) return;
      expect(decisionOf(written, whole)).toBe(meet(...[left, right].map((part) => decisionOf(written, part))));
    });
    fc.assert(property, { numRuns: runs(2000) });
  });

  it("a part that is added never makes it wider", () => {
    const command = fc.oneof(fc.constantFrom(...COMMANDS), hidden);
    const property = fc.property(use, command, fc.constantFrom(...COMMANDS), (written, before, added) => {
      const together = decisionOf(written, `${added}\n${before}`);
      expect(leq(together, decisionOf(written, added))).toBe(true);
    });
    fc.assert(property, { numRuns: runs(1000) });
  });
});

/** `undefined` where the quotes of one would end the other. */
function put(place: string, a: string | undefined, b: string): string | undefined {
  if (a === undefined || (place.includes("'") && `${a}${b}`.includes("'"))) return undefined;
  if (place.includes('"') && /["$`\\]/.test(`${a}${b}`)) return undefined;
  // A line that ends with `&` needs no semicolon.
  return place.replace(/[AB]/g, (which) => (which === "A" ? a : b));
}

describe("any text gives a request", () => {
  const text = fc.oneof(
    damaged,
    fc.string({ maxLength: 40 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc
      .array(fc.constantFrom(..."'\"`$(){}[];&|<>\n\\ #!*?~=aif".split("")), { maxLength: 40 })
      .map((all) => all.join("")),
  );

  it("that has an action of bash, and never one whose words look static and are not", () => {
    const property = fc.property(text, fc.constantFrom("bash", "sh" as const), (source, shell) => {
      const { actions, advice, tool, summary } = requestCommand(source, { ...PLACE, shell });
      expect(actions.some(({ category }) => category === "bash")).toBe(true);
      expect([tool, summary.startsWith('bash "')]).toEqual(["bash", true]);
      expect(advice.every(({ atMost, why }) => atMost === "ask" && why !== "" && !why.includes("\n"))).toBe(true);
      for (const { resource } of actions) expect(resource.length).toBeGreaterThan(0);
      if (!source.includes("\0")) {
        for (const { resource } of actions)
          for (const segment of resource) expect(segment.lastIndexOf("\0")).toBeLessThanOrEqual(0);
      }
    });
    fc.assert(property, { numRuns: runs(3000) });
  });

  it("also where it is nested as deeply as it can be", () => {
    const deep = (open: string, close: string) => open.repeat(3000) + "rm x" + close.repeat(3000);
    const pairs = [
      ["(", ")"],
      ["{ ", ";}"],
      ["$(", ")"],
      ['"$(', ')"'],
      ["if ", "; then :; fi"],
      ["! ", ""],
      ["a && ", ""],
      ["$((", "))"],
      ["[[ ! ", " ]]"],
      ["${x:-", "}"],
      ["eval ", ""],
      ["nice ", ""],
      ["<(", ")"],
    ] as const;
    for (const [open, close] of pairs) {
      const { actions, advice } = requestCommand(deep(open, close), PLACE);
      const isSeen = actions.some(({ resource }) => resource[0] === "rm");
      expect([open, isSeen || advice.length > 0]).toEqual([open, true]);
    }
    const sum = requestCommand(`echo $((${"1+".repeat(20_000)}1))`, PLACE);
    expect(sum.actions.length).toBe(1);
  });

  it("one that repeats itself is read to an end", () => {
    const calls = Array.from({ length: 30 }, (_, i) => `f${i + 1}() { f${i}; f${i}; }`).join("\n");
    const { actions, advice } = requestCommand(`f0() { rm x; }\n${calls}\nf30`, PLACE);
    expect(actions).toContainEqual({ category: "bash", resource: ["rm", "x"] });
    expect(advice.map(({ why }) => why)).toContain("it repeats itself too often to be read in full");
  });
});
