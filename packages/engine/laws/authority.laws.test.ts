import { type Catalog, createCatalog } from "@polyglav/catalog";
import {
  type Authority,
  CATEGORIES,
  DECISIONS,
  type Decision,
  delegate,
  leq,
  parseCarve,
  pass,
  use,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resume, run } from "../src/run/run.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import { cutAt, depsOf, endOf, entriesOf, eventsOf, inTime, shares, trees } from "./random-tree.ts";
import { answerAsk } from "../src/run/answer-ask.ts";
import { openAsks } from "../src/run/read-run.ts";

const words = fc.dictionary(fc.constantFrom(...CATEGORIES, "*"), fc.constantFrom(...DECISIONS), { maxKeys: 4 });
const role = fc.record({ tool_permission: words, grant_permission: words }, { requiredKeys: [] });
const config = fc.record({ tool_permission: words, grant_permission: words }, { requiredKeys: [] });

/** Who delegates to whom: a role of the catalog, or one that is made up, and the place of its caller in the list. */
const link = fc.record({ from: fc.nat(), role: fc.nat(4), made: fc.option(words, { freq: 3, nil: undefined }) });

interface Link {
  readonly authority: Authority;
  readonly above: Authority | undefined;
}

function chain(
  catalog: Catalog,
  links: readonly (typeof link extends fc.Arbitrary<infer L> ? L : never)[],
): readonly Link[] {
  const found: Link[] = [{ authority: catalog.rootAuthority({ role: "n0", id: "r" }), above: undefined }];
  for (const [index, { from, role: number, made }] of links.entries()) {
    const above = found[from % found.length]?.authority;
    if (above === undefined) continue;
    const id = `r.${index}`;
    const authority =
      made === undefined
        ? catalog.authority(above, `n${number}`, id)
        : delegate(above, { id, role: "temporary", use: parseCarve(made).value, temporary: true });
    found.push({ authority, above });
  }
  return found;
}

describe("in 10,000 trees of random roles, catalogs and delegations", () => {
  it("nobody may use or hand down more than the one above hands down, nor than the root does", () => {
    fc.assert(
      fc.property(
        fc.array(role, { minLength: 5, maxLength: 5 }),
        config,
        fc.array(link, { maxLength: 8 }),
        (roles, said, links) => {
          const catalog = createCatalog({
            trusted: true,
            roles: {
              local: Object.fromEntries(roles.map((one, index) => [`n${index}`, { system_prompt: "", ...one }])),
            },
            config: { local: { value: said } },
          });
          const [root, ...others] = chain(catalog, links);
          for (const { authority, above } of others) {
            for (const category of CATEGORIES) {
              for (const has of [use(authority, category), pass(authority, category)]) {
                if (root !== undefined) expect(leq(has, pass(root.authority, category))).toBe(true);
                if (above !== undefined) expect(leq(has, pass(above, category))).toBe(true);
              }
            }
          }
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

const tree = trees({
  permission: words,
  grant: words,
  maxWaitMs: 1,
  weights: { permission: 3, delegate: 5 },
});
/** The tools of the trees, and what a tool of that name needs. */
const WORLD = ["read", "bash", "edit"];

/** What the root may hand down, and what it may use itself: what is made below it needs the one, its own calls the other. */
function bounds(deps: ReturnType<typeof depsOf>) {
  const catalog = typeof deps.catalog === "function" ? deps.catalog() : deps.catalog;
  const root = catalog.rootAuthority({ role: "n0", id: "r1" });
  return (run: string, category: string): Decision => (run === "r1" ? use(root, category) : pass(root, category));
}

describe("in whole runs of random roles, without an operator's yes", () => {
  it("nothing is made that the root may not hand down, whoever asks and whoever says yes, also over a kill", async () => {
    await fc.assert(
      fc.asyncProperty(tree, config, shares, async (root, said, share) => {
        const made: string[] = [];
        const deps = depsOf(root, { config: said, made: ({ tool }) => made.push(tool) });
        const bound = bounds(deps);
        const whole = memoryStore();
        await inTime(eventsOf(run({ role: "n0", task: "Go", stream: false }, { ...deps, store: whole })));
        const left = whole.list().length === 0 ? whole : cutAt(whole, share);
        if (left !== whole) await inTime(eventsOf(resume({ run: "r1", stream: false }, { ...deps, store: left })));
        for (const store of [whole, left]) {
          if (store.list().length === 0) continue;
          for (const entry of entriesOf(store)) {
            if (entry.kind === "tool.intended") {
              expect(WORLD).toContain(entry.tool);
              expect(bound(entry.run, entry.tool), `${entry.tool} of ${entry.run}`).toBe("allow");
            }
            if (entry.kind === "child.started") expect(bound(entry.run, "delegate")).toBe("allow");
          }
        }
        const most = WORLD.filter((tool) => bound("r1", tool) === "allow" || bound("r1.1", tool) === "allow");
        expect(most).toEqual(expect.arrayContaining([...new Set(made)]));
      }),
      { numRuns: 300 },
    );
  });

  it("an operator who says no to all that waits changes nothing about that", async () => {
    await fc.assert(
      fc.asyncProperty(tree, config, async (root, said) => {
        const deps = depsOf(root, { config: said });
        const bound = bounds(deps);
        const store = memoryStore();
        let events = await inTime(
          eventsOf(run({ role: "n0", task: "Go", stream: false, onAsk: "park" }, { ...deps, store })),
        );
        for (let rounds = 0; endOf(events).status === "waiting"; rounds += 1) {
          expect(rounds).toBeLessThan(100);
          for (const { ask, kind } of await openAsks(store)) {
            const answer = kind === "permission" ? ({ say: "deny" } as const) : ({ say: "text", text: "No" } as const);
            await answerAsk({ run: "r1", ask, answer }, { store });
          }
          events = await inTime(eventsOf(resume({ run: "r1", stream: false }, { ...deps, store })));
        }
        if (store.list().length === 0) return;
        for (const entry of entriesOf(store)) {
          if (entry.kind === "tool.intended") expect(bound(entry.run, entry.tool)).toBe("allow");
        }
      }),
      { numRuns: 100 },
    );
  });
});
