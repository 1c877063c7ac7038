import { spawnSync } from "node:child_process";
import {
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
import { RunFolderError } from "./run-folder-error.ts";

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

/** What `open` throws. */
function refusal(run: string, from = dir): unknown {
  try {
    fileStore(from).open(run);
  } catch (cause) {
    return cause;
  }
  return undefined;
}

describe("fileStore()", () => {
  it("makes the folders and writes one line per entry", () => {
    const log = fileStore(dir).open("run-1");
    log.append('{"n":1}');
    log.append('{"text":"héllo 👋"}');
    log.close();
    expect(readFileSync(logOf("run-1"), "utf8")).toBe('{"n":1}\n{"text":"héllo 👋"}\n');
  });

  it("has each line in the file when append() returns", () => {
    const log = fileStore(dir).open("run-1");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("");
    log.append("{}");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("{}\n");
    log.close();
  });

  it("keeps what was appended when the process is killed", () => {
    const module = JSON.stringify(new URL("./file-store.ts", import.meta.url).href);
    const program = `
      const { fileStore } = await import(${module});
      const log = fileStore(${JSON.stringify(dir)}).open("run-1");
      log.append('{"n":1}');
      log.append('{"n":2}');
      process.kill(process.pid, "SIGKILL");`;
    const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", program]);
    expect(signal).toBe("SIGKILL");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe('{"n":1}\n{"n":2}\n');
  });

  it("keeps logs out of git when it makes the folder, and leaves a folder alone that was there", () => {
    fileStore(dir).open("run-1").close();
    expect(readFileSync(join(dir, ".gitignore"), "utf8")).toBe("*\n");

    rmSync(join(dir, ".gitignore"));
    fileStore(dir).open("run-2").close();
    expect(existsSync(join(dir, ".gitignore"))).toBe(false);
    expect(readdirSync(dir).toSorted()).toEqual(["run-1", "run-2"]);
  });

  it("never continues a log that is there, nor follows a link in its place", () => {
    fileStore(dir).open("run-1").append("{}");
    expect(refusal("run-1")).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: `Cannot make the log "${logOf("run-1")}": it exists already`,
      hint: "A run has its own log: choose another id",
    });
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("{}\n");

    mkdirSync(join(dir, "run-2"));
    symlinkSync(join(root, "elsewhere"), logOf("run-2"));
    expect(refusal("run-2")).toBeInstanceOf(RunFolderError);
    expect(existsSync(join(root, "elsewhere"))).toBe(false);
  });

  it("takes a folder of the run that is there without a log", () => {
    mkdirSync(join(dir, "run-1"), { recursive: true });
    expect(refusal("run-1")).toBeUndefined();
  });

  it("makes what only the user can read, and leaves the mode of a folder that was there", () => {
    const modeOf = (path: string): number => statSync(path).mode & 0o777;
    const before = process.umask(0o022);
    try {
      fileStore(dir).open("run-1").close();
      expect([dir, join(dir, "run-1"), logOf("run-1")].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
      expect(modeOf(join(root, ".polyglav"))).toBe(0o755);
      chmodSync(dir, 0o755);
      fileStore(dir).open("run-2").close();
      expect([dir, join(dir, "run-2"), logOf("run-2")].map(modeOf)).toEqual([0o755, 0o700, 0o600]);
    } finally {
      process.umask(before);
    }
  });

  it.each([
    ["runs", (): string => dir],
    ["one run", (): string => join(dir, "run-1")],
    [".polyglav", (): string => join(root, "project", ".polyglav")],
  ])("does not follow a link in the place of the folder of %s", (_, place) => {
    dir = join(root, "project", ".polyglav", "runs");
    const elsewhere = join(root, "project-2");
    mkdirSync(join(elsewhere, "sub"), { recursive: true });
    mkdirSync(dirname(place()), { recursive: true });
    symlinkSync(elsewhere, place());
    const error = refusal("run-1");
    expect(error).toBeInstanceOf(RunFolderError);
    expect(error).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: expect.stringMatching(
        /^Cannot use the folder of the runs? ".*": a link leads it somewhere else$/,
      ) as string,
      hint: "Put a folder in the place of the link",
    });
    expect(readdirSync(elsewhere)).toEqual(["sub"]);
  });

  it("follows links of the folders further up, and those that stay in the project", () => {
    mkdirSync(join(root, "project", "kept"), { recursive: true });
    symlinkSync("project", join(root, "way"));
    symlinkSync("kept", join(root, "project", ".polyglav"));
    dir = join(root, "way", ".polyglav", "runs");
    expect(refusal("run-1")).toBeUndefined();
    expect(existsSync(join(root, "project", "kept", "runs", "run-1", "log.ndjson"))).toBe(true);
  });

  it("follows a link where the caller keeps logs outside of any .polyglav", () => {
    mkdirSync(join(root, "logs"));
    symlinkSync("logs", join(root, "link"));
    dir = join(root, "link");
    expect(refusal("run-1")).toBeUndefined();
  });

  it("says so when the folder of the runs is a file, or a link to nowhere", () => {
    mkdirSync(join(root, ".polyglav"));
    writeFileSync(dir, "");
    expect(refusal("run-1")).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      message: `Cannot make the folder of the runs "${dir}": a file has its name`,
      hint: "Move the file that is in the way",
      cause: { code: "EEXIST" },
    });
    rmSync(dir);
    symlinkSync(join(root, "new"), dir);
    expect(refusal("run-1")).toMatchObject({
      message: `Cannot make the folder of the runs "${dir}": a link to nowhere has its name`,
      hint: "Remove the link",
    });
    expect(existsSync(join(root, "new"))).toBe(false);
  });

  it.skipIf(process.platform !== "linux")("ends where the system makes no folders", () => {
    for (const from of ["/proc/.polyglav/runs", "/proc/runs"]) {
      expect(refusal("run-1", from)).toMatchObject({
        code: "POLYGLAV_RUN_FOLDER",
        message: `Cannot make the log "${from}/run-1/log.ndjson": the system makes no folder there`,
        hint: "Run in a folder that can hold others",
      });
    }
  });

  it("says so when a file is in the way", () => {
    writeFileSync(join(root, "file"), "");
    const error = refusal("run-1", join(root, "file", "runs"));
    expect(error).toBeInstanceOf(RunFolderError);
    expect(error).toMatchObject({
      code: "POLYGLAV_RUN_FOLDER",
      hint: "Move the file that is in the way",
      cause: { code: "ENOTDIR" },
    });
  });

  it.skipIf(process.getuid?.() === 0)("says so when the folder may not be written", () => {
    chmodSync(root, 0o500);
    const error = refusal("run-1");
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
  ])("refuses the id %j, which could leave the folder or hide in it", (run) => {
    expect(refusal(run)).toBeInstanceOf(RangeError);
    expect(existsSync(dir)).toBe(false);
  });

  it.each(["constructor", "20261130-015622-k3x9.1", "2026-01-01T00.00_x", "A", "x".repeat(128)])(
    "takes the id %s",
    (run) => {
      expect(refusal(run)).toBeUndefined();
    },
  );
});

describe("the log of a run", () => {
  it("refuses an entry that would be two lines, and one after its end", () => {
    const log = fileStore(dir).open("run-1");
    expect(() => {
      log.append("{}\n{}");
    }).toThrow(TypeError);
    expect(() => {
      log.append("{}\r");
    }).toThrow(TypeError);
    log.close();
    log.close();
    expect(() => {
      log.append("{}");
    }).toThrow("it is closed");
    expect(readFileSync(logOf("run-1"), "utf8")).toBe("");
  });
});
