/**
 * Starts the command and an empty script in turns, so that whatever else the machine does falls on both alike.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cell, wordGiven } from "../runner/cell.ts";
import { median } from "../runner/figures.ts";

const BIN = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));

await cell(({ given, effort }) => {
  const folder = mkdtempSync(join(tmpdir(), "polyglav-startup-"));
  try {
    const empty = join(folder, "empty.mjs");
    writeFileSync(empty, "");
    const command = [BIN, ...wordGiven(given, "words").split(" ")];
    // The first of each warms the disk.
    startMs([empty], folder);
    startMs(command, folder);
    const [empties, commands]: [number[], number[]] = [[], []];
    for (const began = performance.now(); performance.now() - began < effort.measureMs || empties.length < 5;) {
      empties.push(startMs([empty], folder));
      commands.push(startMs(command, folder));
    }
    const [least, taken] = [median(empties), median(commands)];
    const note = `${taken.toFixed(1)} ms beside ${least.toFixed(1)} ms, medians of ${empties.length}`;
    return { value: taken / least, note };
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function startMs(args: readonly string[], folder: string): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { HOME: folder },
    encoding: "utf8",
  });
  const ms = performance.now() - began;
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status ?? "a signal"}: ${stderr}`);
  return ms;
}
