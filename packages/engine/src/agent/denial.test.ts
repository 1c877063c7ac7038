import { carve, decide, root, total } from "@polyglav/permissions";
import { describe, expect, it } from "vitest";
import { denialText } from "./denial.ts";

const call = { actions: [{ category: "bash", resource: ["make"] }] };
const authority = (cap?: "deny") =>
  root({
    id: "r",
    use: total(carve({ bash: "deny" }), "ask"),
    ...(cap === undefined ? {} : { cap: total(carve({ bash: cap }), "allow") }),
  });

const BOSS = { role: "boss", canAsk: true };

describe("denialText()", () => {
  it("names the word, the scope and how to ask", () => {
    const text = denialText("bash", BOSS, { reason: "denied", verdict: decide(authority(), call) });
    expect(text).toContain("config.tool_permission.bash");
    expect(text).toContain("Other bash calls by boss are denied, too");
    expect(text).toContain('ask(kind: "permission", permission: "bash")');
  });

  it("does not send anybody to ask where no yes can help", () => {
    const text = denialText("bash", BOSS, { reason: "denied", verdict: decide(authority("deny"), call) });
    expect(text).not.toContain("ask(");
    expect(text).toContain("Nobody can allow it");
  });

  it("does not send anybody to ask who cannot, or whom nobody hears", () => {
    const deaf = { role: "boss", canAsk: false };
    const text = denialText("bash", deaf, { reason: "denied", verdict: decide(authority(), call) });
    expect(text).toContain("Finish without it");
    expect(text).not.toContain("ask(");
  });

  it("passes on what the gate has to say", () => {
    const verdict = decide(authority(), call);
    expect(denialText("bash", BOSS, { reason: "denied", verdict, because: "ask for one call" })).toBe(
      "denied: bash: ask for one call.",
    );
  });

  it("tells a no of a person from nobody being there", () => {
    const verdict = decide(authority(), call);
    expect(denialText("bash", BOSS, { reason: "rejected", verdict, because: "later" })).toContain("said no: later");
    expect(denialText("bash", BOSS, { reason: "no-approver", verdict })).toContain("nobody is there");
  });
});
