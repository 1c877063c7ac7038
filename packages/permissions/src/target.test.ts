import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { total } from "./carve.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { carve, type WrittenCarve } from "./parse.ts";
import { canDelegate, type DelegationTarget, requestDelegation } from "./target.ts";

const caller = (word: Decision, cap: Decision = "allow"): Authority =>
  root({ id: "me", use: total(carve({ delegate: word }), "ask"), cap: total(carve({ delegate: cap }), "allow") });
const role = (words: WrittenCarve, more: Omit<DelegationTarget, "role" | "use"> = {}): DelegationTarget => ({
  role: "writer",
  use: carve(words),
  ...more,
});
const decided = (word: Decision, target: DelegationTarget): Decision => canDelegate(caller(word), target).decision;

describe("canDelegate()", () => {
  it("is the caller's own word where the role says nothing", () => {
    for (const word of ["deny", "ask", "allow"] as const) {
      expect(decided(word, { role: "writer" })).toBe(word);
      expect(decided(word, role({ bash: "deny" }))).toBe(word);
    }
  });

  it("is the smaller of what the caller and the role say", () => {
    expect(decided("allow", role({ delegate: "ask" }))).toBe("ask");
    expect(decided("allow", role({ delegate: "deny" }))).toBe("deny");
    expect(decided("ask", role({ delegate: "allow" }))).toBe("ask");
    expect(decided("deny", role({ delegate: "ask" }))).toBe("deny");
  });

  it("never hears a star of the role", () => {
    expect(decided("allow", role({ "*": "deny" }))).toBe("allow");
    expect(decided("allow", role({ "*": "ask" }))).toBe("allow");
  });

  it("hears accepts_delegation alone where it is set", () => {
    expect(decided("allow", role({ delegate: "deny" }, { accepts: "allow" }))).toBe("allow");
    expect(decided("allow", role({ delegate: "allow" }, { accepts: "deny" }))).toBe("deny");
    expect(decided("allow", role({}, { accepts: "ask" }))).toBe("ask");
  });

  it("takes an accepts_delegation that is no decision for a deny", () => {
    expect(decided("allow", role({}, { accepts: "Allow" as Decision }))).toBe("deny");
  });

  it("is lowered by layers that are not trusted, and never raised", () => {
    expect(decided("allow", role({}, { bound: { accepts: "ask" } }))).toBe("ask");
    expect(decided("allow", role({}, { bound: { use: carve({ delegate: "deny" }) } }))).toBe("deny");
    expect(decided("allow", role({}, { bound: { use: carve({ "*": "deny" }) } }))).toBe("allow");
    expect(decided("allow", role({ delegate: "deny" }, { bound: { accepts: "allow" } }))).toBe("deny");
  });

  it("names the field of the role that decides, and where it was written", () => {
    const source = { file: "roles.json", line: 4, path: "writer.tool_permission" };
    const target = { role: "writer", use: carve({ delegate: "deny" }, { source }) };
    expect(canDelegate(caller("allow"), target).because).toEqual([
      {
        kind: "target",
        who: "writer",
        decision: "deny",
        text: "writer.tool_permission.delegate",
        source: { file: "roles.json", line: 4, path: "writer.tool_permission.delegate" },
      },
    ]);
    expect(canDelegate(caller("allow"), role({}, { accepts: "ask" })).because[0]?.text).toBe(
      "writer.accepts_delegation",
    );
  });

  it("asks about a role that asks, and no yes lifts one that is no target", () => {
    expect(canDelegate(caller("allow"), role({ delegate: "ask" })).liftable).toBe("confirm");
    expect(canDelegate(caller("allow"), role({ delegate: "deny" })).liftable).toBe("no");
    expect(canDelegate(caller("deny"), role({})).liftable).toBe("elevate");
  });

  it("takes role names as they are, however hostile", () => {
    for (const name of ["constructor", "__proto__", "", "*", "../x"]) {
      expect(canDelegate(caller("allow"), { role: name }).decision).toBe("allow");
      expect(requestDelegation({ role: name }).actions).toEqual([{ category: "delegate", resource: [name] }]);
    }
  });

  it("holds for a role that delegates, whose own ask does not count for itself", () => {
    const leader = delegate(caller("allow"), { id: "r1", role: "leader", use: carve({ delegate: "ask" }) });
    expect(canDelegate(leader, { role: "writer" }).decision).toBe("allow");
  });
});

it("requestDelegation() is decided like any other request", () => {
  const target = role({ delegate: "ask" });
  expect(decide(caller("allow"), requestDelegation(target))).toEqual(canDelegate(caller("allow"), target));
  expect(requestDelegation(target)).toMatchObject({ tool: "delegate", summary: 'delegate to "writer"' });
});
