import { describe, expect, it } from "vitest";
import {
  type Told,
  type Visited,
  type World,
  delegate,
  killedAfter,
  logged,
  read,
  told,
  world,
} from "../../tests/field/world.ts";
import { echoTool } from "../../tests/stage.ts";
import { resume, run } from "../run/run.ts";
import { memoryStore } from "../store/memory-store.ts";
import type { RunStore } from "../store/run-store.ts";
import type { ScriptedCall } from "../testing/index.ts";

const artifact = (name: unknown, offset?: unknown): ScriptedCall => ({
  tool: "artifact",
  input: { name, ...(offset !== undefined && { offset }) },
});

/** A world in which `read` gives this text. */
const giving = (text: string, ...then: readonly ScriptedCall[]): World => ({
  tools: { read: echoTool("read", "read", "path", async () => text) },
  moves: { boss: [{ call: [read()] }, ...then.map((call) => ({ call: [call] })), { text: "ok" }] },
});

async function play(of: World): Promise<Told & { readonly requests: readonly Visited[] }> {
  const requests: Visited[] = [];
  const deps = world({
    ...of,
    visit: (one) => {
      requests.push(one);
      return undefined;
    },
  });
  return { ...(await told(run({ role: "boss", task: "x" }, deps))), requests };
}

const LIMIT = 60_000;
const outputs = ({ all }: Told): readonly string[] => all("tool-end").map(({ output }) => output);
/** What is given, without the note at its end. */
const body = (output = ""): string => output.replace(/\n\[[^\n]*\]$/, "");
const offsetIn = (output = ""): number => Number(/offset:? (\d+)/.exec(output)?.[1] ?? Number.NaN);
/** Whether a text can be sent as it is: half a pair becomes another character. */
const isWhole = (text: string): boolean => Buffer.from(text, "utf8").toString("utf8") === text;

describe("a long result", () => {
  it("is given whole up to 60,000 characters, and not beyond", async () => {
    const just = await play(giving("x".repeat(LIMIT)));
    expect(outputs(just)).toEqual(["x".repeat(LIMIT)]);
    expect(just.requests[1]?.tools).not.toContain("artifact");
    const more = await play(giving("x".repeat(LIMIT + 1)));
    expect(more.all("tool-end")).toMatchObject([{ artifact: "artifact-1" }]);
    expect(outputs(more)[0]?.length).toBeLessThan(9_000);
    expect(outputs(more)[0]).toContain(String(LIMIT + 1));
    expect(more.requests[0]?.tools).not.toContain("artifact");
    expect(more.requests[1]?.tools).toContain("artifact");
  });

  it.each([
    ["lines", Array.from({ length: 9_000 }, (_, i) => `line ${i}`).join("\n")],
    ["one line", "y".repeat(70_000)],
    ["pairs", "😀".repeat(40_000)],
    ["pairs, off by one", `a${"😀".repeat(40_000)}`],
    ["a pair where a part ends", `${"x".repeat(23_999)}${"😀".repeat(20_000)}`],
    ["pairs and lines", Array.from({ length: 9_000 }, (_, i) => `${"😀".repeat(i % 7)} ${i}`).join("\n")],
  ])("can be read on to its end by the offsets that it gives: %s", async (_, text) => {
    const parts: string[] = [];
    const first = await play(giving(text));
    parts.push(body(outputs(first)[0]));
    let at = offsetIn(outputs(first)[0]);
    expect(at).toBe(parts[0]?.length);
    while (at < text.length) {
      const [, output = ""] = outputs(await play(giving(text, artifact("artifact-1", at))));
      const isLast = !/from offset \d+\]$/.test(output);
      const part = isLast ? output : body(output);
      parts.push(part);
      at += part.length;
      if (!isLast) expect(offsetIn(output)).toBe(at);
      if (part === "") throw new Error("nothing more comes");
    }
    expect(parts.join("")).toBe(text);
    // Half a pair is no character: a provider sends another one in its place.
    expect(parts.map(isWhole)).toEqual(parts.map(() => true));
  });

  it.each([
    [0, "begins again"],
    [69_999, "the last one"],
    [70_000, "nothing"],
    [9_999_999, "nothing"],
  ])("at offset %i gives %s", async (offset, what) => {
    const [, output] = outputs(await play(giving("z".repeat(70_000), artifact("artifact-1", offset))));
    if (what === "nothing") expect(output).not.toContain("z");
    else expect(output?.startsWith("z")).toBe(true);
  });

  it("cuts no character in two, wherever the model wants to begin", async () => {
    const [, output = ""] = outputs(await play(giving("😀".repeat(40_000), artifact("artifact-1", 20_001))));
    expect(isWhole(output)).toBe(true);
  });

  it("past its end says that there is no more, instead of nothing", async () => {
    const [, output = ""] = outputs(await play(giving("z".repeat(70_000), artifact("artifact-1", 70_000))));
    expect(output.trim()).not.toBe("");
  });

  it.each([-1, 0.5, "7", null, Number.MAX_SAFE_INTEGER * 2, {}])("refuses the offset %j", async (offset) => {
    const seen = await play(giving("z".repeat(70_000), artifact("artifact-1", offset)));
    expect(seen.all("tool-end")[1]).toMatchObject({ status: "error" });
    expect(seen.end.status).toBe("ok");
  });

  it.each(["artifact-2", "", "__proto__", "../log", "/etc/passwd", "artifact-1/..", 7, null])(
    "is found by its name only, and not by %j",
    async (name) => {
      const seen = await play(giving("z".repeat(70_000), artifact(name)));
      expect(seen.all("tool-end")[1]).toMatchObject({ status: "error" });
      expect(seen.end.status).toBe("ok");
    },
  );

  it("belongs to the one who got it: neither a child nor a sibling can read it by its name", async () => {
    const seen = await play({
      roles: { leaf: {}, spy: {} },
      tools: { read: echoTool("read", "read", "path", async () => "SECRET".repeat(20_000)) },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [delegate("spy")] }, { text: "ok" }],
        leaf: [{ call: [read()] }, { text: "l" }],
        spy: [{ call: [artifact("artifact-1")] }, { text: "s" }],
      },
    });
    const [ofSpy] = seen.all("tool-end").filter(({ run: of, tool }) => of === "r1.2" && tool === "artifact");
    expect(ofSpy).toMatchObject({ status: "error" });
    expect(ofSpy?.output).not.toContain("SECRET");
    expect(seen.requests.find(({ role }) => role === "spy")?.tools).not.toContain("artifact");
  });

  it("of a child is its answer, too: the caller reads on in it", async () => {
    const seen = await play({
      roles: { leaf: {} },
      moves: {
        boss: [{ call: [delegate("leaf")] }, { call: [artifact("artifact-1", 69_000)] }, { text: "ok" }],
        leaf: [{ text: `${"w".repeat(69_000)}THE END` }],
      },
    });
    expect(outputs(seen).at(-1)).toBe("THE END");
  });

  it("needs no permission to be read on in, and asks nobody", async () => {
    const seen = await play({
      ...giving("z".repeat(70_000), artifact("artifact-1", 60_000)),
      config: { tool_permission: { "*": "ask", read: "allow" } },
    });
    expect(seen.all("tool-end")[1]).toMatchObject({ status: "ok" });
    expect(seen.all("ask-open")).toEqual([]);
  });

  it("can be read on in after a restart", async () => {
    const store = memoryStore();
    const of: World = { ...giving("z".repeat(70_000), artifact("artifact-1", 69_990)), store };
    await told(run({ role: "boss", task: "x" }, world(of)));
    // Artifacts lie beside the log: what is left is that log up to a point, and all that was kept.
    const left: RunStore = {
      ...(await killedAfter(store, ({ kind }) => kind === "tool.done")),
      artifact: (id, name) => store.artifact(id, name),
    };
    const { all, end } = await told(resume({ run: "r1" }, world({ ...of, store: left })));
    expect(all("tool-end")).toMatchObject([{ status: "ok", output: "z".repeat(10) }]);
    expect(end.status).toBe("ok");
  });

  it("that is the same twice is kept once", async () => {
    const store = memoryStore();
    await play({ ...giving("z".repeat(70_000), read()), store });
    const done = await logged(store, "tool.done");
    expect(done.map((entry) => entry.artifact)).toEqual(["artifact-1", "artifact-1"]);
  });

  it("of an error is shortened, too", async () => {
    const seen = await play({
      ...giving(""),
      tools: {
        read: echoTool("read", "read", "path", async () => {
          throw new Error("E".repeat(100_000));
        }),
      },
    });
    expect(seen.all("tool-end")).toMatchObject([{ status: "error", artifact: "artifact-1" }]);
  });
});

describe("a store that cannot keep a long result", () => {
  const unable = (keep: () => string | Promise<string>): RunStore => {
    const store = memoryStore();
    return { ...store, create: (id) => ({ ...store.create(id), keep }) };
  };
  it.each([
    [
      "throws",
      () => {
        throw new Error("no space left");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no space left"))],
  ])("and %s: the model reads the beginning, and that it is only that", async (_, keep) => {
    const text = `a${"😀".repeat(50_000)}`;
    const seen = await play({ ...giving(text), store: unable(keep) });
    const [output = ""] = outputs(seen);
    expect(seen.end.status).toBe("ok");
    expect(output.startsWith("a😀")).toBe(true);
    expect(output.length).toBeLessThan(9_000);
    expect(output).toContain(String(text.length));
    expect(seen.requests[1]?.tools).not.toContain("artifact");
  });

  it("cuts no character in two", async () => {
    const store = unable(() => {
      throw new Error("no space left");
    });
    const [output = ""] = outputs(await play({ ...giving(`a${"😀".repeat(50_000)}`), store }));
    expect(isWhole(output)).toBe(true);
  });

  it("gives a text back that is gone as an error", async () => {
    const store = memoryStore();
    const forgetful: RunStore = { ...store, artifact: () => undefined };
    const seen = await play({ ...giving("z".repeat(70_000), artifact("artifact-1")), store: forgetful });
    expect(seen.all("tool-end")[1]).toMatchObject({ status: "error" });
    const broken: RunStore = {
      ...memoryStore(),
      artifact: () => {
        throw new Error("not what was kept");
      },
    };
    const other = await play({ ...giving("z".repeat(70_000), artifact("artifact-1")), store: broken });
    expect(other.all("tool-end")[1]).toMatchObject({ status: "error" });
    expect(other.end.status).toBe("ok");
  });
});
