import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
