import { spawn } from "node:child_process";
import { readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { grantOf } from "../store.suite.ts";
import { fileStore } from "./file-store.ts";
import { folders } from "./folder.fixture.ts";

const folder = folders(afterAll);

/** Runs a claimant; `killAfter` counts the starts that it tells before it is killed. */
function claimant(dir: string, name: string, killAfter?: number): Promise<readonly string[]> {
  const args = [
    join(import.meta.dirname, "claimant.fixture.ts"),
    dir,
    name,
    ...(killAfter === undefined ? [] : ["endless"]),
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (killAfter !== undefined && said.split("\n").length > killAfter) child.kill("SIGKILL");
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", () => {
      // The last line may be cut short by the kill.
      resolve(
        said
          .slice(0, said.lastIndexOf("\n") + 1)
          .split("\n")
          .slice(0, -1),
      );
    });
  });
}

const grantsOf = (started: readonly string[]): readonly string[] => started.map((line) => line.split(" ")[0] ?? "");

describe("several processes with one file", () => {
  it("start each one-shot once, all together", async () => {
    const dir = folder();
    const store = fileStore(dir);
    const ids = Array.from({ length: 60 }, (_, i) => `g${i}`);
    for (const id of ids) store.put(grantOf(id));
    const started = (await Promise.all(["a", "b", "c"].map((name) => claimant(dir, name)))).flat();
    expect(grantsOf(started).toSorted()).toEqual(ids.toSorted());
    expect(fileStore(dir).problems()).toEqual([]);
    expect(store.list()).toEqual([]);
  });

  it("lose and double nothing when one of them is killed", async () => {
    for (const killAfter of [1, 5, 12]) {
      const dir = folder();
      const store = fileStore(dir);
      for (let i = 0; i < 20; i += 1) store.put(grantOf(`g${i}`));
      const killed = await claimant(dir, "killed", killAfter);
      // What it may leave behind at the worst moment: a line without an end.
      const { length } = readFileSync(store.file);
      if (killAfter === 5) truncateSync(store.file, length - 7);
      const next = await claimant(dir, "next");
      const started = grantsOf([...killed, ...next]);
      expect(new Set(started).size).toBe(started.length);
      expect(fileStore(dir).problems()).toEqual([]);
      expect(fileStore(dir).list()).toEqual([]);
    }
  });
});
