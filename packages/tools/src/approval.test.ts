import type { Request } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { requireSame } from "./approval.ts";

const now: Request = { tool: "read", actions: [{ category: "read", resource: ["a", "b"] }], summary: 'read "a/b"' };

describe("requireSame()", () => {
  it("accepts the same actions, whatever the summary and the advice say", () => {
    requireSame(now, now);
    requireSame({ actions: now.actions, advice: [{ atMost: "ask", why: "x" }], summary: "other" }, now);
  });

  it("accepts a call that nobody approved: a gate was not asked for", () => {
    requireSame(undefined, now);
  });

  it.each<[string, Request]>([
    ["another path", { actions: [{ category: "read", resource: ["a", "c"] }] }],
    ["segments that only look the same when joined", { actions: [{ category: "read", resource: ["a/b"] }] }],
    ["another category", { actions: [{ category: "edit", resource: ["a", "b"] }] }],
    ["fewer actions", { actions: [] }],
    ["more actions", { actions: [...now.actions, ...now.actions] }],
    ["another tool", { ...now, tool: "write" }],
  ])("refuses %s", (_, approved) => {
    expect(() => {
      requireSame(approved, now);
    }).toThrow(expect.objectContaining({ code: "POLYGLAV_TARGET_CHANGED" }));
  });

  it("names both calls", () => {
    expect(() => {
      requireSame({ actions: [], summary: 'read "z"' }, now);
    }).toThrow('Cannot run read "a/b": it is no longer what was approved, which was read "z"');
  });
});
