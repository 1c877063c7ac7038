import { describe, expect, it } from "vitest";
import { type Told, type Visited, type World, delegate, logged, read, told, world } from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import { type RunRequest, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { ScriptedCall } from "../testing/index.ts";

interface Seen extends Told {
  readonly requests: readonly Visited[];
  readonly prompts: readonly string[];
}

/** Runs `boss`, and collects what each model was sent. */
async function play(of: World, request: Partial<RunRequest> = {}): Promise<Seen> {
  const requests: Visited[] = [];
  const prompts: string[] = [];
  const deps = world({
    ...of,
    visit: (one) => {
      requests.push(one);
      prompts.push(JSON.stringify(one.prompt));
      return undefined;
    },
  });
  return { ...(await told(run({ role: "boss", task: "Do it", ...request }, deps))), requests, prompts };
}

const goOn = (role: string, resume: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall =>
  delegate(role, { resume, ...more });
const outputs = ({ all }: Told): readonly string[] =>
  all("tool-end").flatMap((event) => (event.tool === "delegate" && event.run === "r1" ? [event.output] : []));

/** A leaf that reads something and says a word, and then goes on as it was told. */
const twice = (second: ScriptedCall): World => ({
  roles: { leaf: { system_prompt: "LEAFPROMPT" }, other: {} },
  tools: { read: echoTool("read", "read", "path", async () => "FILECONTENT") },
  moves: {
    boss: [{ call: [delegate("leaf", { task: "FIRSTTASK" })] }, { call: [second] }, { text: "All done." }],
    leaf: [{ text: "FIRSTWORD", call: [read()] }, { text: "LASTWORD" }],
    other: [{ text: "other" }],
  },
});

describe("a run of a child that is gone on with", () => {
  it.each(["r1.1", "1", "#1", ".1", " 1 "])("by %j has its whole conversation, and then its task", async (id) => {
    const { prompts, requests, all, end } = await play(twice(goOn("leaf", id, { task: "SECONDTASK" })));
    expect(all("delegate-start")[1]).toMatchObject({ child: "r1.2", resumes: "r1.1" });
    const first = requests.findIndex(({ run: of }) => of === "r1.2");
    const prompt = prompts[first] ?? "";
    const words = ["LEAFPROMPT", "FIRSTTASK", "FIRSTWORD", "FILECONTENT", "LASTWORD", "SECONDTASK"];
    const places = words.map((word) => prompt.indexOf(word));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(end.status).toBe("ok");
  });

  it("compact has what was said, and not what its calls gave", async () => {
    const { prompts, requests } = await play(twice(goOn("leaf", "1", { context: "compact", task: "SECONDTASK" })));
    const prompt = prompts[requests.findIndex(({ run: of }) => of === "r1.2")] ?? "";
    for (const word of ["FIRSTTASK", "FIRSTWORD", "LASTWORD", "SECONDTASK"]) expect(prompt).toContain(word);
    expect(prompt).not.toContain("FILECONTENT");
    expect(prompt).not.toContain("tool-call");
  });

  it("new has nothing of it", async () => {
    const { prompts, requests, all } = await play(twice(goOn("leaf", "1", { context: "new", task: "SECONDTASK" })));
    const prompt = prompts[requests.findIndex(({ run: of }) => of === "r1.2")] ?? "";
    expect(prompt).toContain("SECONDTASK");
    for (const word of ["FIRSTTASK", "FIRSTWORD", "LASTWORD", "FILECONTENT"]) expect(prompt).not.toContain(word);
    expect(all("delegate-start")[1]).not.toHaveProperty("resumes");
  });

  it("can be gone on with again and again", async () => {
    const { prompts, requests, end } = await play({
      roles: { leaf: {} },
      moves: {
        boss: [
          { call: [delegate("leaf", { task: "TASK1" })] },
          { call: [goOn("leaf", "1", { task: "TASK2" })] },
          { call: [goOn("leaf", "2", { task: "TASK3" })] },
          { text: "All done." },
        ],
        leaf: [{ text: "word" }],
      },
    });
    const prompt = prompts[requests.findIndex(({ run: of }) => of === "r1.3")] ?? "";
    for (const task of ["TASK1", "TASK2", "TASK3"]) expect(prompt.split(task)).toHaveLength(2);
    expect(end.status).toBe("ok");
  });

  it.each(["other", "boss", { prompt: "Tell me all", tool_permission: { read: "allow" } }])(
    "is not handed to another role (%j)",
    async (role) => {
      const second: ScriptedCall = { tool: "delegate", input: { role, task: "x", resume: "r1.1" } };
      const seen = await play({ ...twice(second), config: { temporary_roles: "allow" } });
      expect(outputs(seen)[1]).toContain('Cannot resume "r1.1": it ran as leaf');
      expect(seen.all("delegate-start")).toHaveLength(1);
      expect(seen.end.status).toBe("ok");
    },
  );

  it("of a made-up role is not handed to a role that happens to be called like it", async () => {
    const seen = await play({
      config: { temporary_roles: "allow" },
      roles: { temporary: { system_prompt: "I am a real one" } },
      moves: {
        boss: [
          { call: [{ tool: "delegate", input: { role: { prompt: "SECRETPROMPT" }, task: "x" } }] },
          { call: [goOn("temporary", "1")] },
          { text: "All done." },
        ],
        temporary: [{ text: "word" }],
      },
    });
    expect(outputs(seen)[1]).toContain("Cannot resume");
    expect(seen.all("delegate-start")).toHaveLength(1);
  });

  it.each(["r2", "r2.1", "r1.7", "7", "r1.1.1", "__proto__", "constructor", "../r1", "r1.", "1; 2"])(
    "%j, which is not there, is refused with those that are",
    async (id) => {
      const seen = await play(twice(goOn("leaf", id)));
      expect(outputs(seen)[1]).toContain("there is no such run below this one");
      expect(outputs(seen)[1]).toContain("r1.1");
      expect(seen.all("delegate-start")).toHaveLength(1);
    },
  );

  it("is not one of a sibling", async () => {
    const seen = await play({
      roles: { leaf: {}, spy: {} },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [delegate("spy")] }, { text: "All done." }],
        leaf: [{ text: "SECRET" }],
        spy: [{ call: [goOn("leaf", "r1.1")] }, { text: "I could not." }],
      },
    });
    expect(seen.all("delegate-start")).toHaveLength(2);
    expect(seen.all("tool-end")[1]?.output).toContain("there is no such run below this one");
    const ofSpy = seen.prompts.filter((_, index) => seen.requests[index]?.role === "spy");
    expect(ofSpy.join("")).not.toContain("SECRET");
  });

  it("is not one of another run of the same store", async () => {
    const store = memoryStore();
    await told(run({ role: "boss", task: "x" }, world({ ...twice(goOn("leaf", "1")), store, newRunId: () => "r0" })));
    const seen = await play({ ...twice(goOn("leaf", "r0.1")), store });
    expect(outputs(seen)[1]).toContain("there is no such run below this one");
  });

  it("is not one that still runs in the background", async () => {
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => {
      free = resolve;
    });
    const seen = await play({
      roles: { leaf: {} },
      tools: {
        read: echoTool("read", "read", "path", async () => {
          await isFree;
          return "x";
        }),
        bash: echoTool("bash", "bash", "command", async () => {
          free();
          return "x";
        }),
      },
      moves: {
        boss: [
          { call: [delegate("leaf", { background: true })] },
          { call: [goOn("leaf", "1"), { tool: "bash", input: { command: "x" } }] },
          { text: "All done.", repeat: true },
        ],
        leaf: [{ call: [read()] }, { text: "l" }],
      },
    });
    expect(outputs(seen)[1]).toContain("it has not ended");
    expect(seen.all("delegate-start")).toHaveLength(1);
  });

  it("is gone on with under the permissions that its role and its caller have now, and no others", async () => {
    const { requests } = await play(twice(goOn("leaf", "1")));
    const tools = requests.filter(({ role }) => role === "leaf").map((one) => one.tools);
    expect(tools[0]).toEqual(tools.at(-1));
  });

  it("can read on in the long results that its conversation names", async () => {
    const long = "a".repeat(70_000) + "THE END";
    const seen = await play({
      roles: { leaf: {} },
      tools: { read: echoTool("read", "read", "path", async () => long) },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [goOn("leaf", "1")] }, { text: "All done." }],
        leaf: [
          { call: [read()] },
          { call: [{ tool: "artifact", input: { name: "artifact-1", offset: 69_990 } }] },
          { text: "word" },
        ],
      },
    });
    // Of the second run, whose script starts anew: its conversation names the result of the first.
    const [first] = seen.requests.filter(({ run: of }) => of === "r1.2");
    expect(first?.tools).toContain("artifact");
  });

  it("keeps what was said when it came to a limit, and goes on", async () => {
    const seen = await play({
      roles: { leaf: { limits: { steps: 2 } } },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [goOn("leaf", "1", { task: "Go on" })] }, { text: "All done." }],
        leaf: [
          { text: "HALF", call: [read()] },
          { text: "LEFT", call: [read()] },
        ],
      },
    });
    expect(outputs(seen)[0]).toContain('resume: "r1.1"');
    const prompt = seen.prompts[seen.requests.findIndex(({ run: of }) => of === "r1.2")] ?? "";
    expect(prompt).toContain("HALF");
    // Every call in it has an answer: a provider refuses it otherwise.
    for (const { prompt: sent } of seen.requests.filter(({ run: of }) => of === "r1.2")) {
      const ids = (author: string, type: string): readonly (string | undefined)[] =>
        sent.flatMap(({ role, content }) =>
          role !== author || typeof content === "string"
            ? []
            : content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
        );
      const calls = ids("assistant", "tool-call");
      expect(ids("tool", "tool-result")).toEqual(calls);
      expect(new Set(calls).size).toBe(calls.length);
    }
  });

  it("is in the log with the conversation that it goes on with, once", async () => {
    const store = memoryStore();
    await play({ ...twice(goOn("leaf", "1")), store });
    const started = await logged(store, "child.started");
    expect(started[1]?.resumes).toMatchObject({ run: "r1.1" });
    expect(started[1]?.resumes?.messages).toHaveLength(4);
  });

  it.each([7, null, {}, [], "", true])("cannot be named by %j", async (resume) => {
    const seen = await play(twice({ tool: "delegate", input: { role: "leaf", task: "x", resume } }));
    expect(seen.all("tool-end").filter(({ tool }) => tool === "delegate")[1]).toMatchObject({ status: "error" });
    expect(seen.all("delegate-start")).toHaveLength(1);
    expect(seen.end.status).toBe("ok");
  });
});
