import { describe, expect, it } from "vitest";
import { carve, delegate, type Grant, root, total, visible, withCategories, type WrittenCarve } from "./index.ts";

const me = (written: WrittenCarve) => root({ id: "me", use: total(carve(written), "deny") });
const grant = (covers: Grant["covers"], more: Partial<Grant> = {}): Grant => ({
  ...{ id: "g", holder: "me", covers, lift: "elevate", approver: "operator", uses: "run" },
  ...more,
});
const seen = (written: WrittenCarve, category: string, grants: readonly Grant[] = []): boolean =>
  visible(me(written), [{ category }], grants).length === 1;

describe("visible()", () => {
  it("keeps the tools in order, as they are", () => {
    const tools = [
      { category: "web", name: "fetch" },
      { category: "bash", name: "bash" },
      { category: "edit", name: "edit" },
      { category: "edit", name: "write" },
    ];
    expect(visible(me({ edit: "ask", bash: "deny", web: "allow" }), tools)).toEqual([tools[0], tools[2], tools[3]]);
    expect(visible(me({}), [])).toEqual([]);
  });

  it("shows a tool that some rule leaves something to do, whatever the rest says", () => {
    expect(seen({ edit: { default: "deny", rules: { "docs/**": "ask" } } }, "edit")).toBe(true);
    expect(seen({ edit: { default: "allow", rules: { "**": "deny" } } }, "edit")).toBe(true); // outside the worktree
    expect(seen({ bash: "allow", bash_allow: ["git"] }, "bash")).toBe(true);
  });

  it("hides a tool of which every call is denied, though its default is not", () => {
    expect(seen({ edit: { default: "allow", rules: { "**": "deny", "/**": "deny" } } }, "edit")).toBe(false);
    expect(seen({ bash: { default: "deny", rules: { "git **": "allow" } }, bash_allow: ["npm"] }, "bash")).toBe(false);
    expect(seen({ delegate: { default: "ask", rules: { "*": "deny" } } }, "delegate")).toBe(false);
  });

  it("looks at the whole chain", () => {
    const from = me({ edit: { default: "deny", rules: { "a/**": "allow" } }, bash: "allow" });
    const child = (use: WrittenCarve) => delegate(from, { id: "r1", role: "r", use: carve(use) });
    expect(visible(child({ edit: { default: "allow", rules: { "a/**": "deny" } } }), [{ category: "edit" }])).toEqual(
      [],
    );
    expect(
      visible(child({ edit: { default: "deny", rules: { "a/b": "allow" } } }), [{ category: "edit" }]),
    ).toHaveLength(1);
  });

  it("judges a tool with one resource by that", () => {
    const tools = ["send", "read"].map((name) => ({ category: "mcp", resource: ["mail", name] }));
    expect(visible(me({ mcp: { default: "ask", rules: { "mail/send": "deny" } } }), tools)).toEqual([tools[1]]);
    const lent = grant({ kind: "request", tool: "x", actions: [{ category: "mcp", resource: ["mail", "send"] }] });
    expect(visible(me({ mcp: "deny" }), tools, [lent])).toEqual([tools[0]]);
    expect(
      visible(me({ mcp: "deny" }), tools, [grant({ kind: "pattern", category: "mcp", pattern: "mail/r*" })]),
    ).toEqual([tools[1]]);
  });

  it("counts the grants of this holder that lift something", () => {
    const some = { kind: "request", tool: "bash", actions: [{ category: "bash", resource: ["ls"] }] } as const;
    expect(seen({}, "bash", [grant(some)])).toBe(true);
    expect(seen({}, "bash", [grant({ kind: "category", category: "bash" })])).toBe(true);
    expect(seen({}, "bash", [grant({ kind: "pattern", category: "bash", pattern: "git log" })])).toBe(true);
    expect(seen({}, "bash", [grant({ kind: "pattern", category: "bash", pattern: "git |" })])).toBe(false);
    expect(seen({}, "edit", [grant(some)])).toBe(false);
    expect(seen({}, "bash", [grant(some, { holder: "other" })])).toBe(false);
    expect(seen({}, "bash", [grant(some, { lift: "confirm" })])).toBe(false);
    const both = grant({ ...some, actions: [...some.actions, { category: "edit", resource: ["a"] }] });
    expect(seen({}, "edit", [both])).toBe(true);
  });

  it("counts nothing that is no grant", () => {
    const broken: readonly Grant[] = JSON.parse(
      '[null, {}, { "covers": null }, { "holder": "me", "covers": { "kind": "request" } }]',
    );
    expect(seen({}, "bash", broken)).toBe(false);
  });

  it("leaves a cap its last word", () => {
    const capped = root({ id: "me", use: total(carve({}), "ask"), cap: total(carve({ bash: "deny" }), "allow") });
    expect(visible(capped, [{ category: "bash" }], [grant({ kind: "category", category: "bash" })])).toEqual([]);
  });

  it("knows the categories that the chain knows, and no others", () => {
    expect(seen({ "*": "allow" }, "constructor")).toBe(false);
    expect(seen({ "*": "allow" }, "*")).toBe(false);
    const categories = withCategories({ payment: "name" });
    const rich = root({ id: "me", use: total(carve({ "*": "ask" }), "deny"), categories });
    expect(visible(rich, [{ category: "payment" }])).toHaveLength(1);
  });

  it("hides nothing for lack of time", () => {
    const hostile = Object.fromEntries(Array.from({ length: 24 }, (_, i) => [`**/a${i}/**`, "deny"]));
    expect(seen({ edit: { default: "deny", rules: hostile } }, "edit")).toBe(true);
  });
});
