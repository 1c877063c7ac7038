import { describe, expect, it } from "vitest";
import { z } from "zod";
import { echoTool, play, start } from "../../tests/stage.ts";
import { transcript } from "../testing/index.ts";
import { memoryStore } from "../store/memory-store.ts";
import { RunStoreError } from "../store/run-store-error.ts";

const call = (tool: string, input: Record<string, unknown>) => ({ call: [{ tool, input }] });

describe("run()", () => {
  it("tells a run from its start to its end", async () => {
    const events = start({
      moves: { boss: [{ ...call("read", { path: "a.ts" }), text: "Reading." }, { text: "It is fine." }] },
    });
    expect(await transcript(events)).toMatchInlineSnapshot(`
      "run-start {"run":"r1","role":"boss","model":"fake/script","task":"Do it","carve":{"ask":"allow","bash":"ask","catalog":"allow","delegate":"allow","edit":"allow","handoff":"allow","list":"allow","mcp":"ask","read":"allow","team":"allow","vcs":"ask","web":"allow"},"limits":{"steps":50,"depth":3,"agents":50}}
      text {"run":"r1","text":"Reading."}
      usage {"run":"r1","self":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":1,"unknown":1,"unpriced":1},"subtree":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":1,"unknown":1,"unpriced":1},"left":{"steps":49}}
      tool-start {"run":"r1","call":"call-1-1","tool":"read","input":{"path":"a.ts"},"summary":"read \\"a.ts\\""}
      permission {"run":"r1","call":"call-1-1","tool":"read","summary":"read \\"a.ts\\"","decision":"allow","granted":true,"because":[{"kind":"config","who":"root","category":"read","decision":"allow","text":"config.tool_permission.read","source":{"path":"config.tool_permission.read","layer":"default"}}]}
      tool-end {"run":"r1","call":"call-1-1","tool":"read","status":"ok","output":"read: a.ts"}
      text {"run":"r1","text":"It "}
      text {"run":"r1","text":"is "}
      text {"run":"r1","text":"fine."}
      usage {"run":"r1","self":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":2,"unknown":2,"unpriced":2},"subtree":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":2,"unknown":2,"unpriced":2},"left":{"steps":48}}
      run-end {"run":"r1","status":"ok","exitCode":0,"outcome":"done","content":"It is fine.","denials":[],"usage":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":2,"unknown":2,"unpriced":2},"bill":[{"role":"boss","model":"fake/script","usage":{"inputTokens":0,"outputTokens":0,"cachedTokens":0,"cost":0,"calls":2,"unknown":2,"unpriced":2}}]}"
    `);
  });

  it("numbers its events without a gap and ends with the only run-end", async () => {
    const { events } = await play({ moves: { boss: [call("read", { path: "a" }), { text: "ok" }] } });
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.filter((event) => event.type === "run-end")).toHaveLength(1);
  });

  it("writes a log of its own words, numbered without a gap, in which the effect follows its intention", async () => {
    const { log } = await play({ moves: { boss: [call("read", { path: "a" }), { text: "ok" }] } });
    expect(log.map((entry) => entry.n)).toEqual(log.map((_, index) => index + 1));
    expect(log.map((entry) => entry.kind)).toEqual([
      "text.stored",
      "text.stored",
      "run.started",
      "model.requested",
      "model.done",
      "tool.called",
      "permission.decided",
      "tool.intended",
      "tool.done",
      "model.requested",
      "model.done",
      "run.ended",
    ]);
  });

  it("puts standing skills, then those of the invocation, into the prompt, and warns about missing ones", async () => {
    const { all, log } = await play({
      roles: { boss: { system_prompt: "Prompt.", skills: ["a"] } },
      skills: { a: "Body A", b: "Body B" },
      request: { skills: ["b", "nope", "a"] },
      moves: { boss: [{ text: "ok" }] },
    });
    expect(log[0]).toMatchObject({ text: "Prompt.\n\n## Skills\n\n### a\n\nBody A\n\n### b\n\nBody B" });
    expect(all("warning")).toMatchObject([{ code: "skill-missing", message: expect.stringContaining("nope") }]);
  });

  it("passes the settings of the role to the model, and tells once what the provider does not know", async () => {
    const seen: unknown[] = [];
    const { all } = await play({
      roles: { boss: { temperature: 0.5, top_p: 0.9, reasoning: "low" } },
      moves: { boss: [call("read", { path: "a" }), { text: "ok" }] },
      onRequest: (_, settings) => seen.push(settings),
      warn: { type: "unsupported", feature: "reasoning", details: "this model does not think" },
    });
    expect(seen).toMatchObject([{ temperature: 0.5, topP: 0.9, reasoning: "low" }, { temperature: 0.5 }]);
    expect(all("warning")).toMatchObject([
      { code: "model-setting", message: expect.stringContaining("does not think") },
    ]);
  });

  it("reports the last words before a silent last step", async () => {
    const { end } = await play({
      moves: { boss: [{ ...call("read", { path: "a" }), text: "Here it is." }, { text: "" }] },
    });
    expect(end).toMatchObject({ status: "ok", content: "Here it is." });
  });

  it("does not take a run without a word for success", async () => {
    const { end } = await play({ moves: { boss: [{ text: " ", repeat: true }] }, retries: 1, random: () => 0 });
    expect(end).toMatchObject({ status: "error", exitCode: 1, outcome: "empty" });
  });

  it("tells after each model call what is left of its limits", async () => {
    const usage = { input: 10, output: 5 };
    const { all } = await play({
      request: { limits: { steps: 4, tokens: 10_000 } },
      moves: {
        boss: [
          { ...call("read", { path: "a" }), usage },
          { text: "ok", usage },
        ],
      },
    });
    expect(all("usage").map(({ left }) => left)).toEqual([
      { steps: 3, tokens: 9_985 },
      { steps: 2, tokens: 9_970 },
    ]);
  });

  it("takes another name when somebody has its name already", async () => {
    const kept = memoryStore();
    let refused = 0;
    const store = {
      ...kept,
      create(id: string) {
        refused += 1;
        if (refused > 3) return kept.create(id);
        throw new RunStoreError("POLYGLAV_RUN_EXISTS", "it is there", { hint: "Choose another id" });
      },
    };
    const { end } = await play({ store, moves: { boss: [{ text: "ok" }] } });
    expect(end.status).toBe("ok");
    expect(refused).toBe(4);
  });

  it("ends with an error that names role and step when the script runs out", async () => {
    const { end } = await play({ moves: { boss: [call("read", { path: "a" })] } });
    expect(end).toMatchObject({
      exitCode: 1,
      error: { code: "POLYGLAV_SCRIPT_EXHAUSTED", message: expect.stringMatching(/request 2 of role "boss"/) },
    });
  });
});

describe("what is refused before the first model call", () => {
  const refused = async (request: object, more: object = {}) => {
    const { events, end } = await play({ moves: {}, request, ...more });
    expect(events).toHaveLength(1);
    return { exitCode: end.exitCode, code: end.error?.code, hint: end.error?.hint };
  };

  it("an unknown role, with the nearest name", async () => {
    expect(await refused({ role: "reviwer-code" })).toMatchObject({ exitCode: 2, code: "POLYGLAV_UNKNOWN_ROLE" });
    expect(await refused({ role: "code-reviwer" })).toEqual({
      exitCode: 2,
      code: "POLYGLAV_UNKNOWN_ROLE",
      hint: 'Did you mean "code-reviewer"?',
    });
    expect(await refused({ role: "__proto__" })).toMatchObject({ exitCode: 2 });
  });

  it("a task of nothing", async () => {
    expect(await refused({ task: " \n" })).toMatchObject({ exitCode: 2, code: "POLYGLAV_NO_TASK" });
  });

  it("a role with a fault in it, with its place", async () => {
    expect(
      await refused({ role: "broken" }, { roles: { broken: { tool_permission: { bash: "alow" } } } }),
    ).toMatchObject({ exitCode: 3, code: "POLYGLAV_ROLE_FAULTY" });
  });

  it("a model that cannot be had", async () => {
    const models = {
      resolve: () =>
        ({
          ok: false,
          error: { code: "POLYGLAV_NO_MODEL", message: "Cannot run: no model", hint: "Name one" },
        }) as const,
    };
    expect(await refused({}, { models })).toEqual({ exitCode: 4, code: "POLYGLAV_NO_MODEL", hint: "Name one" });
  });

  it("a set-up whose models throw instead of answering", async () => {
    const models = {
      resolve() {
        throw new Error("boom");
      },
    };
    expect(await refused({}, { models })).toMatchObject({ exitCode: 1, code: "POLYGLAV_FAULT" });
  });

  it("any role, also one of no layer that can be read, when nobody knows what a broken file permits", async () => {
    const config = { tool_permission: { bash: "alow" } };
    expect(await refused({ role: "nobody" }, { config })).toMatchObject({ exitCode: 3, code: "POLYGLAV_ROLE_FAULTY" });
  });

  it("a log that cannot be opened", async () => {
    const store = {
      open() {
        throw new Error("read-only file system");
      },
    };
    expect(await refused({}, { store })).toMatchObject({ exitCode: 4, code: "POLYGLAV_RUN_FOLDER" });
  });
});

describe("tool calls", () => {
  it("answer an unknown tool and arguments that do not fit, and the run goes on", async () => {
    const { all, end } = await play({
      moves: { boss: [call("fly", {}), call("read", { path: 7 }), call("constructor", {}), { text: "ok" }] },
    });
    expect(all("tool-end").map((event) => [event.status, event.output.split("\n")[0]])).toEqual([
      ["error", 'error: there is no tool "fly". Tools: read, bash, delegate, ask'],
      ["error", expect.stringContaining("the arguments of read do not fit")],
      ["error", expect.stringContaining('there is no tool "constructor"')],
    ]);
    expect(end.status).toBe("ok");
  });

  it("give the error of a tool to the model, and the run goes on", async () => {
    const read = echoTool("read", "read", "path", async () => {
      throw new Error("no such file");
    });
    const { all, end } = await play({
      tools: { read },
      moves: { boss: [call("read", { path: "a" }), { text: "ok" }] },
    });
    expect(all("tool-end")).toMatchObject([{ status: "error", output: "error: no such file" }]);
    expect(end.status).toBe("ok");
  });

  it("run one after the other in the order of the model", async () => {
    const order: string[] = [];
    const slow = echoTool("read", "read", "path", async (input) => {
      order.push(`start ${JSON.stringify(input)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push("end");
      return "";
    });
    await play({
      tools: { read: slow },
      moves: {
        boss: [
          {
            call: [
              { tool: "read", input: { path: "1" } },
              { tool: "read", input: { path: "2" } },
            ],
          },
          { text: "ok" },
        ],
      },
    });
    expect(order).toEqual(['start {"path":"1"}', "end", 'start {"path":"2"}', "end"]);
  });

  it("end a run that is refused the same thing three times in a row", async () => {
    const again = { ...call("bash", { command: "rm" }), repeat: true };
    const { end, all } = await play({
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: { boss: [again] },
    });
    expect(end).toMatchObject({ status: "denied", exitCode: 5, outcome: "denied" });
    expect(all("tool-start")).toHaveLength(3);
  });

  it("end a run at its limit of steps", async () => {
    const again = { ...call("read", { path: "a" }), repeat: true };
    const { end, log } = await play({ roles: { boss: { limits: { steps: 4 } } }, moves: { boss: [again] } });
    expect(end).toMatchObject({ status: "limit", exitCode: 6, error: { code: "POLYGLAV_STEPS" } });
    expect(log.filter((entry) => entry.kind === "model.requested")).toHaveLength(4);
  });
});

describe("permissions", () => {
  const bash = call("bash", { command: "npm test" });

  it("a denied call is not made, tells the model why, and the run is not a success", async () => {
    let ran = false;
    const tool = echoTool("bash", "bash", "command", async () => {
      ran = true;
      return "";
    });
    const { end, all } = await play({
      tools: { bash: tool },
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: { boss: [bash, { text: "ok" }] },
    });
    expect(ran).toBe(false);
    expect(all("tool-end")[0]?.output).toMatch(/^denied: bash "npm test": boss\.tool_permission\.bash/);
    expect(all("permission")).toMatchObject([{ decision: "deny", granted: false }]);
    expect(end).toMatchObject({
      status: "denied",
      exitCode: 5,
      content: "ok",
      denials: [{ role: "boss", tool: "bash", summary: 'bash "npm test"' }],
    });
  });

  it("is a success when the caller says that denials are fine", async () => {
    const { end } = await play({
      request: { denials: "ok" },
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: { boss: [bash, { text: "ok" }] },
    });
    expect(end).toMatchObject({ status: "ok", exitCode: 0 });
  });

  it("an ask with nobody there is refused at once", async () => {
    const { end, all } = await play({ operator: undefined, moves: { boss: [bash, { text: "ok" }] } });
    expect(all("permission")).toMatchObject([{ decision: "ask", granted: false }]);
    expect(all("tool-end")[0]?.output).toContain("nobody is there to answer");
    expect(end.exitCode).toBe(5);
  });

  it("an ask that is answered is seen open and closed, and the call is made", async () => {
    const { events, end } = await play({ moves: { boss: [bash, { text: "ok" }] } });
    const types = events.map((event) => event.type);
    expect(types.slice(types.indexOf("tool-start"), types.indexOf("tool-end") + 1)).toEqual([
      "tool-start",
      "ask-open",
      "ask-close",
      "permission",
      "tool-end",
    ]);
    expect(end.status).toBe("ok");
  });

  it("a no of the operator reaches the model with its reason", async () => {
    const operator = { answer: async () => ({ say: "deny", because: "not on a Friday" }) as const };
    const { all } = await play({ operator, moves: { boss: [bash, { text: "ok" }] } });
    expect(all("tool-end")[0]?.output).toContain("the operator said no: not on a Friday");
  });

  it("does not show a denied tool to the model, until a grant lends it for one call", async () => {
    const yes = { answer: async () => ({ say: "once" }) as const };
    const shown: (readonly string[])[] = [];
    const { all, end } = await play({
      operator: yes,
      request: { denials: "ok" },
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: {
        boss: [
          call("ask", { question: "May I?", tool: "bash", input: { command: "npm test" } }),
          bash,
          bash,
          { text: "ok" },
        ],
      },
      onRequest: (tools) => shown.push(tools),
    });
    expect(all("tool-end").map((event) => [event.tool, event.status])).toEqual([
      ["ask", "ok"],
      ["bash", "ok"],
      ["bash", "denied"],
    ]);
    expect(shown.map((names) => names.includes("bash"))).toEqual([false, true, false, false]);
    expect(end.status).toBe("ok");
  });

  it("a standing yes confirms and never elevates", async () => {
    const { all } = await play({
      request: { denials: "ok" },
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: { boss: [call("ask", { question: "May I?", permission: "bash" }), bash, { text: "ok" }] },
    });
    expect(all("tool-end").map((event) => event.status)).toEqual(["denied", "denied"]);
  });
});

describe("asks for permission", () => {
  it("that get a no are denials, and the third in a row ends the run", async () => {
    const ask = { ...call("ask", { question: "May I?", permission: "bash" }), repeat: true };
    const operator = { answer: async () => ({ say: "deny" }) as const };
    const { all, end } = await play({
      operator,
      roles: { boss: { tool_permission: { bash: "deny" } } },
      moves: { boss: [ask] },
    });
    expect(all("ask-open")).toHaveLength(3);
    expect(end).toMatchObject({ exitCode: 5, outcome: "denied" });
    expect(end.denials).toHaveLength(3);
  });

  it("read the input of the call that they ask for, as that call would be read", async () => {
    const ask = call("ask", { question: "May I?", tool: "bash", input: { command: 7 } });
    const { all } = await play({ moves: { boss: [ask, { text: "ok" }] } });
    expect(all("ask-open")).toEqual([]);
    expect(all("tool-end")[0]?.output).toContain("the arguments of bash do not fit");
  });
});

describe("tools that are passed in", () => {
  it("cannot claim to be the engine's own, which would lead them past the gate", async () => {
    const tool = { ...echoTool("bash", "bash", "command"), kind: "question", unconfirmed: true };
    const { all } = await play({
      operator: undefined,
      tools: { bash: tool },
      moves: { boss: [call("bash", { command: "x" }), { text: "ok" }] },
    });
    expect(all("permission")).toMatchObject([{ granted: false }]);
  });

  it("may not be called as the engine's own", async () => {
    const { end } = await play({ tools: { ask: echoTool("ask", "ask", "q") }, moves: {} });
    expect(end.error?.code).toBe("POLYGLAV_RESERVED_TOOL");
  });

  it.each(["schema", "request"])(
    "may throw in their %s: the call is answered, and those beside it, too",
    async (where) => {
      const boom = (): never => {
        throw new Error("boom");
      };
      const good = echoTool("read", "read", "path");
      const bad =
        where === "request"
          ? { ...good, request: boom }
          : { ...good, inputSchema: z.object({ path: z.string().refine(boom) }) };
      const { all, end } = await play({
        tools: { bad, read: good },
        moves: {
          boss: [
            {
              call: [
                { tool: "bad", input: { path: "a" } },
                { tool: "read", input: { path: "a" } },
              ],
            },
            { text: "ok" },
          ],
        },
      });
      expect(all("tool-end").map((event) => [event.status, event.output])).toEqual([
        ["error", expect.stringContaining("boom")],
        ["ok", "read: a"],
      ]);
      expect(end.status).toBe("ok");
    },
  );
});

describe("questions of direction", () => {
  const ask = call("ask", { question: "Which database?", options: ["sqlite", "pg"] });

  it("go to the operator and come back in words", async () => {
    const operator = { answer: async () => ({ say: "deny" }) as const, direct: async () => "sqlite" };
    const { all } = await play({ operator, moves: { boss: [ask, { text: "ok" }] } });
    expect(all("ask-open")).toMatchObject([
      { kind: "direction", question: "Which database?", options: ["sqlite", "pg"] },
    ]);
    expect(all("ask-close")).toMatchObject([{ answer: "answered" }]);
    expect(all("tool-end")).toMatchObject([{ status: "ok", output: "sqlite" }]);
  });

  it.each([
    ["never answers", () => new Promise<string>(() => undefined)],
    [
      "throws",
      () => {
        throw new Error("no terminal");
      },
    ],
    ["says nothing", async () => " "],
  ])("end when the operator %s", async (_, direct) => {
    const operator = { answer: async () => ({ say: "deny" }) as const, direct };
    const { all, end } = await play({
      operator,
      request: { limits: { ms: 100 } },
      moves: { boss: [ask, { text: "ok" }] },
    });
    expect(all("ask-open")).toHaveLength(1);
    expect(all("ask-close")).toHaveLength(1);
    expect(["ok", "limit"]).toContain(end.status);
  });

  it("are answered at once when nobody is there, and the run goes on", async () => {
    const { all, end } = await play({ moves: { boss: [ask, { text: "ok" }] } });
    expect(all("ask-open")).toEqual([]);
    expect(all("tool-end")[0]?.output).toContain("nobody is there");
    expect(end.status).toBe("ok");
  });
});
