import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "./file-store.ts";
import { RunStoreError } from "../store/run-store-error.ts";
import { describeRunStore } from "../store/run-store.suite.ts";
import { abandonIn } from "./abandon.fixture.ts";

let root: string;
let dir: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "polyglav-store-"));
  dir = join(root, ".polyglav", "runs");
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const logOf = (run: string): string => join(dir, run, "log.ndjson");

/** What `create` throws. */
async function refusal(run: string, from = dir): Promise<unknown> {
  try {
    await (await fileStore(from).create(run)).close();
  } catch (cause) {
    return cause;
  }
  return undefined;
}

for (const durability of ["write", "sync", "exit"] as const) {
  describeRunStore(`fileStore() with the durability ${durability}`, () => {
    const place = mkdtempSync(join(tmpdir(), "polyglav-store-"));
    return {
      store: fileStore(place, { durability }),
      other: fileStore(place, { durability }),
      abandon: (run) => {
        abandonIn(join(place, run));
      },
      spoil: (run, lines) => {
        appendFileSync(join(place, run, "log.ndjson"), lines.map((line) => `${line}\n`).join(""));
      },
      remove: () => {
        rmSync(place, { recursive: true, force: true });
      },
    };
  });
}

describe("fileStore()", () => {
  it("makes the folders and writes one line per entry", async () => {
    const log = await fileStore(dir).create("run-1");
    log.append('{"n":1}');
    log.append('{"text":"héllo 👋"}');
    await log.close();
    expect(readFileSync(logOf("run-1"), "utf8")).toBe('{"n":1}\n{"text":"héllo 👋"}\n');
  });

  it("has each line in the file when append() returns", async () => {
    const log = await fileStore(dir).create("run-1");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("");
    log.append("{}");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("{}\n");
    await log.close();
  });

  it("keeps what was appended when the process is killed", async () => {
    const module = JSON.stringify(new URL("./file-store.ts", import.meta.url).href);
    const program = `
      const { fileStore } = await import(${module});
      const log = fileStore(${JSON.stringify(dir)}).create("run-1");
      log.append('{"n":1}');
      log.append('{"n":2}');
      process.kill(process.pid, "SIGKILL");`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
    expect(signal).toBe("SIGKILL");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe('{"n":1}\n{"n":2}\n');
  });

  it("keeps logs out of git when it makes the folder, and leaves a folder alone that was there", async () => {
    await (await fileStore(dir).create("run-1")).close();
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");

    rmSync(join(dir, ".gitignore"));
    await (await fileStore(dir).create("run-2")).close();
    expect(existsSync(join(dir, ".gitignore"))).toBe(false);
    expect(readdirSync(dir).toSorted()).toEqual(["run-1", "run-2"]);
  });

  it("never continues a log that is there, nor follows a link in its place", async () => {
    (await fileStore(dir).create("run-1")).append("{}");
    expect(await refusal("run-1")).toMatchObject({
      code: "POLYGLAV_RUN_EXISTS",
      message: `Cannot make the log "${logOf("run-1")}": it exists already`,
      hint: "A run has its own log: choose another id",
    });
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("{}\n");

    mkdirSync(join(dir, "run-2"));
    symlinkSync(join(root, "elsewhere"), logOf("run-2"));
    expect(await refusal("run-2")).toBeInstanceOf(RunStoreError);
    expect(existsSync(join(root, "elsewhere"))).toBe(false);
  });

  it("takes a folder of the run that is there without a log", async () => {
    mkdirSync(join(dir, "run-1"), { recursive: true });
    expect(await refusal("run-1")).toBeUndefined();
  });

  it("makes what only the user can read, and leaves the mode of a folder that was there", async () => {
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    const before = process.umask(0o022);
    try {
      await (await fileStore(dir).create("run-1")).close();
      expect([dir, join(dir, "run-1"), logOf("run-1")].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
      expect(modeOf(join(root, ".polyglav"))).toBe(0o755);
      chmodSync(dir, 0o755);
      await (await fileStore(dir).create("run-2")).close();
      expect([dir, join(dir, "run-2"), logOf("run-2")].map(modeOf)).toEqual([0o755, 0o700, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  it.each([
    ["runs", (): string => dir],
    ["one run", (): string => join(dir, "run-1")],
    [".polyglav", (): string => join(root, "project", ".polyglav")],
  ])("does not follow a link in the place of the folder of %s", async (_, place) => {
    dir = join(root, "project", ".polyglav", "runs");
    const elsewhere = join(root, "project-2");
    mkdirSync(join(elsewhere, "sub"), { recursive: true });
    mkdirSync(dirname(place()), { recursive: true });
    symlinkSync(elsewhere, place());
    const error = await refusal("run-1");
    expect(error).toBeInstanceOf(RunStoreError);
    expect(error).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: expect.stringMatching(
        /^Cannot use the folder of the runs? ".*": a link leads it somewhere else$/,
      ) as string,
      hint: "Put a folder in the place of the link",
    });
    expect(readdirSync(elsewhere)).toEqual(["sub"]);
  });

  it("follows links of the folders further up, and those that stay in the project", async () => {
    mkdirSync(join(root, "project", "kept"), { recursive: true });
    symlinkSync("project", join(root, "way"));
    symlinkSync("kept", join(root, "project", ".polyglav"));
    dir = join(root, "way", ".polyglav", "runs");
    expect(await refusal("run-1")).toBeUndefined();
    expect(existsSync(join(root, "project", "kept", "runs", "run-1", "log.ndjson"))).toBe(true);
  });

  it("follows a link where the caller keeps logs outside of any .polyglav", async () => {
    mkdirSync(join(root, "logs"));
    symlinkSync("logs", join(root, "link"));
    dir = join(root, "link");
    expect(await refusal("run-1")).toBeUndefined();
  });

  it("says so when the folder of the runs is a file, or a link to nowhere", async () => {
    mkdirSync(join(root, ".polyglav"));
    writeFileSync(dir, "");
    expect(await refusal("run-1")).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: `Cannot make the folder of the runs "${dir}": a file has its name`,
      hint: "Move the file that is in the way",
      cause: { code: "EEXIST" },
    });
    rmSync(dir);
    symlinkSync(join(root, "new"), dir);
    expect(await refusal("run-1")).toMatchObject({
      message: `Cannot make the folder of the runs "${dir}": a link to nowhere has its name`,
      hint: "Remove the link",
    });
    expect(existsSync(join(root, "new"))).toBe(false);
  });

  it.skipIf(process.platform !== "linux")("ends where the system makes no folders", async () => {
    for (const from of ["/proc/.polyglav/runs", "/proc/runs"]) {
      expect(await refusal("run-1", from)).toMatchObject({
        code: "POLYGLAV_RUN_FOLDER",
        message: `Cannot make the log "${from}/run-1/log.ndjson": the system makes no folder there`,
        hint: "Run in a folder that can hold others",
      });
    }
  });

  it("says so when a file is in the way", async () => {
    writeFileSync(join(root, "file"), "");
    const error = await refusal("run-1", join(root, "file", "runs"));
    expect(error).toBeInstanceOf(RunStoreError);
    expect(error).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      hint: "Move the file that is in the way",
      cause: { code: "ENOTDIR" },
    });
  });

  it.skipIf(process.getuid?.() === 0)("says so when the folder may not be written", async () => {
    chmodSync(root, 0o500);
    const error = await refusal("run-1");
    chmodSync(root, 0o700);
    expect(error).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: `Cannot make the log "${logOf("run-1")}": permission denied`,
      hint: "Make the folder writable, or run in a folder that is",
      cause: { code: "EACCES" },
    });
  });

  it.each([
    "",
    ".",
    "..",
    "../out",
    "a/b",
    "a\\b",
    "/etc",
    "-x",
    ".hidden",
    "a\0b",
    "a b",
    "ä",
    "a\n",
    "x".repeat(129),
  ])("refuses the id %j, which could leave the folder or hide in it", async (run) => {
    expect(await refusal(run)).toBeInstanceOf(RangeError);
    expect(existsSync(dir)).toBe(false);
  });

  it.each(["constructor", "20261130-015622-k3x9.1", "2026-01-01T00.00_x", "A", "x".repeat(128)])(
    "takes the id %s",
    async (run) => {
      expect(await refusal(run)).toBeUndefined();
    },
  );
});

describe("the log of a run", () => {
  it("refuses an entry that would be two lines, and one after its end", async () => {
    const log = await fileStore(dir).create("run-1");
    expect(() => {
      log.append("{}\n{}");
    }).toThrow(TypeError);
    expect(() => {
      log.append("{}\r");
    }).toThrow(TypeError);
    await log.close();
    await log.close();
    expect(() => {
      log.append("{}");
    }).toThrow("it is closed");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("");
  });
});
