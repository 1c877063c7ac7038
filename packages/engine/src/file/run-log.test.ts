import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RunFolderError } from "./run-folder-error.ts";
import { fileLog } from "./run-log.ts";

describe("fileLog()", () => {
  it.skipIf(!existsSync("/dev/full"))("says so when the disk is full", () => {
    const log = fileLog("/dev/full", openSync("/dev/full", "w"));
    expect(() => log.append("{}")).toThrow(RunFolderError);
    expect(() => log.append("{}")).toThrow('Cannot write to the log "/dev/full": the disk is full');
    log.close();
  });

  it("says what the system says about anything else", () => {
    const descriptor = openSync(import.meta.filename, "r");
    const log = fileLog("x", descriptor);
    closeSync(descriptor);
    expect(() => log.append("{}")).toThrow(/^Cannot write to the log "x": EBADF/);
  });
});
