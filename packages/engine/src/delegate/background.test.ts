import { describe, expect, it } from "vitest";
import {
  type Told,
  type Visited,
  type World,
  aborted,
  delegate,
  killedAfter,
  later,
  logged,
  read,
  told,
  world,
} from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import { answerAsk } from "../run/answer-ask.ts";
import { openAsks } from "../run/read-run.ts";
import type { EngineDeps } from "../run/engine-deps.ts";
import { type RunRequest, resume, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { ScriptedCall } from "../testing/index.ts";

const behind = (role: string, more: Readonly<Record<string, unknown>> = {}): ScriptedCall =>
  delegate(role, { background: true, ...more });
const ask = { call: [{ tool: "ask", input: { question: "Red or blue?" } }] };
const begin = (deps: EngineDeps, request: Partial<RunRequest> = {}): Promise<Told> =>
  told(run({ role: "boss", task: "Do it", ...request }, deps));

/** A run that must end: it is given up after two seconds. */
async function ends(running: Promise<Told>): Promise<Told> {
  const end = await Promise.race([running, later(2_000)]);
  if (end === undefined) throw new Error("the run does not end");
  return end;
}

/** How often each word was said to a model of a role by a user message, at its last request. */
const saidTo = (requests: readonly Visited[], role: string, word: string): number => {
  const prompt = JSON.stringify(
    requests
      .filter((one) => one.role === role)
      .at(-1)
      ?.prompt.filter((m) => m.role === "user"),
  );
  return prompt.split(word).length - 1;
};

function watched(of: World): { readonly deps: EngineDeps; readonly requests: Visited[] } {
  const requests: Visited[] = [];
  const deps = world({
    ...of,
    visit: (one) => {
      requests.push(one);
      return undefined;
    },
  });
  return { deps, requests };
}

describe("a child in the background", () => {
  it("lets its caller go on, who is told its answer once", async () => {
    const { deps, requests } = watched({
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { text: "Waiting." }, { text: "All done." }],
        leaf: [{ text: "LEAFWORD" }],
      },
    });
    const { all, end } = await ends(begin(deps));
    expect(all("delegate-start")).toMatchObject([{ background: true }]);
    expect(all("tool-end")[0]?.output).toContain("r1.1");
    expect(saidTo(requests, "boss", "LEAFWORD")).toBe(1);
    expect(end).toMatchObject({ status: "ok", content: "All done." });
  });

  it.each(["child.started", "child.done", "tool.done", "message.added", "model.done"])(
    "is told once also when its process dies after any %s",
    async (kind) => {
      const store = memoryStore();
      const of: World = {
        store,
        roles: { leaf: {} },
        moves: {
          boss: [{ call: [behind("leaf"), behind("leaf")] }, { text: "Waiting." }, { text: "All done.", repeat: true }],
          leaf: [{ call: [read()] }, { text: "LEAFWORD" }],
        },
      };
      await ends(begin(watched(of).deps));
      const entries = store.lines("r1").map((line) => JSON.parse(line) as { kind: string; n: number });
      for (const { n } of entries.filter((one) => one.kind === kind)) {
        const left = await killedAfter(store, (entry) => entry.n === n);
        const { deps, requests } = watched({ ...of, store: left });
        const { end } = await ends(told(resume({ run: "r1" }, deps)));
        expect(end.status).toBe("ok");
        const started = await logged(left, "child.started");
        expect(started.map(({ child }) => child)).toEqual(["r1.1", "r1.2"]);
        expect(await logged(left, "child.done")).toHaveLength(2);
        const news = (await logged(left, "message.added")).filter(({ about }) => about.kind === "child");
        expect(news).toHaveLength(2);
        const asked = requests.some(({ role }) => role === "boss");
        if (asked) expect(saidTo(requests, "boss", "LEAFWORD")).toBe(2);
      }
    },
  );

  it("fails in words that cannot be taken for success", async () => {
    const { deps, requests } = watched({
      retries: 0,
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { text: "Waiting." }, { text: "I see." }],
        leaf: [{ throw: { status: 400, message: "bad" } }],
      },
    });
    const { end } = await ends(begin(deps));
    expect(saidTo(requests, "boss", "did not finish (error)")).toBe(1);
    expect(end.status).toBe("ok");
  });

  it("is waited for by default, and ends the run with an error where it is not to be", async () => {
    const slow = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      await Promise.race([later(60), aborted(abortSignal)]);
      return "x";
    });
    const of: World = {
      tools: { read: slow },
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { text: "Through.", repeat: true }],
        leaf: [{ call: [read()] }, { text: "l" }],
      },
    };
    const waited = await ends(begin(world(of)));
    expect(waited.end.status).toBe("ok");
    const failed = await ends(begin(world(of), { unfinished: "fail" }));
    expect(failed.end).toMatchObject({ exitCode: 1, content: "Through.", error: { code: "POLYGLAV_UNFINISHED" } });
    expect(failed.all("delegate-end")).toMatchObject([{ outcome: "cancelled" }]);
  });

  it("that was through in time is no reason to fail", async () => {
    const deps = world({
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { call: [read()] }, { text: "Through.", repeat: true }],
        leaf: [{ text: "l" }],
      },
    });
    expect((await ends(begin(deps, { unfinished: "fail" }))).end.status).toBe("ok");
  });

  it("that asks parks the run when its caller is through, and both go on after the answer", async () => {
    const store = memoryStore();
    const of: World = {
      store,
      operator: undefined,
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { text: "Waiting." }, { text: "All done." }],
        leaf: [ask, { text: "LEAFWORD" }],
      },
    };
    const first = await ends(begin(world(of), { onAsk: "park" }));
    expect(first.end).toMatchObject({ status: "waiting", exitCode: 7 });
    const [open] = await openAsks(store);
    expect(open?.by).toBe("r1.1");
    await answerAsk({ run: "r1", ask: open?.ask ?? "", answer: { say: "text", text: "Blue" } }, { store });
    const { deps, requests } = watched(of);
    const second = await ends(told(resume({ run: "r1" }, deps)));
    expect(second.end).toMatchObject({ status: "ok", content: "All done." });
    expect(saidTo(requests, "boss", "LEAFWORD")).toBe(1);
  });

  it("may have children in the background of its own", async () => {
    const { deps, requests } = watched({
      roles: { mid: {}, leaf: {} },
      moves: {
        boss: [{ call: [behind("mid")] }, { text: "Waiting." }, { text: "All done." }],
        mid: [{ call: [behind("leaf"), behind("leaf")] }, { text: "Mid waits." }, { text: "MIDWORD", repeat: true }],
        leaf: [{ call: [read()] }, { text: "LEAFWORD" }],
      },
    });
    const { all, end } = await ends(begin(deps));
    expect(all("delegate-end")).toHaveLength(3);
    expect(saidTo(requests, "mid", "LEAFWORD")).toBe(2);
    expect(saidTo(requests, "boss", "LEAFWORD")).toBe(0);
    expect(saidTo(requests, "boss", "MIDWORD")).toBe(1);
    expect(end.content).toBe("All done.");
  });

  it("is one of forty, and each is told once", async () => {
    const { deps, requests } = watched({
      roles: { leaf: {} },
      moves: {
        boss: [{ call: Array.from({ length: 40 }, () => behind("leaf")) }, { text: "Waiting.", repeat: true }],
        leaf: [{ call: [read()] }, { text: "LEAFWORD" }],
      },
    });
    const { end } = await ends(begin(deps));
    expect(saidTo(requests, "boss", "LEAFWORD")).toBe(40);
    expect(end.usage.calls).toBe(requests.length);
  });

  it("is stopped with a caller that comes to a limit, and its end is in the log before that of its caller", async () => {
    const store = memoryStore();
    const hanging = echoTool("read", "read", "path", async (_, { abortSignal }) => {
      await aborted(abortSignal);
      return "x";
    });
    const deps = world({
      store,
      tools: { read: hanging, bash: echoTool("bash", "bash", "command") },
      roles: { leaf: {} },
      moves: {
        boss: [
          { call: [behind("leaf")] },
          { call: [{ tool: "bash", input: { command: "x" } }] },
          { text: "Last words." },
        ],
        leaf: [{ call: [read()] }, { text: "never" }],
      },
    });
    const { end, all } = await ends(begin(deps, { limits: { steps: 3 } }));
    expect(all("delegate-end")).toMatchObject([{ outcome: "cancelled" }]);
    expect(end.content).toBe("Last words.");
    expect((await logged(store, "run.ended")).length).toBe(1);
  });

  it("gives an answer that is too long in part, as one does that is waited for", async () => {
    const long = "x".repeat(200_000);
    const { deps, requests } = watched({
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [behind("leaf")] }, { text: "Waiting." }, { text: "All done." }],
        leaf: [{ text: long }],
      },
    });
    await ends(begin(deps));
    const prompt = JSON.stringify(requests.filter(({ role }) => role === "boss").at(-1)?.prompt);
    expect(prompt).toContain("[background] leaf");
    expect(prompt.length).toBeLessThan(100_000);
  });
});

describe("after a restart, a child in the background", () => {
  const parts: World = {
    roles: { leaf: { model: "fake/other" } },
    moves: {
      boss: [{ call: [behind("leaf")] }, { text: "Waiting." }, { text: "All done.", repeat: true }],
      leaf: [{ call: [read()] }, { text: "LEAFWORD" }],
    },
  };
  /** Its caller is through and waits; the child has begun. */
  const left = async () => {
    const store = memoryStore();
    const slow = echoTool("read", "read", "path", async () => {
      await later(30);
      return "x";
    });
    await ends(begin(world({ ...parts, store, tools: { read: slow } })));
    return killedAfter(store, ({ kind, run: of }) => kind === "tool.intended" && of === "r1.1");
  };

  it("goes on where a person takes a moment to approve its model", async () => {
    const approveModel = async (): Promise<boolean> => {
      await later(20);
      return true;
    };
    const { end } = await ends(told(resume({ run: "r1" }, world({ ...parts, store: await left(), approveModel }))));
    expect(end).toMatchObject({ status: "ok", content: "All done." });
  });

  it("is refused where a person takes a moment to say no to its model, and its caller is told", async () => {
    const approveModel = async (): Promise<boolean> => {
      await later(20);
      return false;
    };
    const { all, end } = await ends(
      told(resume({ run: "r1" }, world({ ...parts, store: await left(), approveModel }))),
    );
    expect(all("delegate-end")).toMatchObject([{ outcome: "refused" }]);
    expect(end).toMatchObject({ status: "ok", content: "All done." });
  });

  it("whose model cannot be had because its port throws is no end of the process, and its caller is told", async () => {
    const deps = world({ ...parts, store: await left() });
    const models: EngineDeps["models"] = {
      ...deps.models,
      resolve(ref, use) {
        if (use.role === "leaf") throw new Error("the registry is down");
        return deps.models.resolve(ref, use);
      },
    };
    const { all, end } = await ends(told(resume({ run: "r1" }, { ...deps, models })));
    expect(all("delegate-end")).toHaveLength(1);
    expect(end).toMatchObject({ status: "ok", content: "All done." });
  });

  it("whose role is gone keeps the run from going on, and nothing is lost", async () => {
    const { roles: _, ...without } = parts;
    const store = await left();
    const { end } = await ends(told(resume({ run: "r1" }, world({ ...without, store }))));
    expect(end).toMatchObject({ exitCode: 3, error: { code: "POLYGLAV_ROLE_CHANGED" } });
    const again = await ends(told(resume({ run: "r1" }, world({ ...parts, store }))));
    expect(again.end.status).toBe("ok");
  });
});

describe("a child that is waited for, after a restart", () => {
  it("whose model cannot be had because its port throws has an end, and its caller is told", async () => {
    const store = memoryStore();
    const parts: World = {
      roles: { leaf: {} },
      moves: { boss: [{ call: [delegate("leaf")] }, { text: "I see." }], leaf: [{ call: [read()] }, { text: "l" }] },
    };
    await begin(world({ ...parts, store }));
    const left = await killedAfter(store, ({ kind, run: of }) => kind === "tool.intended" && of === "r1.1");
    const deps = world({ ...parts, store: left });
    const models: EngineDeps["models"] = {
      ...deps.models,
      resolve(ref, use) {
        if (use.role === "leaf") throw new Error("the registry is down");
        return deps.models.resolve(ref, use);
      },
    };
    const { all, end } = await ends(told(resume({ run: "r1" }, { ...deps, models })));
    expect(end).toMatchObject({ status: "ok", content: "I see." });
    expect(all("delegate-end")).toHaveLength(1);
  });
});
