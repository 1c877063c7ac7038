import { afterEach, describe, expect, it } from "vitest";
import type { WireMove } from "./mock-answer.ts";
import { type MockServer, type MockServerOptions, type WireScript, startMockServer } from "./mock-server.ts";

let server: MockServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const start = async (script: WireScript, options?: MockServerOptions): Promise<void> => {
  server = await startMockServer(script, options);
};

interface Asked {
  readonly system?: string;
  readonly task?: string;
  /** How many answers come back. */
  readonly answers?: number;
  readonly model?: string;
}

/** What the server answers without a stream: the text, or the message of the error. */
async function ask({ system = "", task = "hi", answers = 0, model = "m" }: Asked = {}): Promise<unknown> {
  const back = Array.from({ length: answers }, () => ({ role: "assistant", content: "x" }));
  const response = await fetch(`${server?.url ?? ""}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({
      model,
      messages: [{ role: "system", content: system }, { role: "user", content: task }, ...back],
    }),
  });
  const body: unknown = await response.json();
  const text = JSON.stringify(body);
  return /"content":"([^"]*)"/.exec(text)?.[1] ?? /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
}

const texts = (...said: readonly string[]): readonly WireMove[] => said.map((text) => ({ text }));

describe("the mock server", () => {
  it("tells roles by marker, by tag, and by the id of the model, in this order", async () => {
    await start(
      { roles: { a: texts("A"), b: texts("B"), c: texts("C") }, default: texts("D") },
      { markers: { a: "You are A", b: "You plan" } },
    );
    expect(await ask({ system: "You are A. You plan. [role: b]" })).toBe("A");
    expect(await ask({ system: "[role: b]", model: "c" })).toBe("B");
    expect(await ask({ system: "", model: "c" })).toBe("C");
    expect(await ask({ system: "", model: "constructor" })).toBe("D");
    expect(server?.requests.map(({ role }) => role)).toEqual(["a", "b", "c", "constructor"]);
  });

  it("starts the list anew for every task, side by side, and for a task that comes again", async () => {
    await start({ default: texts("1", "2") });
    expect(await ask({ task: "x" })).toBe("1");
    expect(await ask({ task: "y" })).toBe("1");
    expect(await ask({ task: "x", answers: 1 })).toBe("2");
    expect(await ask({ task: "y", answers: 1 })).toBe("2");
    expect(await ask({ task: "x" })).toBe("1");
  });

  it("takes the next move for a request that is made again after a fault", async () => {
    await start({
      default: [
        { throw: { status: 429, message: "slow" } },
        { http: { status: 500, body: { message: "oops" } } },
        ...texts("3", "4"),
      ],
    });
    expect([await ask(), await ask(), await ask(), await ask({ answers: 1 })]).toEqual(["slow", "oops", "3", "4"]);
  });

  it("goes on behind the answers of a run that it has not seen", async () => {
    await start({ default: texts("1", "2", "3") });
    expect(await ask({ answers: 2 })).toBe("3");
  });

  it("refuses in the words of the scripted model when the list runs out", async () => {
    await start({ default: [] });
    expect(await ask()).toBe('Cannot answer request 1 of role \\"m\\": the script has 0 moves');
  });

  it("lists a model, and wants its key everywhere", async () => {
    await start({}, { key: "k" });
    const get = (path: string, headers = {}) => fetch(`${server?.url ?? ""}${path}`, { headers });
    expect((await get("/models")).status).toBe(401);
    const models = await get("/models", { authorization: "Bearer k" });
    expect(await models.json()).toMatchObject({ data: [{ id: "mock-1" }] });
    expect((await get("/nothing", { authorization: "Bearer k" })).status).toBe(404);
  });
});
