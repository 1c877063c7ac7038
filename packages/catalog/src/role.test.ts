import { describe, expect, it } from "vitest";
import { roleOf } from "./role.ts";

describe("roleOf", () => {
  it("fills in what no layer says", () => {
    expect(roleOf("x", {})).toEqual({
      name: "x",
      description: "",
      system_prompt: "",
      model: [],
      skills: [],
      tags: [],
      tool_permission: {},
      grant_permission: {},
      ask_policy: {},
      limits: {},
      inherit_context: true,
    });
  });

  it("keeps what the layers say", () => {
    const written = {
      description: "d",
      system_prompt: "p",
      model: ["a", "b"],
      skills: ["s"],
      tags: ["t"],
      tool_permission: { bash: "deny" },
      grant_permission: { bash: "allow" },
      ask_policy: { permission: "human" },
      accepts_delegation: "ask",
      temperature: 0,
      top_p: 0,
      reasoning: "none",
      limits: { steps: 0 },
      output: false,
      inherit_context: true,
      "x-harness": null,
    } as const;
    expect(roleOf("x", written)).toEqual({ name: "x", ...written });
  });

  it("reads one model as a list of one, and an empty one as the caller's", () => {
    expect(roleOf("x", { model: "a/b" }).model).toEqual(["a/b"]);
    expect(roleOf("x", { model: "" }).model).toEqual([]);
    expect(roleOf("x", { model: ["", "a"] }).model).toEqual(["a"]);
  });
});
