#!/usr/bin/env node
/**
 * The entry. It runs under any Node that knows ES modules, so that an old one gets a sentence and not a syntax error:
 * nothing is imported before the version is known to fit, and the syntax here stays that of 2019.
 */
import { readFileSync } from "node:fs";

/** The same floor as `engines` in package.json. */
const FLOOR = [22, 18];

const words = process.argv.slice(2);
if (!isNodeRecentEnough(process.versions.node)) refuseOldNode();
else if (words.length === 1 && (words[0] === "--version" || words[0] === "-v")) printVersion();
else void start();

function isNodeRecentEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [floorMajor = 0, floorMinor = 0] = FLOOR;
  return major > floorMajor || (major === floorMajor && minor >= floorMinor);
}

function refuseOldNode(): void {
  const message = `polyglav needs Node ${FLOOR.join(".")} or newer; this is ${process.versions.node}`;
  process.stderr.write(
    `${message}. Get one from https://nodejs.org, or run it by: npx -p node@24 -p @polyglav/cli polyglav\n`,
  );
  // Who reads JSON gets the end of the stream on this path, too.
  if (/(^| )--output[ =]ndjson( |$)/.test(words.join(" "))) {
    const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cost: 0, calls: 0, unknown: 0, unpriced: 0 };
    const error = { code: "POLYGLAV_OLD_NODE", message };
    const end = { status: "error", exitCode: 3, outcome: "refused", content: "", denials: [], usage, error };
    const head = { v: 1, seq: 1, t: new Date().toISOString(), run: "cli", type: "run-end" };
    process.stdout.write(`${JSON.stringify({ ...head, ...end })}\n`);
  }
  process.exitCode = 3;
}

function readVersion(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const found = /"version": *"([^"]*)"/.exec(text);
  return found === null ? "unknown" : String(found[1]);
}

function printVersion(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exitCode = 1;
  });
  process.stdout.write(`${readVersion()}\n`);
}

async function start(): Promise<void> {
  try {
    // The world first: it listens to signals while the rest is loaded.
    const { nodeWorld } = await import("./node-world.ts");
    const world = nodeWorld(readVersion());
    const { main } = await import("./main.ts");
    process.exitCode = await main(world);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    process.stderr.write(`polyglav: unexpected fault: ${message} (POLYGLAV_UNEXPECTED)\n`);
    process.exitCode = 1;
  }
  // Whatever a run left open must not keep the process: the timer counts only while something else does.
  setTimeout(() => process.exit(), 2000).unref();
}
