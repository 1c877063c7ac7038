import { describe, expect, it } from "vitest";
import {
  type Told,
  type Visited,
  type World,
  bash,
  delegate,
  killedAfter,
  logged,
  read,
  told,
  world,
} from "../../tests/field/world.ts";
import type { EngineDeps } from "../run/engine-deps.ts";
import { openAsks } from "../run/read-run.ts";
import { type RunRequest, resume, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { Ask } from "@polyglav/permissions/gate";
import type { ScriptedCall } from "../testing/index.ts";

const made = (more: Readonly<Record<string, unknown>> = {}): ScriptedCall => ({
  tool: "delegate",
  input: { role: { prompt: "MADEUP", ...more }, task: "Do this" },
});

interface Seen extends Told {
  readonly requests: readonly Visited[];
  readonly asks: readonly Ask[];
}

async function play(of: World, request: Partial<RunRequest> = {}): Promise<Seen> {
  const requests: Visited[] = [];
  const asks: Ask[] = [];
  const deps = world({
    operator: {
      answer: async (ask) => {
        asks.push(ask);
        return { say: "once" };
      },
    },
    config: { temporary_roles: "allow" },
    visit: (one) => {
      requests.push(one);
      return undefined;
    },
    ...of,
  });
  const seen = await told(run({ role: "boss", task: "Do it", denials: "ok", ...request }, deps));
  return { ...seen, requests, asks };
}

const once = (call: ScriptedCall, ...temporary: readonly ScriptedCall[]): World["moves"] => ({
  boss: [{ call: [call] }, { text: "All done." }],
  temporary: [...temporary.map((one) => ({ call: [one] })), { text: "Made." }],
});

describe("a role that is made up for a task", () => {
  it("is denied where the operator has said nothing, and nobody is asked", async () => {
    const seen = await play({ config: {}, moves: once(made()) });
    expect(seen.all("tool-end")).toMatchObject([{ status: "denied" }]);
    expect(seen.asks).toEqual([]);
    expect(seen.all("delegate-start")).toEqual([]);
  });

  it("is asked for under ask, each time", async () => {
    const seen = await play({
      config: { temporary_roles: "ask" },
      moves: { boss: [{ call: [made()] }, { call: [made()] }, { text: "All done." }], temporary: [{ text: "Made." }] },
    });
    expect(seen.asks).toHaveLength(2);
    expect(seen.asks[0]?.allowed).toEqual(["once", "deny"]);
    expect(seen.all("delegate-start")).toHaveLength(2);
  });

  it("runs under allow, with its prompt, and with nothing that is not named", async () => {
    const seen = await play({ moves: once(made({ tool_permission: { read: "allow" } }), read(), bash()) });
    const ofIt = seen.requests.filter(({ role }) => role === "temporary");
    expect(JSON.stringify(ofIt[0]?.prompt)).toContain("MADEUP");
    expect(ofIt[0]?.tools).toEqual(["read"]);
    const { carve } = seen.all("delegate-start")[0] ?? {};
    expect(Object.entries(carve ?? {}).filter(([, word]) => word !== "deny")).toEqual([["read", "allow"]]);
    expect(seen.all("tool-end").map(({ tool, status }) => [tool, status])).toEqual([
      ["read", "ok"],
      ["bash", "denied"],
      ["delegate", "ok"],
    ]);
  });

  it.each([[{}], [undefined], [null]])("with the permissions %j may do nothing", async (tool_permission) => {
    const seen = await play({ moves: once(made({ tool_permission }), read()) });
    expect(seen.all("tool-end").some(({ tool, status }) => tool === "read" && status === "ok")).toBe(false);
  });

  it.each([
    7,
    "allow",
    ["read"],
    { read: "yes" },
    { read: 1 },
    { read: ["allow"] },
    { read: { "*": "allow" } },
    { "": "allow" },
    { wizardry: "allow" },
    { READ: "allow" },
    JSON.parse('{"__proto__": "allow"}'),
    JSON.parse('{"__proto__": {"read": "allow"}}'),
    { constructor: "allow" },
    { bash_allow: ["ls"] },
  ])("with the permissions %j may not read by them", async (tool_permission) => {
    const seen = await play({ moves: once(made({ tool_permission }), read()) });
    expect(seen.all("tool-end").some(({ tool, status }) => tool === "read" && status === "ok")).toBe(false);
    expect(seen.end.status).toBe("ok");
  });

  it("may by * what its caller may itself, and no more", async () => {
    const seen = await play({
      roles: {
        boss: {
          system_prompt: "B",
          tool_permission: { edit: "deny", bash: "ask" },
          grant_permission: { "*": "allow" },
        },
      },
      config: { temporary_roles: "allow", tool_permission: { bash: "allow" } },
      moves: once(made({ tool_permission: { "*": "allow" } })),
    });
    const [start] = seen.all("delegate-start");
    expect(start?.carve).toMatchObject({ edit: "deny", bash: "ask", read: "allow" });
  });

  it("never has more than its caller's use, whatever a leader lends", async () => {
    const wish: ScriptedCall = {
      tool: "ask",
      input: { question: "May I?", kind: "permission", tool: "bash", input: { command: "ls" } },
    };
    const seen = await play({
      operator: { answer: async () => ({ say: "deny" }) },
      config: { temporary_roles: "allow", tool_permission: { bash: "allow" } },
      roles: { boss: { system_prompt: "B", tool_permission: { bash: "deny" }, grant_permission: { bash: "allow" } } },
      moves: {
        boss: [{ call: [made({ tool_permission: { bash: "allow", ask: "allow" } })] }, { text: "yes", repeat: true }],
        temporary: [{ call: [wish] }, { call: [bash("ls")] }, { text: "Made." }],
      },
    });
    expect(seen.all("tool-end").filter(({ tool, status }) => tool === "bash" && status === "ok")).toEqual([]);
  });

  it("hands nothing down", async () => {
    const seen = await play({
      roles: { leaf: { tool_permission: { "*": "allow" } } },
      moves: {
        ...once(made({ tool_permission: { "*": "allow" } }), delegate("leaf")),
        leaf: [{ call: [read()] }, { text: "l" }],
      },
    });
    for (const { carve, role } of seen.all("delegate-start").filter(({ role: of }) => of === "leaf")) {
      expect([role, ...new Set(Object.values(carve))]).toEqual(["leaf", "deny"]);
    }
    expect(seen.all("tool-end").filter(({ tool, status }) => tool === "read" && status === "ok")).toEqual([]);
  });

  it("is offered no answer that outlives its run", async () => {
    const seen = await play({ moves: once(made({ tool_permission: { bash: "ask" } }), bash()) });
    expect(seen.asks[0]?.role).toBe("temporary");
    expect(seen.asks[0]?.allowed).not.toContain("session");
    expect(seen.asks[0]?.allowed).not.toContain("project");
  });

  it("gets no yes that was given to another one, also of the same name", async () => {
    let answers = 0;
    const operator: EngineDeps["operator"] = {
      answer: async () => {
        answers += 1;
        return { say: "run" };
      },
    };
    const call = made({ tool_permission: { bash: "ask" } });
    const seen = await play({
      operator,
      moves: {
        boss: [{ call: [call] }, { call: [call] }, { text: "All done." }],
        temporary: [{ call: [bash()] }, { call: [bash()] }, { text: "Made." }],
      },
    });
    expect(answers).toBe(2);
    expect(seen.all("tool-end").filter(({ tool, status }) => tool === "bash" && status === "ok")).toHaveLength(4);
  });

  it.each([
    { prompt: "" },
    {},
    { prompt: 7 },
    { prompt: null },
    { name: "leaf" },
    [],
    null,
    7,
    true,
    { prompt: "x", tool_permission: "all" },
  ])("written as %j is none, and its caller goes on", async (role) => {
    const seen = await play({ moves: once({ tool: "delegate", input: { role, task: "x" } }) });
    expect(seen.all("tool-end")).toMatchObject([{ tool: "delegate", status: "error" }]);
    expect(seen.all("delegate-start")).toEqual([]);
    expect(seen.end.status).toBe("ok");
  });

  it.each(["model", "limits", "skills", "ask_policy", "grant_permission", "name"])(
    "does not take %s from the one who makes it up",
    async (field) => {
      const value = {
        model: "fake/dear",
        limits: { steps: 9_999 },
        skills: ["s"],
        ask_policy: { permission: "auto" },
        grant_permission: { "*": "allow" },
        name: "leader",
      };
      const seen = await play({ moves: once(made({ [field]: Reflect.get(value, field) })) });
      const [start] = seen.all("delegate-start");
      if (start !== undefined) expect(start).toMatchObject({ role: "temporary", model: "fake/script" });
    },
  );

  it("draws from its caller's limits, and not from more", async () => {
    const store = memoryStore();
    await play(
      {
        store,
        roles: { boss: { system_prompt: "B", limits: { steps: 7, depth: 2, agents: 3 } } },
        moves: once(made()),
      },
      { limits: { calls: 9 } },
    );
    const [started] = await logged(store, "child.started");
    expect(started?.limits.steps).toBeLessThanOrEqual(7);
  });

  it("goes on after a restart as what it was", async () => {
    const store = memoryStore();
    const of: World = {
      config: { temporary_roles: "allow" },
      store,
      moves: once(made({ tool_permission: { read: "allow" } }), read(), bash()),
    };
    await told(run({ role: "boss", task: "x", denials: "ok" }, world(of)));
    const left = await killedAfter(store, ({ kind, run: who }) => kind === "model.done" && who === "r1.1");
    const { all, end } = await told(resume({ run: "r1" }, world({ ...of, store: left })));
    expect(all("tool-end").map(({ tool, status }) => [tool, status])).toEqual([
      ["read", "ok"],
      ["bash", "denied"],
      ["delegate", "ok"],
    ]);
    expect(end.status).toBe("ok");
  });

  it("waits for leave that is given later by its id, and is the only one who can use it", async () => {
    const store = memoryStore();
    const deps = world({
      store,
      operator: undefined,
      config: { temporary_roles: "allow" },
      moves: once(made({ tool_permission: { bash: "ask" } }), bash()),
    });
    const { end } = await told(run({ role: "boss", task: "x", onAsk: "park" }, deps));
    expect(end.status).toBe("waiting");
    expect(await openAsks(store)).toMatchObject([{ by: "r1.1", role: "temporary" }]);
  });
});
