import { type Authority, decide, type Grant, isCategory, type Request, visible } from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf } from "./answers.ts";
import { NAMES, type Name, runs, world } from "./cases.ts";
import { longer, NAMEABLE } from "./resources.ts";

/** A call of a category that is not denied: a small one, one that somebody said yes to, or where asked for a longer one. */
function callOf(a: Authority, category: Name, grants: readonly Grant[], isShown: boolean): Request | undefined {
  const granted = grants.flatMap(({ covers }): readonly Request[] =>
    covers.kind === "request" && covers.actions.some((action) => action.category === category)
      ? [{ tool: covers.tool, actions: covers.actions }]
      : [],
  );
  const asRequest = (resource: readonly string[]): Request => ({ actions: [{ category, resource }] });
  const isOpen = (request: Request): boolean => decide(a, request, grants).decision !== "deny";
  const small = [...granted, ...NAMEABLE[category].map(asRequest)].find(isOpen);
  return small ?? (isShown ? [...longer(category)].map(asRequest).find(isOpen) : undefined);
}

describe("the tools that are shown are those that can be called (L19, A17)", () => {
  it("by the words and rules of any chain, and by any grants", () => {
    const seen = { shown: 0, hidden: 0, lent: 0 };
    fc.assert(
      fc.property(world, (w) => {
        const a = engineOf(w);
        const tools = NAMES.map((category) => ({ category }));
        const shown = visible(a, tools, w.grants).map(({ category }) => category);
        expect(shown).toEqual(
          NAMES.filter((category) => callOf(a, category, w.grants, shown.includes(category)) !== undefined),
        );
        seen.shown += shown.length;
        seen.hidden += NAMES.length - shown.length;
        seen.lent += shown.length - visible(a, tools).length;
      }),
      { numRuns: runs(120) },
    );
    expect(Math.min(seen.shown, seen.hidden, seen.lent * 20)).toBeGreaterThan(20);
  });

  it("one resource at a time, where a tool has only one", () => {
    fc.assert(
      fc.property(world, (w) => {
        const a = engineOf(w);
        const tools = w.request.actions.map(({ category, resource }) => ({ category, resource }));
        for (const tool of tools) {
          const isShown = visible(a, [tool], w.grants).length === 1;
          const isCallable = decide(a, { actions: [tool] }, w.grants).decision !== "deny";
          // A grant for a request of more than this one action, or of a named tool, shows it, too.
          const isWhole = !w.grants.some(({ covers }) => covers.kind === "request");
          if (isCallable || isWhole) expect(isShown).toBe(isCallable);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  it("and no tool of a category that nobody knows", () => {
    fc.assert(
      fc.property(world, fc.string(), (w, category) => {
        if (!isCategory(category)) expect(visible(engineOf(w), [{ category }], w.grants)).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });
});
