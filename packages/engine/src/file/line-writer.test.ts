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

  it("refuses a line, and says so, when the lease is gone; what was kept back is not written either", () => {
    for (const durability of ["write", "exit"] as const) {
      let isHeld = true;
      const disk = smallDisk(100);
      const log = writerOn(disk, durability, () => isHeld);
      log.append('{"n":1}');
      isHeld = false;
      expect(() => {
        log.append('{"n":2}');
      }).toThrow(expect.objectContaining({ code: "POLYGLAV_LEASE_LOST" }) as Error);
      if (durability === "exit") expect(disk.content()).toBe("");
    }
  });

  it("with exit hands lines over when it is committed, or many have come, and keeps them when the disk is full", () => {
    const disk = smallDisk(20);
    const log = writerOn(disk, "exit");
    log.append('{"n":1}');
    expect(disk.content()).toBe("");
    expect(log.commit()).toBeUndefined();
    expect(disk.content()).toBe('{"n":1}\n');
    log.append('{"n":2}');
    log.append('{"n":3}');
    expect(() => log.commit()).toThrow(RunStoreError);
    expect(disk.content()).toBe('{"n":1}\n');
    disk.room = 100_000;
    log.flush();
    expect(disk.content()).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
    for (let n = 0; n < 300; n += 1) log.append('{"n":4}');
    expect(disk.content().length).toBeGreaterThan(256 * 8);
  });

  it("with sync waits for the disk, and with anything else for nothing", async () => {
    for (const [durability, expected] of [
      ["sync", 1],
      ["write", 0],
      ["exit", 0],
    ] as const) {
      let syncs = 0;
      const disk = {
        ...smallDisk(100),
        sync: async () => {
          syncs += 1;
        },
      };
      const log = writerOn(disk, durability);
      expect(log.commit()).toBeUndefined();
      log.append("{}");
      const [one, two] = [log.commit(), log.commit()];
      expect(one !== undefined).toBe(durability === "sync");
      await one;
      await two;
      expect(syncs).toBe(expected);
    }
  });

  it("writes nothing more after a sync that failed", async () => {
    const disk = {
      ...smallDisk(100),
      sync: async () => {
        throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
      },
    };
    const log = writerOn(disk, "sync");
    log.append("{}");
    await expect(log.commit()).rejects.toMatchObject({ code: "POLYGLAV_RUN_FOLDER" });
    expect(() => {
      log.append("{}");
    }).toThrow(RunStoreError);
  });
});
