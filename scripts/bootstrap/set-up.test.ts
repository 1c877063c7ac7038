import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

// The network is replaced by an npx that writes down how it was called, and does what the test wants.
const place = mkdtempSync(join(tmpdir(), "polyglav set-up "));
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

let root = "";
let count = 0;
beforeEach(() => {
  count += 1;
  root = join(place, `repo ${count}`);
  mkdirSync(join(root, "bin"), { recursive: true });
  cpSync(join(import.meta.dirname, "../bootstrap.mjs"), join(root, "scripts/bootstrap.mjs"));
  cpSync(import.meta.dirname, join(root, "scripts/bootstrap"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"packageManager":"pnpm@12.21.0"}');
  writeFileSync(join(root, "pnpm-lock.yaml"), "one\n");
  npxDoes("mkdir -p node_modules/.bin");
});

function program(file: string, body: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), `#!/bin/sh\n${body}\n`);
  chmodSync(join(root, file), 0o755);
}

function npxDoes(body: string): void {
  program("bin/npx", `echo "npx $*" >> calls\n${body}`);
}

const SHELL = ["/usr/bin", "/bin"];

function start(args: readonly string[], path: readonly string[] = SHELL): ChildProcess {
  return spawn(process.execPath, [join(root, "scripts/bootstrap.mjs"), ...args], {
    cwd: tmpdir(),
    env: { PATH: [join(root, "bin"), ...path].join(delimiter), HOME: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function end(child: ChildProcess): Promise<{ code: unknown; said: string }> {
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += String(chunk)));
  const [code]: readonly unknown[] = await once(child, "close");
  return { code, said };
}

const setUp = (...args: readonly string[]): ReturnType<typeof end> => end(start(args));

const calls = (): string => (existsSync(join(root, "calls")) ? readFileSync(join(root, "calls"), "utf8") : "");
const INSTALL = "npx --yes pnpm@12.21.0 install --frozen-lockfile --prefer-offline\n";

describe.skipIf(process.platform === "win32")("the set-up", () => {
  it("installs once, and does nothing while the lockfile says the same", async () => {
    expect(await setUp("--no-build")).toEqual({ code: 0, said: "Installing (first time only)...\n" });
    utimesSync(join(root, "pnpm-lock.yaml"), new Date(), new Date());
    expect(await setUp("--no-build")).toEqual({ code: 0, said: "" });
    expect(calls()).toBe(INSTALL);
  });

  it("installs again when the lockfile says something else", async () => {
    await setUp("--no-build");
    writeFileSync(join(root, "pnpm-lock.yaml"), "two\n");
    expect(await setUp("--no-build")).toEqual({ code: 0, said: "Installing (the lockfile changed)...\n" });
    expect(calls()).toBe(INSTALL + INSTALL);
  });

  it("shows what a failed install printed, and tries again the next time", async () => {
    npxDoes("mkdir -p node_modules; echo out; echo no such package >&2; exit 7");
    const failed = await setUp("--no-build");
    expect(failed.code).toBe(7);
    expect(failed.said).toMatch(/^Installing.*\nout\nno such package\n\nCannot install: npx ended with exit code 7\n$/);

    npxDoes("true");
    expect(await setUp("--no-build")).toEqual({
      code: 0,
      said: "Installing again (the last time was not finished)...\n",
    });
    expect(calls()).toBe(INSTALL + INSTALL);
  });

  it("does an install again that was killed, even if the old lockfile comes back", async () => {
    await setUp("--no-build");
    writeFileSync(join(root, "pnpm-lock.yaml"), "two\n");
    npxDoes("touch started; exec sleep 60");
    const child = start(["--no-build"]);
    const closed = end(child);
    while (!existsSync(join(root, "started"))) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGTERM");
    expect(await closed).toMatchObject({ code: 143 });

    writeFileSync(join(root, "pnpm-lock.yaml"), "one\n");
    npxDoes("true");
    await setUp("--no-build");
    expect(calls()).toBe(INSTALL.repeat(3));
  });

  it("builds with the repository's own programs, and stays quiet while that is quick", async () => {
    npxDoes(`mkdir -p node_modules/.bin && cp bin/turbo node_modules/.bin/turbo`);
    program("bin/turbo", 'echo "turbo $* telemetry=$TURBO_TELEMETRY_DISABLED" >> calls; echo noise');
    expect(await setUp()).toEqual({ code: 0, said: "Installing (first time only)...\n" });
    expect(calls()).toBe(`${INSTALL}turbo run build --output-logs=errors-only telemetry=1\n`);
  });

  it("says that it builds when that takes a while, and shows what a failed build printed", async () => {
    npxDoes(`mkdir -p node_modules/.bin && cp bin/turbo node_modules/.bin/turbo`);
    program("bin/turbo", "sleep 1; echo type error; exit 2");
    const { code, said } = await setUp();
    expect(code).toBe(2);
    expect(said).toContain("Building...\ntype error\n\nCannot build: turbo ended with exit code 2\n");
  });

  it("says what is missing when there is no npx", async () => {
    rmSync(join(root, "bin/npx"));
    const { code, said } = await end(start(["--no-build"], []));
    expect(code).toBe(1);
    expect(said).toMatch(/\nCannot install: npx does not start \(.*ENOENT\)\n$/);
  });
});
