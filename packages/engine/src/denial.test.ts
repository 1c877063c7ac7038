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

describe("denialText()", () => {
  it("names the word, the scope and how to ask", () => {
    const text = denialText("bash", "boss", { reason: "denied", verdict: decide(authority(), call) });
    expect(text).toContain("config.tool_permission.bash");
    expect(text).toContain("Other bash calls by boss are refused, too");
    expect(text).toContain('ask(kind: "permission", permission: "bash")');
  });

  it("does not send anybody to ask where no yes can help", () => {
    const text = denialText("bash", "boss", { reason: "denied", verdict: decide(authority("deny"), call) });
    expect(text).not.toContain("ask(");
    expect(text).toContain("Nobody can allow it");
  });

  it("tells a no of a person from nobody being there", () => {
    const verdict = decide(authority(), call);
    expect(denialText("bash", "boss", { reason: "rejected", verdict, because: "later" })).toContain("said no: later");
    expect(denialText("bash", "boss", { reason: "no-approver", verdict })).toContain("nobody is there");
  });
});
