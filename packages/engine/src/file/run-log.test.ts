import { describe, expect, it } from "vitest";
import { RunFolderError } from "./run-folder-error.ts";
import { fileLog } from "./run-log.ts";

/** A disk that takes `room` bytes, at most `step` of them at once, and is full then. */
function smallDisk(room: number, step = Infinity) {
  const taken: number[] = [];
  const disk = {
    room,
    content: () => Buffer.from(taken).toString(),
    write(bytes: Uint8Array, from: number): number {
      const piece = bytes.subarray(from, from + Math.min(disk.room - taken.length, step));
      if (piece.length === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      taken.push(...piece);
      return piece.length;
    },
    close: () => undefined,
  };
  return disk;
}

describe("fileLog()", () => {
  it("writes a whole line even when the system takes it in pieces", () => {
    const disk = smallDisk(100, 3);
    fileLog("x", disk).append('{"text":"é"}');
    expect(disk.content()).toBe('{"text":"é"}\n');
  });

  it("says so when the disk is full", () => {
    const log = fileLog("x", smallDisk(0));
    expect(() => {
      log.append("{}");
    }).toThrow(RunFolderError);
    expect(() => {
      log.append("{}");
    }).toThrow('Cannot write to the log "x": the disk is full');
  });

  it("never continues a line that is there only in part", () => {
    const disk = smallDisk(7);
    const log = fileLog("x", disk);
    log.append("{}");
    expect(() => {
      log.append('{"n":2}');
    }).toThrow(RunFolderError);
    expect(() => {
      log.append('{"n":3}');
    }).toThrow(RunFolderError);
    disk.room = 100;
    log.append('{"n":4}');
    log.append('{"n":5}');
    expect(disk.content()).toBe('{}\n{"n"\n{"n":4}\n{"n":5}\n');
  });

  it("says what the system says about anything else", () => {
    const log = fileLog("x", {
      write() {
        throw Object.assign(new Error("EBADF: bad file descriptor, write"), { code: "EBADF" });
      },
      close: () => undefined,
    });
    expect(() => {
      log.append("{}");
    }).toThrow('Cannot write to the log "x": EBADF: bad file descriptor, write');
  });
});
