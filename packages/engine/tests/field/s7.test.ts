import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { fileStore } from "../../src/file/file-store.ts";
import { folder } from "./folder.ts";

it("S7: of two processes that write to one run at the same time, one is refused, and no line is lost or torn", async () => {
  const dir = folder();
  await (await fileStore(dir).create("r1")).close();
  const module = JSON.stringify(new URL("../../src/file/file-store.ts", import.meta.url).href);
  const writer = async (name: string): Promise<string> => {
    const source = `
      const { fileStore } = await import(${module});
      try {
        const { log } = await fileStore(${JSON.stringify(dir)}).open("r1");
        for (let n = 1; n <= 500; n += 1) log.append(JSON.stringify({ by: ${JSON.stringify(name)}, n, text: "x".repeat(200) }));
        await log.commit();
        // Held until the other one has tried, too.
        await new Promise((resolve) => process.stdin.once("end", resolve).resume());
        await log.close();
        console.log("wrote");
      } catch (cause) {
        console.log(cause.code);
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", source], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const said = text(child.stdout);
    setTimeout(() => child.stdin.end(), 1_000);
    await once(child, "close");
    return (await said).trim();
  };
  const said = await Promise.all([writer("a"), writer("b")]);
  expect(said.toSorted()).toEqual(["POLYGLAV_RUN_HELD", "wrote"]);
  const lines = readFileSync(join(dir, "r1", "log.ndjson"), "utf8")
    .split("\n")
    .slice(0, -1);
  const by = said[0] === "wrote" ? "a" : "b";
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    Array.from({ length: 500 }, (_, index) => ({ by, n: index + 1, text: "x".repeat(200) })),
  );
});
