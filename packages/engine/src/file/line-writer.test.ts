import { RunStoreError } from "../store/run-store-error.ts";
import { describe, expect, it } from "vitest";
import { type Durability, lineWriter, type LogFile } from "./line-writer.ts";

/** A disk that takes `room` bytes, at most `step` of them at once, and is full then. */
function smallDisk(room: number, step = Infinity) {
  const taken: number[] = [];
  const disk = {
    room,
    content: () => Buffer.from(taken).toString(),
    write(content: string | Uint8Array): number {
      const piece = Buffer.from(content).subarray(0, Math.min(disk.room - taken.length, step));
      if (piece.length === 0)
        throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
      taken.push(...piece);
      return piece.length;
    },
    cut: (size: number) => {
      taken.length = size;
    },
    sync: async () => undefined,
    close: () => undefined,
  };
  return disk;
}

const writerOn = (file: LogFile, durability: Durability = "write", isHeld = () => true) =>
  lineWriter("x", file, { run: "r1", durability, size: 0, isHeld });

describe("lineWriter()", () => {
  it("writes a whole line even when the system takes it in pieces", () => {
    const disk = smallDisk(100, 3);
    writerOn(disk).append('{"text":"é"}');
    expect(disk.content()).toBe('{"text":"é"}\n');
  });

  it("says so when the disk is full", () => {
    const log = writerOn(smallDisk(0));
    expect(() => {
      log.append("{}");
    }).toThrow(RunStoreError);
    expect(() => {
      log.append("{}");
    }).toThrow('Cannot write to the log "x": the disk is full');
  });

  it("never continues a line that is there only in part", () => {
    const disk = smallDisk(7);
    const log = writerOn(disk);
    log.append("{}");
    expect(() => {
      log.append('{"n":2}');
    }).toThrow(RunStoreError);
    expect(() => {
      log.append('{"n":3}');
    }).toThrow(RunStoreError);
    disk.room = 100;
    log.append('{"n":4}');
    log.append('{"n":5}');
    expect(disk.content()).toBe('{}\n{"n":4}\n{"n":5}\n');
  });

  it("says what the system says about anything else", () => {
    const log = writerOn({
      write() {
        throw Object.assign(new Error("EBADF: bad file descriptor, write"), { code: "EBADF" });
      },
      cut: () => undefined,
      sync: async () => undefined,
      close: () => undefined,
    });
    expect(() => {
      log.append("{}");
    }).toThrow('Cannot write to the log "x": EBADF: bad file descriptor, write');
  });
});
