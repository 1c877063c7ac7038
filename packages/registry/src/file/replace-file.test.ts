import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Call, withDisk } from "../../tests/faults.ts";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { type HeldLock, lockFile, lockOf } from "./lock-file.ts";
import { ChangedFile, LostLock, replaceFile } from "./replace-file.ts";
import { stampOf } from "./stamp.ts";

function lock(file: string): HeldLock {
  const held = lockFile(file);
  if (held === undefined) throw new Error("somebody else holds the lock");
  return held;
}

/** Makes a lock look older than any write takes, as one whose process was stopped. */
function age(file: string): void {
  const text = readFileSync(lockOf(file), "utf8");
  writeFileSync(lockOf(file), text.replace(/"time":\d+/, '"time":0'));
}

describe("replaceFile()", () => {
  it("leaves no draft", () => {
    const file = join(folderWith({}), "roles.json");
    const held = lock(file);
    replaceFile(file, "one", undefined, held);
    replaceFile(file, "two", stampOf(file), held);
    held.release();
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("does not write through a link in the place of the draft", () => {
    const folder = folderWith({ elsewhere: "kept" });
    const file = join(folder, "roles.json");
    const held = lock(file);
    symlinkSync("elsewhere", held.draft);
    expect(() => {
      replaceFile(file, "one", undefined, held);
    }).toThrow("EEXIST");
    expect(readFileSync(join(folder, "elsewhere"), "utf8")).toBe("kept");
  });

  it("refuses when it was stopped for so long that somebody else wrote, and keeps what that one wrote", () => {
    const file = fileWith("one");
    const stopped = lock(file);
    age(file);
    const next = lock(file);
    replaceFile(file, "two", stampOf(file), next);
    expect(stopped.isHeld()).toBe(false);
    expect(() => {
      replaceFile(file, "three", stampOf(file), stopped);
    }).toThrow(LostLock);
    stopped.release();
    expect(next.isHeld()).toBe(true);
    next.release();
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("finds its draft gone when somebody else went ahead after it was made", () => {
    const file = fileWith("one");
    const stopped = lock(file);
    writeFileSync(stopped.draft, "half of");
    age(file);
    lock(file).release();
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });

  it("never moves the half-written text of the one who went ahead", () => {
    const file = fileWith("one");
    const stopped = lock(file);
    const stamp = stampOf(file);
    const work = (): void => {
      replaceFile(file, "two", stamp, stopped);
    };
    const disk = ({ name, run }: Call): unknown => {
      const done = run();
      if (name !== "fsyncSync") return done;
      age(file);
      writeFileSync(lock(file).draft, "half of");
      return done;
    };
    expect(() => {
      withDisk(disk, work);
    }).toThrow("ENOENT");
    expect(readFileSync(file, "utf8")).toBe("one");
  });

  it("does not replace what somebody else saved since, nor what somebody else made", () => {
    for (const stamp of [undefined, stampOf(fileWith("one"))]) {
      const file = fileWith("one");
      const held = lock(file);
      expect(() => {
        replaceFile(file, "two", stamp, held);
      }).toThrow(ChangedFile);
      held.release();
      expect(readFileSync(file, "utf8")).toBe("one");
      expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
    }
  });
});
