import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { putEntry } from "../src/file/index.ts";
import { lockOf } from "../src/file/lock-file.ts";
import { fileWith, folderWith } from "./folder.ts";
import { start } from "./programs.ts";

/**
 * A process that dies in the middle of a save: before a call that changes the disk, or with half of what it writes
 * written. To die before a call that only reads is to die after the change before it.
 */
const SAVE = `
  const CHANGES = ["mkdirSync", "writeFileSync", "fchmodSync", "fchownSync", "fsyncSync", "closeSync", "renameSync", "rmSync", "unlinkSync"];
  let changes = 0;
  withDisk(({ name, args, run }) => {
    if (CHANGES.includes(name) || args[1] === "wx") changes++;
    if (changes === given.number) {
      if (name === "writeFileSync") run([args[0], String(args[1]).slice(0, String(args[1]).length / 2)]);
      process.kill(process.pid, "SIGKILL");
    }
    return run();
  }, () => put("b", { x: 1 }));`;

describe.each([
  {
    name: "an edit",
    make: () => fileWith('{\n  "a": {} // kept\n}\n'),
    texts: [
      /^\{\n {2}"a": \{\} \/\/ kept\n\}\n$/,
      /^\{\n {2}"a": \{\}, \/\/ kept\n {2}"b": \{\n {4}"x": 1\n {2}\}\n\}\n$/,
    ],
  },
  {
    name: "a new file",
    make: () => join(folderWith({}), "in/roles.json"),
    texts: [/^$/, /^\{\n {2}"b": \{\n {4}"x": 1\n {2}\}\n\}\n$/],
  },
])("$name that is killed", ({ make, texts: [before, after] }) => {
  it("at any moment leaves the old file or the new one, and the next writer finds nothing in its way", async () => {
    let saved = 0;
    const dieAt = async (number: number): Promise<boolean> => {
      const file = make();
      const { by, errors } = await start(SAVE, { file, number }).end();
      expect(errors).toBe("");
      const text = existsSync(file) ? readFileSync(file, "utf8") : "";
      if (after?.test(text)) saved++;
      else expect(text, `killed at change ${number}`).toMatch(before ?? "");
      // A lock that had no time to say whose it is gets old, as all do.
      if (existsSync(lockOf(file)) && !readFileSync(lockOf(file), "utf8").endsWith("\n"))
        utimesSync(lockOf(file), 0, 0);
      const startMs = performance.now();
      expect(putEntry(file, "c", {}, { layer: "local" }), `killed at change ${number}`).toMatchObject({ ok: true });
      expect(performance.now() - startMs).toBeLessThan(3000);
      expect(readFileSync(file, "utf8")).toContain('"c"');
      expect(readFileSync(file, "utf8").includes('"b"')).toBe(after?.test(text));
      expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
      return by === "SIGKILL";
    };
    // Two at a time: the machine may have two processors.
    let number = 1;
    while ((await Promise.all([dieAt(number), dieAt(number + 1)])).every(Boolean)) number += 2;
    expect(number).toBeGreaterThan(8);
    // Once it is in its place, and once when nothing is left to do.
    expect(saved).toBeGreaterThan(1);
  }, 120_000);
});
