import { NO_USAGE } from "../model/usage.ts";
import { describe, expect, it } from "vitest";
import { createCatalog } from "@polyglav/catalog";
import { echoTool, play } from "../../tests/stage.ts";

const delegate = (role: string, task = "Do this") => ({ tool: "delegate", input: { role, task } });

describe("delegate", () => {
  it("runs a child whose events lie between its start and its end", async () => {
    const { events } = await play({
      moves: { boss: [{ call: [delegate("planner")] }, { text: "Planned." }], planner: [{ text: "1. Do it." }] },
    });
    const from = events.findIndex((event) => event.type === "delegate-start");
    const to = events.findIndex((event) => event.type === "delegate-end");
    const start = events[from];
    if (start?.type !== "delegate-start") throw new Error("no start");
    const ofChild = events.flatMap((event, index) => (event.run === start.child ? [index] : []));
    expect(ofChild.length).toBeGreaterThan(0);
    expect(ofChild.every((index) => index > from && index < to)).toBe(true);
    expect(events.filter((event) => event.run === start.child).every((event) => event.parent === start.run)).toBe(true);
  });

  it("gives the answer of the child to the caller's model", async () => {
    const { all, end } = await play({
      moves: { boss: [{ call: [delegate("planner")] }, { text: "ok" }], planner: [{ text: "1. Do it." }] },
    });
    expect(all("tool-end")).toMatchObject([{ tool: "delegate", status: "ok", output: "1. Do it." }]);
    expect(end.content).toBe("ok");
  });

  it("runs several calls of one step at the same time, and answers in the order of the calls", async () => {
    let open = 0;
    let most = 0;
    const read = echoTool("read", "read", "path", async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return "x";
    });
    const reading = [{ call: [{ tool: "read", input: { path: "a" } }] }];
    const { all } = await play({
      tools: { read },
      moves: {
        boss: [{ call: [delegate("planner"), delegate("researcher"), delegate("tester")] }, { text: "ok" }],
        planner: [...reading, { text: "p", waitMs: 30 }],
        researcher: [...reading, { text: "r" }],
        tester: [...reading, { text: "t" }],
      },
    });
    expect(most).toBe(3);
    expect(all("delegate-end").map((event) => event.content)).toEqual(["r", "t", "p"]);
  });

  it("takes the older word for a role", async () => {
    const { all, end } = await play({
      moves: {
        boss: [{ call: [{ tool: "delegate", input: { type: "planner", task: "Plan" } }] }, { text: "ok" }],
        planner: [{ text: "1. Do it." }],
      },
    });
    expect(all("delegate-start")).toMatchObject([{ role: "planner" }]);
    expect(end.status).toBe("ok");
  });

  it("sees at the next step what was saved during one, and stops delegating to what is gone", async () => {
    const roles: Record<string, unknown> = { boss: { system_prompt: "You are the boss." } };
    const save = echoTool("edit", "edit", "name", async ({ name }) => {
      if (name === "poet") roles.poet = { description: "writes poems" };
      else delete roles.poet;
      return "saved";
    });
    const shown: boolean[] = [];
    const { all } = await play({
      catalog: () => createCatalog({ trusted: true, roles: { local: { ...roles } } }),
      tools: { edit: save },
      onRequest: (_, request) => shown.push(JSON.stringify(request).includes("- poet: writes poems")),
      moves: {
        boss: [
          { call: [{ tool: "edit", input: { name: "poet" } }] },
          { call: [delegate("poet")] },
          { call: [{ tool: "edit", input: { name: "nobody" } }] },
          { call: [delegate("poet")] },
          { text: "ok" },
        ],
        poet: [{ text: "A poem." }],
      },
    });
    expect(all("tool-end").map(({ status }) => status)).toEqual(["ok", "ok", "ok", "error"]);
    // The third request is the poet's own.
    expect(shown).toEqual([false, true, true, true, false, false]);
  });

  it("says how a child ended that did not finish, and keeps its last words", async () => {
    const { all, end } = await play({
      roles: { worker: { limits: { steps: 1 } } },
      moves: {
        boss: [{ call: [delegate("worker")] }, { text: "ok" }],
        worker: [{ text: "Half.", call: [{ tool: "read", input: { path: "a" } }] }],
      },
    });
    expect(all("delegate-end")).toMatchObject([{ outcome: "limit", content: "Half." }]);
    const answer = all("tool-end").find((event) => event.tool === "delegate");
    expect(answer?.status).toBe("error");
    expect(answer?.output).toContain("did not finish (limit)");
    expect(answer?.output).toContain("Half.");
    expect(end.status).toBe("ok");
  });

  it("a child that fails does not harm its sibling", async () => {
    const { all } = await play({
      retries: 0,
      moves: {
        boss: [{ call: [delegate("planner"), delegate("tester")] }, { text: "ok" }],
        planner: [{ throw: { status: 400, message: "bad" } }],
        tester: [{ text: "fine" }],
      },
    });
    expect(
      all("tool-end")
        .map((event) => event.status)
        .sort(),
    ).toEqual(["error", "ok"]);
  });

  it("finds a role that is written a little differently, and hints at the nearest of an unknown one", async () => {
    const { all } = await play({
      moves: {
        boss: [{ call: [delegate("Code Reviewer")] }, { call: [delegate("plannr")] }, { text: "ok" }],
        "code-reviewer": [{ text: "No findings." }],
      },
    });
    expect(all("tool-end").map((event) => event.output)).toEqual([
      "No findings.",
      expect.stringContaining('Did you mean "planner"?'),
    ]);
  });

  it("asks nobody about a role that cannot run anyway, and says why as every other door does", async () => {
    const roles = { broken: { tool_permission: { bash: "alow", delegate: "ask" } } };
    const { all } = await play({ roles, moves: { boss: [{ call: [delegate("broken")] }, { text: "ok" }] } });
    expect(all("ask-open")).toEqual([]);
    expect(all("tool-end")[0]?.output).toContain('Cannot delegate to role "broken"');
  });

  it("refuses a role that does not take delegations, and asks where it wants to be asked", async () => {
    const roles = { closed: { tool_permission: { delegate: "deny" } }, shy: { tool_permission: { delegate: "ask" } } };
    const { all } = await play({
      roles,
      moves: { boss: [{ call: [delegate("closed"), delegate("shy")] }, { text: "ok" }], shy: [{ text: "Hello." }] },
    });
    expect(
      all("permission")
        .map((event) => [event.decision, event.granted])
        .sort(),
    ).toEqual([
      ["ask", true],
      ["deny", false],
    ]);
  });

  it("a child that fails again and again is no limit: its caller may try something else", async () => {
    const { end } = await play({
      retries: 0,
      moves: {
        boss: [1, 2, 3].map((n) => ({ call: [delegate("planner", `Try ${n}`)] })),
        planner: [{ throw: { status: 400, message: "bad" } }],
      },
      otherwise: [],
    });
    expect(end.error?.code).toBe("POLYGLAV_SCRIPT_EXHAUSTED");
  });

  it("asks nobody about a delegation that a limit forbids anyway", async () => {
    const { all, end } = await play({
      roles: { boss: { limits: { depth: 0 } }, shy: { tool_permission: { delegate: "ask" } } },
      moves: { boss: [{ call: [delegate("shy")], repeat: true }] },
    });
    expect(all("ask-open")).toEqual([]);
    expect(end).toMatchObject({ outcome: "limit", exitCode: 6, error: { code: "POLYGLAV_STUCK" } });
  });

  it("a name that does not exist, three times in a row, is an error and no limit", async () => {
    const { end } = await play({ moves: { boss: [{ call: [delegate("nobody")], repeat: true }] } });
    expect(end).toMatchObject({ outcome: "error", exitCode: 1, error: { code: "POLYGLAV_STUCK" } });
  });

  it("knows parents by their names and not by their dots", async () => {
    const { all } = await play({
      newRunId: () => "ci.42",
      moves: { boss: [{ call: [{ tool: "bash", input: { command: "x" } }] }, { text: "ok" }] },
    });
    expect(all("ask-open")[0]).not.toHaveProperty("parent");
  });

  it("numbers children after their parent and adds up the bill", async () => {
    const usage = { input: 10, output: 5 };
    const { all, end } = await play({
      moves: {
        boss: [
          { call: [delegate("leader")], usage },
          { text: "ok", usage },
        ],
        leader: [
          { call: [delegate("planner"), delegate("planner")], usage },
          { text: "l", usage },
        ],
        planner: [{ text: "p", usage }],
      },
    });
    expect(all("delegate-start").map((event) => event.child.replace(end.run, "r"))).toEqual(["r.1", "r.1.1", "r.1.2"]);
    expect(end.usage).toEqual({ ...NO_USAGE, inputTokens: 60, outputTokens: 30, calls: 6, unpriced: 6 });
    const leader = all("delegate-end").find((event) => event.role === "leader");
    expect(leader?.usage).toEqual({ ...NO_USAGE, inputTokens: 40, outputTokens: 20, calls: 4, unpriced: 4 });
  });

  it("counts a call without usage as unknown and not as free", async () => {
    const { end } = await play({ moves: { boss: [{ text: "ok" }] } });
    expect(end.usage).toEqual({ ...NO_USAGE, calls: 1, unknown: 1, unpriced: 1 });
  });

  it("stops at three delegations below each other", async () => {
    const { all, end } = await play({ moves: {}, otherwise: [{ call: [delegate("boss")] }, { text: "ok" }] });
    expect(all("delegate-start")).toHaveLength(3);
    expect(all("tool-end").map((event) => event.output)).toContainEqual(
      expect.stringContaining("limit is 3 delegations"),
    );
    expect(end.status).toBe("ok");
  });

  it("ends a tree in which everybody only delegates to itself", async () => {
    const { end, log } = await play({ moves: {}, otherwise: [{ call: [delegate("boss")], repeat: true }] });
    expect(end.exitCode).not.toBe(0);
    expect(log.filter((entry) => entry.kind === "model.requested").length).toBeLessThanOrEqual(300);
  });

  it("starts no more than fifty agents in one tree", async () => {
    const many = Array.from({ length: 60 }, () => delegate("planner"));
    const { all } = await play({ moves: { boss: [{ call: many }, { text: "ok" }], planner: [{ text: "p" }] } });
    expect(all("delegate-start")).toHaveLength(50);
  });
});
