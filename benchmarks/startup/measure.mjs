/**
 * How long the command takes to start, against Node that does nothing.
 *
 * Run it with `node benchmarks/startup/measure.mjs [bin.js]` after a build. It prints; it asserts nothing.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = 15;
const bin = process.argv[2] ?? fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "polyglav-startup-"));
const nothing = join(folder, "nothing.mjs");
writeFileSync(nothing, "");

const cases = [
  { name: "bare node", argv: [nothing], aim: 1 },
  { name: "--version", argv: [bin, "--version"], aim: 1.6 },
  { name: "--help", argv: [bin, "--help"], aim: 2.5 },
  { name: "roles list", argv: [bin, "roles", "list"], aim: 4 },
].map((one) => ({ ...one, times: [] }));

// Round by round, so that whatever else the machine does falls on all of them alike. The first round warms the disk.
for (let round = 0; round <= ROUNDS; round++) {
  for (const { argv, times } of cases) {
    const began = process.hrtime.bigint();
    const { status, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env: { HOME: folder } });
    const ms = Number(process.hrtime.bigint() - began) / 1e6;
    if (status !== 0) throw new Error(`${argv.join(" ")} exited with ${status}: ${stderr}`);
    if (round > 0) times.push(ms);
  }
}
rmSync(folder, { recursive: true });

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const bare = median(cases[0].times);
console.log(`Node ${process.versions.node}, median of ${ROUNDS}`);
for (const { name, times, aim } of cases) {
  const ms = median(times);
  console.log(
    `${name.padEnd(12)}${ms.toFixed(1).padStart(7)} ms${(ms / bare).toFixed(2).padStart(7)} x   aim ${aim} x`,
  );
}
