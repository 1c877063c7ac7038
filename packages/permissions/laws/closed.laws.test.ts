import {
  type Advice,
  CATEGORIES,
  decide,
  delegate,
  explain,
  type Grant,
  isCategory,
  leq,
  parseCarve,
  pass,
  type Request,
  root,
  total,
  use,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf } from "./answers.ts";
import { runs, world } from "./cases.ts";

const HOSTILE = [
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "",
  "*",
  "BASH",
  " bash",
] as const;

/** What may come out of `JSON.parse`, and worse; typed as what it pretends to be, as plain JavaScript would hand it over. */
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
});
const key = fc.oneof(fc.constantFrom(...CATEGORIES, ...HOSTILE, "bash_allow", "$examples"), fc.string());
const writtenBadly = fc.oneof(
  anything,
  fc.dictionary(key, fc.oneof(anything, fc.constantFrom("deny", "ask", "allow", "Deny", null))),
);
/** What people, and their enemies, write where rules belong. */
const word = fc.constantFrom("deny", "ask", "allow", "Deny", null);
const text = fc.oneof(
  fc.string(),
  fc.string({
    unit: fc.constantFrom("/", "*", "\\", " ", "'", '"', "[", "{", "?", "!", "~", ".", ":", "@", "a", "\0"),
  }),
);
const badRules = fc.oneof(
  { weight: 1, arbitrary: anything },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        default: fc.oneof(word, anything),
        strict: fc.oneof(fc.boolean(), anything),
        rules: fc.oneof(fc.dictionary(text, word), anything),
        examples: fc.oneof(fc.dictionary(fc.constantFrom("deny", "ask", "allow", "x"), fc.array(text)), anything),
        __proto__: anything,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.oneof(text, anything)) },
);
const pretending = <T>(): fc.Arbitrary<T> => fc.json().map((text) => JSON.parse(text) as T);

describe("whatever comes in, it is closed (L1)", () => {
  it("parseCarve never throws, and denies what it could not read", () => {
    fc.assert(
      fc.property(writtenBadly, (written) => {
        const { value, problems } = parseCarve(written);
        const me = root({ id: "me", use: total(value, "allow") });
        for (const { category, code } of problems) {
          if (code === "carve/unknown-word" && category !== undefined && category !== "*")
            expect(use(me, category)).toBe("deny");
          if (code === "carve/not-an-object") for (const each of CATEGORIES) expect(use(me, each)).toBe("deny");
        }
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("a carve without problems says exactly the words that were written, and rules only where there is an object", () => {
    fc.assert(
      fc.property(writtenBadly, (written) => {
        const { value, problems } = parseCarve(written);
        if (problems.length > 0 || typeof written !== "object" || written === null) return;
        const me = root({ id: "me", use: total(value, "ask") });
        const words = new Map<string, unknown>(Object.entries(written));
        for (const category of CATEGORIES) {
          const word = words.get(category) ?? words.get("*") ?? "ask";
          if (category === "bash" && Array.isArray(words.get("bash_allow"))) continue;
          if (typeof word === "string") expect(use(me, category)).toBe(word);
          else expect(typeof word).toBe("object");
        }
      }),
      { numRuns: runs(3_000) },
    );
  });

  it("rules of any shape are read or refused, and a refused category is denied whatever is asked", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...CATEGORIES, "bash_allow"), badRules, { maxKeys: 2 }),
        fc.array(fc.string()),
        (written, resource) => {
          const { value, problems } = parseCarve(written);
          const me = root({ id: "me", use: total(value, "allow") });
          for (const { category, severity, source, within } of problems) {
            expect([severity, source]).toEqual(["error", undefined]);
            if (category !== undefined && category !== "bash_allow") expect(use(me, category, resource)).toBe("deny");
            if (category === "bash_allow") expect(use(me, "bash", resource)).toBe("deny");
            expect(within === undefined || within.length > 0).toBe(true);
          }
        },
      ),
      { numRuns: runs(3_000) },
    );
  });

  it("every problem says where it is, however deep it lies", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...CATEGORIES), badRules, { maxKeys: 2 }), (written) => {
        const asked: string[] = [];
        const { problems } = parseCarve(written, {
          source: { file: "f" },
          sourceOf: (category, within) => {
            asked.push([category, ...within].join("\n"));
            return { line: asked.length };
          },
        });
        for (const { category = "", within = [], source } of problems) {
          expect(source?.file).toBe("f");
          expect(asked[(source?.line ?? 0) - 1]).toBe([category, ...within].join("\n"));
        }
      }),
      { numRuns: runs(1_500) },
    );
  });

  it("no chain of garbage exceeds what the root hands down", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(writtenBadly, writtenBadly), { maxLength: 4 }), writtenBadly, (roles, config) => {
        const start = root({ id: "root", use: total(parseCarve(config).value, "ask") });
        let holder: Parameters<typeof delegate>[0] = start;
        for (const [i, [r, g]] of roles.entries()) {
          holder = delegate(holder, { id: `r${i}`, role: "x", use: parseCarve(r).value, pass: parseCarve(g).value });
        }
        if (holder === start) return;
        for (const category of CATEGORIES) {
          expect(leq(use(holder, category), pass(start, category))).toBe(true);
          expect(leq(pass(holder, category), pass(start, category))).toBe(true);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("an unknown category is denied, whatever carve, grant or hostile name", () => {
    fc.assert(
      fc.property(world, key, (w, category) => {
        if (isCategory(category)) return;
        const a = engineOf(w);
        const request: Request = { actions: [...w.request.actions, { category, resource: [] }] };
        const yes: Grant = {
          id: "y",
          holder: a.id,
          covers: { kind: "request", actions: request.actions },
          lift: "elevate",
          approver: "operator",
          uses: "once",
        };
        const any: Grant = { ...yes, id: "z", covers: { kind: "category", category } };
        expect(use(a, category)).toBe("deny");
        expect(pass(a, category)).toBe("deny");
        expect(decide(a, request, [yes, any])).toMatchObject({ decision: "deny", liftable: "no" });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("a request that asks for nothing is denied, whatever the grants", () => {
    fc.assert(
      fc.property(world, (w) => {
        const a = engineOf(w);
        const yes: Grant = {
          id: "y",
          holder: a.id,
          covers: { kind: "request", actions: [] },
          lift: "elevate",
          approver: "operator",
          uses: "once",
        };
        expect(decide(a, { actions: [] }, [...w.grants, yes])).toMatchObject({ decision: "deny", liftable: "no" });
      }),
      { numRuns: runs(500) },
    );
  });

  it("decide and explain never throw, and garbage beside a request never permits more", () => {
    fc.assert(
      fc.property(
        world,
        pretending<Request>(),
        pretending<Grant>(),
        pretending<Advice[]>(),
        (w, request, grant, advice) => {
          const a = engineOf(w);
          expect(() => explain(a, request, [grant])).not.toThrow();
          expect(decide(a, w.request, [grant, ...w.grants]).decision).toBe(decide(a, w.request, w.grants).decision);
          const advised = decide(a, { ...w.request, advice }, w.grants).decision;
          expect(leq(advised, decide(a, { ...w.request, advice: [] }, w.grants).decision)).toBe(true);
        },
      ),
      { numRuns: runs(3_000) },
    );
  });
});
