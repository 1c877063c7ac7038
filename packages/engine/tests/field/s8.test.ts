import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { resume, run } from "../../src/run/run.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { delegate, logged, read, told, world } from "./world.ts";
import { folder } from "./folder.ts";

it("S8: a last line that is torn is dropped with a warning, and going on begins nobody anew", async () => {
  const dir = folder();
  const roles = { leaf: {} };
  const moves = {
    boss: [{ call: [delegate("leaf"), delegate("leaf")] }, { text: "All done." }],
    leaf: [{ call: [read()] }, { text: "Done." }],
  };
  const whole = memoryStore();
  await told(run({ role: "boss", task: "Do it" }, world({ store: whole, roles, moves })));
  const lines = whole.lines("r1");
  const last = lines.findIndex((line) => line.includes('"kind":"child.done"'));
  const torn = lines[last] ?? "";
  mkdirSync(join(dir, "r1"));
  writeFileSync(join(dir, "r1", "log.ndjson"), [...lines.slice(0, last), torn.slice(0, torn.length / 2)].join("\n"));

  const store = fileStore(dir);
  expect((await store.read("r1"))?.problems).toMatchObject([{ code: "log/torn-line", severity: "warning" }]);
  const { all, end } = await told(resume({ run: "r1" }, world({ store, roles, moves })));
  expect(end).toMatchObject({ status: "ok", content: "All done." });
  expect(all("delegate-start").filter(({ resumed }) => resumed !== true)).toEqual([]);
  expect(await logged(store, "child.started")).toHaveLength(2);
  expect(await logged(store, "child.done")).toHaveLength(2);
});
