import { type Carve, carve, type Decision, DECISIONS, decide, leq, root, total } from "@polyglav/permissions";
import { compare, type Finding, lint, SHELL_ESCAPES } from "@polyglav/permissions/analysis";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { includes, matches } from "../src/pattern/pattern.ts";
import { readPattern } from "../src/pattern/read.ts";
import type { Pattern } from "../src/pattern/segment.ts";
import { NAMES, type Name, rulesFor, runs, type WrittenRules } from "./cases.ts";

const decision = fc.constantFrom(...DECISIONS);
const PATTERNS = [
  ...["**", "* **", "git **", "git *", "git * **", "git -c **", "git -c core.pager=less **", "git log **", "g* **"],
  ...[
    "find **",
    "find * -exec **",
    "find ** -exec *",
    "sh -c *",
    "sh **",
    "sudo **",
    "sudo rm **",
    "sudo systemctl **",
  ],
  ...["xargs **", "npm test **", "** -exec **", "vim **", "awk **", "npx tsc **"],
];
interface Bash {
  readonly default: Decision;
  readonly strict: boolean;
  readonly rules: Readonly<Record<string, Decision>>;
}
const bash: fc.Arbitrary<Bash> = fc.record({
  default: decision,
  strict: fc.constantFrom(false, false, true),
  rules: fc.dictionary(fc.constantFrom(...PATTERNS), decision, { maxKeys: 5 }),
});

const patternOf = (text: string): Pattern => {
  const read = readPattern("command", text, {});
  return (read.ok ? read.value[0] : undefined) ?? [];
};
const completed = (rules: WrittenRules, category: string, floor: Decision): Carve =>
  total(carve({ [category]: rules }), floor);
const programsIn = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ code, programs = [] }) => (code === "lint/shell-escape" ? programs : []));
const codesIn = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code);

/** A carve and one that permits more: a rule added, a word raised, an allow made wider. */
const widened = fc
  .tuple(bash, fc.constantFrom(...PATTERNS), fc.nat(), fc.constantFrom("add", "raise", "widen", "default"))
  .map(([before, pattern, pick, how]): readonly [Bash, Bash] => {
    const entries = Object.entries(before.rules);
    const [chosen, word] = entries[pick % Math.max(1, entries.length)] ?? ["", "deny" as const];
    const others = entries.filter(([key]) => key !== chosen);
    const isWider = includes(patternOf(pattern), patternOf(chosen));
    if (how === "default") return [before, { ...before, default: "allow" }];
    if (how === "add") return [before, { ...before, rules: { ...before.rules, [pattern]: "allow" } }];
    if (word === "deny" || (how === "widen" && !isWider)) return [before, before];
    const key = how === "widen" ? pattern : chosen;
    return [before, { ...before, rules: { ...Object.fromEntries(others), [key]: "allow" } }];
  });

describe("permitting more never silences lint (F10)", () => {
  it("about programs that run others, however it is done", () => {
    let count = 0;
    fc.assert(
      fc.property(widened, ([before, after]) => {
        if (
          !["equal", "narrower"].includes(
            compare(completed(before, "bash", "ask"), completed(after, "bash", "ask")).order,
          )
        )
          return;
        const [less, more] = [lint(carve({ bash: before })), lint(carve({ bash: after }))];
        expect(programsIn(more)).toEqual(expect.arrayContaining([...programsIn(less)]));
        count += programsIn(less).length;
      }),
      { numRuns: runs(100) },
    );
    expect(count).toBeGreaterThan(20);
  });

  it("about lists of what is denied, as long as they are there", () => {
    fc.assert(
      fc.property(widened, ([before, after]) => {
        const denied = (of: Bash): number => Object.values(of.rules).filter((word) => word === "deny").length;
        if (denied(after) < denied(before)) return;
        if (codesIn(lint(carve({ bash: before }))).includes("lint/denylist-only"))
          expect(codesIn(lint(carve({ bash: after })))).toContain("lint/denylist-only");
      }),
      { numRuns: runs(100) },
    );
  });

  it("and the widest are the loudest", () => {
    const all = new Set(SHELL_ESCAPES.map(({ program }) => program));
    for (const widest of [{ bash: "allow" }, { "*": "allow" }, { bash: { rules: { "**": "allow" } } }])
      expect(new Set(programsIn(lint(carve(widest))))).toEqual(all);
  });
});

describe("what lint says of programs is so", () => {
  it("its example is allowed, and a program that it does not name is not", () => {
    fc.assert(
      fc.property(bash, (rules) => {
        const me = root({ id: "me", use: completed(rules, "bash", "ask") });
        const isAllowed = (resource: readonly string[]): boolean =>
          decide(me, { actions: [{ category: "bash", resource }] }).decision === "allow";
        const findings = lint(carve({ bash: rules })).filter(({ code }) => code === "lint/shell-escape");
        for (const { example } of findings) {
          expect(isAllowed(example?.resource ?? [])).toBe(true);
          expect(SHELL_ESCAPES.some(({ pattern }) => matches(patternOf(pattern), example?.resource ?? []))).toBe(true);
        }
        const named = new Set(programsIn(findings));
        for (const { program, pattern } of SHELL_ESCAPES) {
          const resource = patternOf(pattern).flatMap((each) =>
            each.kind === "literal"
              ? [each.text]
              : each.kind === "glob"
                ? [each.parts.join("x")]
                : each.kind === "one"
                  ? ["x"]
                  : [],
          );
          if (isAllowed(resource)) expect([resource, named.has(program)]).toEqual([resource, true]);
        }
      }),
      { numRuns: runs(120) },
    );
  });
});

describe("what lint says of rules is so (L22) (F08)", () => {
  const named = fc.constantFrom(...NAMES).chain((name: Name) => fc.tuple(fc.constant(name), rulesFor(name)));

  it("a rule decides nothing, or nothing else than without it, exactly where lint says so", () => {
    const seen = { idle: 0, needed: 0 };
    fc.assert(
      fc.property(named, ([name, written]) => {
        const idle = lint(carve({ [name]: written }))
          .filter(({ code }) => code === "lint/dead-rule" || code === "lint/redundant-rule")
          .map(({ within }) => within[1]);
        for (const pattern of Object.keys(written.rules)) {
          const others = Object.fromEntries(Object.entries(written.rules).filter(([key]) => key !== pattern));
          const isNeeded = DECISIONS.some(
            (floor) =>
              compare(completed(written, name, floor), completed({ ...written, rules: others }, name, floor)).order !==
              "equal",
          );
          expect([pattern, idle.includes(pattern)]).toEqual([pattern, !isNeeded]);
          seen[isNeeded ? "needed" : "idle"] += 1;
        }
      }),
      { numRuns: runs(200) },
    );
    expect(Math.min(seen.idle, seen.needed)).toBeGreaterThan(20);
  });

  it("where two rules cross, the stricter decides about the example, and both are about it", () => {
    fc.assert(
      fc.property(named, ([name, written]) => {
        const me = root({ id: "me", use: completed(written, name, "ask") });
        for (const { code, within, others = [], example } of lint(carve({ [name]: written }))) {
          if (code !== "lint/crossing-rules" || example === undefined) continue;
          const [loser, winner] = [within[1] ?? "", others[0] ?? ""];
          const { decision: decided, because } = decide(me, { actions: [example] });
          expect(decided).toBe(written.rules[winner]);
          expect(leq(written.rules[loser] ?? "deny", decided)).toBe(false);
          for (const pattern of [loser, winner]) {
            const read = readPattern(name === "bash" ? "command" : name === "edit" ? "path" : "name", pattern, {});
            expect(read.ok && read.value.some((each) => matches(each, example.resource))).toBe(true);
          }
          expect(because[0]?.pattern).toBeDefined();
        }
      }),
      { numRuns: runs(250) },
    );
  });
});
