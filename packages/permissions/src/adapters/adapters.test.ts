import { describe, expect, it } from "vitest";
import { root } from "../authority.ts";
import { total } from "../carve.ts";
import { decide } from "../decide.ts";
import { createGate, park } from "../gate/index.ts";
import { carve, type WrittenCarve } from "../parse.ts";
import { answerOf, permissionOptions } from "./acp/index.ts";
import { toolApproval } from "./ai-sdk/index.ts";
import { preToolUse } from "./claude-code/index.ts";
import { callRequest, visibleTools } from "./mcp/index.ts";
import { permitTool } from "./openai-agents/index.ts";

const holder = (says: WrittenCarve) => root({ id: "me", use: total(carve(says), "deny") });
const edit = ({ path }: { path: string }) => ({ actions: [{ category: "edit", resource: path.split("/") }] });
const says = { edit: { default: "ask", rules: { "src/**": "allow", ".git/**": "deny" } } };

describe("the AI SDK", () => {
  const approve = toolApproval(holder(says), { requests: { edit } });
  const status = async (toolName: string, input: unknown) =>
    (await approve({ toolCall: { toolName, toolCallId: "c", input } })).type;

  it("is told what runs, what is asked about and what is denied", async () => {
    expect(await status("edit", { path: "src/a.ts" })).toBe("not-applicable");
    expect(await status("edit", { path: "README.md" })).toBe("user-approval");
    expect(await status("edit", { path: ".git/config" })).toBe("denied");
  });

  it("gets a denial for a tool that nobody described, whatever it is called, and for input that nobody can judge", async () => {
    for (const name of ["bash", "constructor", "__proto__", ""])
      expect(await status(name, { path: "src/a" })).toBe("denied");
    for (const input of [null, {}, { path: 5 }]) expect(await status("edit", input)).toBe("denied");
  });

  it("is judged by what holds at the call", async () => {
    let now = holder({ edit: "allow" });
    const live = toolApproval(() => now, { requests: { edit } });
    const call = { toolCall: { toolName: "edit", toolCallId: "c", input: { path: "a" } } };
    expect((await live(call)).type).toBe("not-applicable");
    now = holder({ edit: "deny" });
    expect((await live(call)).type).toBe("denied");
  });
});

describe("the OpenAI Agents SDK", () => {
  const tool = permitTool(holder(says), {
    name: "edit",
    request: edit,
    execute: (...[{ path }]: readonly [{ path: string }, ...unknown[]]) => `wrote ${path}`,
  });
  const details = (callId: string) => [{}, { toolCall: { callId } }] as const;

  it("asks about what must be asked about, and then runs it once", async () => {
    expect(await tool.needsApproval({}, { path: "README.md" }, "c1")).toBe(true);
    expect(await tool.execute({ path: "README.md" }, ...details("c1"))).toBe("wrote README.md");
    expect(await tool.execute({ path: "README.md" }, ...details("c1"))).toMatch(/README|edit/);
    expect(await tool.execute({ path: "README.md" }, ...details("c1"))).not.toBe("wrote README.md");
  });

  it("runs only the input that was shown, not another one under the same id (L14)", async () => {
    expect(await tool.needsApproval({}, { path: "README.md" }, "c3")).toBe(true);
    expect(await tool.execute({ path: "CHANGES.md" }, ...details("c3"))).not.toMatch(/^wrote/);
    expect(await tool.execute({ path: "README.md" }, ...details("c3"))).not.toMatch(/^wrote/);
  });

  it("does not run what is denied, though nobody is asked", async () => {
    expect(await tool.needsApproval({}, { path: ".git/config" }, "c2")).toBe(false);
    expect(await tool.execute({ path: ".git/config" }, ...details("c2"))).toMatch(/^denied: /);
  });
});

describe("the Agent Client Protocol", () => {
  it("is offered a standing yes only where the ask offers one, and any other answer is a no", async () => {
    const gate = createGate({ operator: park });
    const wanted = { actions: [{ category: "edit", resource: ["README.md"] }] };
    const options = { signal: new AbortController().signal };
    const plain = await gate.authorize(holder(says), wanted, options);
    const advised = { ...wanted, advice: [{ atMost: "ask", why: "a secret" } as const] };
    const strict = await gate.authorize(holder(says), advised, options);
    if (plain.ok || plain.reason !== "parked" || strict.ok || strict.reason !== "parked") throw new Error("not parked");
    expect(permissionOptions(plain.ask).map(({ kind }) => kind)).toContain("allow_always");
    expect(permissionOptions(strict.ask).map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
    expect(answerOf(strict.ask, { outcome: "selected", optionId: "run" }).say).toBe("deny");
    expect(answerOf(plain.ask, { outcome: "selected", optionId: "run" }).say).toBe("run");
    for (const garbage of [null, "once", { outcome: "selected" }, { outcome: "selected", optionId: "constructor" }])
      expect(answerOf(plain.ask, garbage).say).toBe("deny");
  });
});

describe("MCP", () => {
  it("names server and tool apart, so no joined name is taken for another (F01, F02, F04)", () => {
    const me = holder({ mcp: { default: "allow", rules: { "my_server/**": "deny", "a-b/x": "deny" } } });
    const decision = (server: string, name: string) => decide(me, callRequest(server, { name })).decision;
    expect(decision("my_server", "my_tool")).toBe("deny");
    expect(decision("my", "server_my_tool")).toBe("allow");
    expect(decision("a-b", "x")).toBe("deny");
    expect(decision("a_b", "x")).toBe("allow");
  });

  it("hides the tools whose every call is denied, and what is no tool", () => {
    const me = holder({ mcp: { default: "deny", rules: { "mail/read": "ask" } } });
    const tools: readonly { readonly name: string }[] = JSON.parse('[{"name":"read"},{"name":"send"},{"name":5},null]');
    expect(visibleTools(me, "mail", { tools }).tools).toEqual([{ name: "read" }]);
    expect(visibleTools(me, "other", { tools }).tools).toEqual([]);
  });
});

describe("the hook of Claude Code", () => {
  const me = holder({ bash: "allow", mcp: { default: "deny", rules: { "mail/read": "allow" } } });
  const decision = async (input: unknown) => (await preToolUse(input, me)).hookSpecificOutput?.permissionDecision;
  const call = (tool_name: string, tool_input: unknown = {}) => ({
    hook_event_name: "PreToolUse",
    cwd: "/w",
    tool_name,
    tool_input,
  });

  it("fails closed on everything that is not a call it can read", async () => {
    for (const garbage of [
      "",
      "{",
      "null",
      "[]",
      5,
      undefined,
      {},
      call(""),
      call("Bash", null),
      call("Bash", []),
      call("Bash", {}),
    ])
      expect(await decision(garbage)).toBe("deny");
    for (const name of ["NoSuchTool", "constructor", "mcp__", "mcp__mail"])
      expect(await decision(call(name))).toBe("deny");
  });

  it("decides calls of MCP servers by server and tool", async () => {
    expect(await decision(call("mcp__mail__read"))).toBe("allow");
    expect(await decision(JSON.stringify(call("mcp__mail__send")))).toBe("deny");
  });

  it("only asks about commands where nobody reads them", async () => {
    expect(await decision(call("Bash", { command: "ls" }))).toBe("ask");
  });
});
