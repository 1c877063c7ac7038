import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { parseManifest } from "../workspace.ts";
import { historyOf } from "./history.ts";
import type { History } from "./rules.ts";

const place = mkdtempSync(join(tmpdir(), "polyglav history "));
afterAll(() => {
  rmSync(place, { recursive: true, force: true });
});

let root = "";
let count = 0;
beforeEach(() => {
  count += 1;
  root = join(place, String(count));
  mkdirSync(join(root, "packages/a/src"), { recursive: true });
});

const git = (...args: readonly string[]): void => {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: root, stdio: "pipe" });
};
const write = (file: string, text: string): void => {
  writeFileSync(join(root, file), text);
};
const setVersion = (version: string, more = ""): void => {
  write("packages/a/package.json", `{\n  "name": "a",\n  "version": "${version}"${more}\n}\n`);
};
const commit = (): void => {
  git("add", "-A");
  git("commit", "-q", "-m", "x");
};
const ask = (version: string, where = root): Promise<History> =>
  historyOf(where, { folder: "packages/a", manifest: parseManifest(JSON.stringify({ name: "a", version })) });

describe("historyOf()", () => {
  it("calls a package without a real version never versioned, also without git", async () => {
    expect(await ask("0.0.0")).toEqual({ kind: "never versioned" });
  });

  it("cannot tell without git", async () => {
    expect(await ask("1.0.0")).toEqual({ kind: "unknown", why: "there is no git history here" });
  });

  it("lists what was committed, changed and added since the version was set", async () => {
    git("init", "-q");
    setVersion("1.0.0");
    write("packages/a/src/old.ts", "");
    commit();
    expect(await ask("1.0.0")).toEqual({ kind: "changed", files: [] });

    write("packages/a/src/committed.ts", "");
    // The file with the version changes, its version does not.
    setVersion("1.0.0", ',\n  "license": "MIT"');
    commit();
    write("packages/a/src/old.ts", "edited");
    write("packages/a/src/added.ts", "");
    expect(await ask("1.0.0")).toEqual({
      kind: "changed",
      files: ["package.json", "src/committed.ts", "src/old.ts", "src/added.ts"].map((file) => `packages/a/${file}`),
    });

    setVersion("1.1.0");
    expect(await ask("1.1.0")).toEqual({ kind: "changed", files: [] });
    commit();
    expect(await ask("1.1.0")).toEqual({ kind: "changed", files: [] });
    write("packages/a/src/old.ts", "edited again");
    expect(await ask("1.1.0")).toEqual({ kind: "changed", files: ["packages/a/src/old.ts"] });
  });

  it("accuses nobody in a shallow clone that does not reach back far enough", async () => {
    git("init", "-q");
    setVersion("1.0.0");
    commit();
    write("packages/a/src/b.ts", "");
    commit();
    write("packages/a/src/c.ts", "");
    commit();
    const clone = join(root, "clone");
    git("clone", "-q", "--depth", "1", `file://${root}`, clone);
    expect(await ask("1.0.0", clone)).toMatchObject({ kind: "unknown", why: expect.stringContaining("--unshallow") });
    expect(await ask("1.0.0")).toMatchObject({ files: ["packages/a/src/b.ts", "packages/a/src/c.ts"] });
  });

  it("calls a package that was never committed never versioned", async () => {
    git("init", "-q");
    write("README.md", "");
    commit();
    setVersion("1.0.0");
    expect(await ask("1.0.0")).toEqual({ kind: "never versioned" });
  });
});
