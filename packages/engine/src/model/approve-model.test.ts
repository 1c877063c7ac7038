import { describe, expect, it } from "vitest";
import { play, type Stage } from "../../tests/stage.ts";
import type { AskedModel } from "../ports.ts";

const delegate = (role: string) => ({ tool: "delegate", input: { role, task: "Do this" } });

/** A boss with two workers, each with a model that only the folder names. */
const workers: Stage = {
  roles: { worker: { model: "fake/a" }, other: { model: "fake/b" } },
  moves: {
    boss: [{ call: [delegate("worker"), delegate("other")] }, { text: "ok" }],
    worker: [{ text: "done by worker" }],
    other: [{ text: "done by other" }],
  },
};

/** Waits a little, as a person would. */
const slowly = async (answer: boolean): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return answer;
};

describe("a model that only the folder names", () => {
  it("is used without a question where nobody is to be asked", async () => {
    const { all, end } = await play(workers);
    expect(all("delegate-start").map(({ model }) => model)).toEqual(["fake/a", "fake/b"]);
    expect(end.status).toBe("ok");
  });

  it("is asked about with who would use it and where it was written, before the role starts", async () => {
    const asked: AskedModel[] = [];
    const { all } = await play({
      ...workers,
      approveModel: (one) => {
        asked.push(one);
        return true;
      },
    });
    const why = { by: "written", provider: "nobody", where: { layer: "local" } };
    expect(asked).toEqual([
      { ref: "fake/a", role: "worker", why: { ...why, written: "fake/a" } },
      { ref: "fake/b", role: "other", why: { ...why, written: "fake/b" } },
    ]);
    expect(
      all("delegate-end")
        .map(({ content }) => content)
        .sort(),
    ).toEqual(["done by other", "done by worker"]);
  });

  it("does not start when the answer is no: its caller is told why, and its sibling is not harmed", async () => {
    let requests = 0;
    const { all, end } = await play({
      ...workers,
      onRequest: () => (requests += 1),
      approveModel: ({ ref }) => slowly(ref === "fake/b"),
    });
    expect(all("delegate-start")).toMatchObject([{ role: "other", child: expect.stringMatching(/\.1$/) }]);
    const [refused] = all("tool-end").filter(({ status }) => status === "error");
    expect(refused?.output).toBe(
      'error: Cannot use model "fake/a" for role "worker": nobody has approved it. Run polyglav models approve fake/a, pass --approve-model fake/a, or name it in your own config.json',
    );
    expect(requests).toBe(3);
    expect(end).toMatchObject({ status: "ok", exitCode: 0 });
  });

  it("of a root that may not have it: the run is refused before any request, with exit code 4", async () => {
    let requests = 0;
    const { events, end } = await play({
      moves: { boss: [{ text: "ok" }] },
      roles: { boss: { model: "fake/a" } },
      onRequest: () => (requests += 1),
      approveModel: () => slowly(false),
    });
    expect(events).toHaveLength(1);
    expect(requests).toBe(0);
    expect(end).toMatchObject({ outcome: "refused", exitCode: 4, error: { code: "POLYGLAV_MODEL_NOT_APPROVED" } });
  });

  it("makes the next one of the role count, and says so", async () => {
    const { all } = await play({
      moves: { boss: [{ text: "ok" }] },
      roles: { boss: { model: ["fake/a", "fake/b"] } },
      approveModel: ({ ref }) => ref === "fake/b",
    });
    expect(all("run-start")).toMatchObject([{ model: "fake/b" }]);
    expect(all("warning")).toMatchObject([{ code: "POLYGLAV_MODEL_NOT_APPROVED" }]);
  });

  it("is not asked about when the whole run has a model", async () => {
    const { all, end } = await play({
      ...workers,
      request: { model: "fake/c" },
      approveModel: () => false,
    });
    expect(all("delegate-start").map(({ model }) => model)).toEqual(["fake/c", "fake/c"]);
    expect(end.status).toBe("ok");
  });
});

describe("while somebody thinks about a model", () => {
  it("children that start side by side get numbers of their own", async () => {
    const { all } = await play({ ...workers, approveModel: () => slowly(true) });
    const children = all("delegate-start").map(({ child }) => child.split(".").at(-1));
    expect(children).toEqual(["1", "2"]);
    expect(new Set(all("delegate-end").map(({ child }) => child)).size).toBe(2);
  });

  it("a limit may be reached: it holds for whoever starts after it", async () => {
    const roles = { ...workers.roles, boss: { limits: { agents: 1 } } };
    const { all } = await play({ ...workers, roles, approveModel: () => slowly(true) });
    expect(all("delegate-start")).toHaveLength(1);
    expect(
      all("tool-end")
        .map(({ status }) => status)
        .sort(),
    ).toEqual(["error", "ok"]);
  });

  it.each(["worker", "boss"])("a stop ends the question and the run, when it is about the model of %s", async (who) => {
    const stop = new AbortController();
    let requests = 0;
    const { end } = await play({
      ...workers,
      roles: { ...workers.roles, ...(who === "boss" && { boss: { model: "fake/z" } }) },
      request: { signal: stop.signal },
      onRequest: () => (requests += 1),
      approveModel: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            resolve(false);
          });
          stop.abort("SIGINT");
        }),
    });
    expect(end).toMatchObject({ status: "cancelled", exitCode: 130 });
    expect(requests).toBe(who === "boss" ? 0 : 1);
  });

  it("a fault in the question refuses what it was about", async () => {
    const approveModel = (): never => {
      throw new Error("no terminal");
    };
    const { all } = await play({ ...workers, approveModel });
    expect(all("tool-end").map(({ status, output }) => [status, output])).toEqual([
      ["error", "error: no terminal"],
      ["error", "error: no terminal"],
    ]);
    const root = await play({ moves: {}, roles: { boss: { model: "fake/z" } }, approveModel });
    expect(root.end.error).toMatchObject({ code: "POLYGLAV_FAULT", message: "Cannot plan the run: no terminal" });
  });
});

it("what is odd about a reference is a warning of the run that uses it", async () => {
  const config = { model: "fake/small", providers: { fake: {} }, model_aliases: { fast: "fake/a" } };
  const { all } = await play({
    ...workers,
    config,
    roles: { worker: { model: "fast" }, other: { model: "fale/a" } },
  });
  const models = all("delegate-start").map(({ child, model }) => [child.split(".").at(-1), model]);
  expect(models).toEqual([
    ["1", "fake/a"],
    ["2", "fake/fale/a"],
  ]);
  expect(all("warning").map(({ run, code, hint }) => [run.split(".").at(-1), code, hint])).toEqual([
    ["2", "model/unknown-provider", 'Did you mean "fake/a"?'],
  ]);
});
