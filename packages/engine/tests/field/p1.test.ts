import { expect, it } from "vitest";
import { run } from "../../src/run/run.ts";
import { delegate, read, told, world } from "./world.ts";

it("P1: what a role is denied by its own word stays denied when it is delegated to", async () => {
  const tools: (readonly string[])[] = [];
  const deps = world({
    roles: { leaf: { tool_permission: { read: "deny" } } },
    moves: {
      boss: [{ call: [read()] }, { call: [delegate("leaf")] }, { text: "ok" }],
      leaf: [{ call: [read()] }, { text: "ok" }],
    },
    visit: (request) => {
      if (request.run === "r1.1") tools.push(request.tools);
      return undefined;
    },
  });
  const { all } = await told(run({ role: "boss", task: "Do it" }, deps));
  const reads = all("tool-end").filter(({ tool }) => tool === "read");
  expect(reads.map(({ run: who, status }) => `${who} ${status}`)).toEqual(["r1 ok", "r1.1 denied"]);
  expect(tools.some((names) => names.includes("read"))).toBe(false);
});
