import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { echoTool } from "../stage.ts";
import { delegate, later, read, told, world } from "./world.ts";

it("R10: every run that a model was told of can be gone on with, and of one that never was it is told so", async () => {
  const roleOf: Readonly<Record<string, string>> = {
    "r1.1": "leaf",
    "r1.2": "bad",
    "r1.3": "mid",
    "r1.3.1": "bad",
    "r1.4": "leaf",
  };
  const resumed = Object.entries(roleOf).map(([id, role]) => ({ call: [delegate(role, { resume: id })] }));
  const deps = world({
    retries: 0,
    tools: {
      read: echoTool("read", "read", "path", async () => {
        await later(20);
        return "x";
      }),
    },
    roles: { leaf: {}, bad: {}, mid: {} },
    moves: {
      boss: [
        { call: [delegate("leaf"), delegate("bad"), delegate("mid"), delegate("leaf", { background: true })] },
        // The one in the background ends meanwhile, and its end is told at the next step.
        { call: [read()] },
        ...resumed,
        { call: [delegate("leaf", { resume: "#1" })] },
        { call: [delegate("leaf", { resume: "r1.99" })] },
        { text: "ok" },
      ],
      mid: [{ call: [delegate("bad")] }, { text: "Below me it failed.", repeat: true }],
      leaf: [{ text: "Done." }],
      bad: [{ throw: { status: 400, message: "no" } }],
    },
  });
  const { all, end } = await told(run({ role: "boss", task: "Do it" }, deps));
  const starts = all("delegate-start");
  const printed = new Set(
    all("tool-end")
      .slice(0, 5)
      .flatMap(({ output }) => output.match(/r1(\.\d+)+/g) ?? []),
  );
  expect([...printed].every((id) => Object.hasOwn(roleOf, id))).toBe(true);
  expect(starts.flatMap(({ resumes }) => resumes ?? [])).toEqual([...Object.keys(roleOf), "r1.1"]);
  expect(all("tool-end").filter(({ output }) => output.includes("Cannot resume"))).toMatchObject([
    { status: "error", output: expect.stringContaining('Cannot resume "r1.99": there is no such run') },
  ]);
  expect(end.status).toBe("ok");
});
