import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readLog } from "./read-log.ts";

const dir = mkdtempSync(join(tmpdir(), "polyglav-log-"));
const file = join(dir, "log.ndjson");
afterAll(() => {
  rmSync(dir, { recursive: true });
});

const read = (content: string | Uint8Array) => {
  writeFileSync(file, content);
  return readLog(file);
};

describe("readLog()", () => {
  it("reads every entry in order", () => {
    expect(read('{"n":1}\n{"n":2,"__proto__":{"x":1}}\n')).toEqual({
      entries: [{ n: 1 }, JSON.parse('{"n":2,"__proto__":{"x":1}}')],
      problems: [],
    });
    expect(read("")).toEqual({ entries: [], problems: [] });
  });

  it("drops a torn last line with a warning, wherever it was torn", () => {
    const last = new TextEncoder().encode('{"text":"é","n":[1,2]}');
    for (let length = 1; length < last.length; length += 1) {
      const { entries, problems } = read(Buffer.concat([Buffer.from('{"n":1}\n'), last.slice(0, length)]));
      expect(entries).toEqual([{ n: 1 }]);
      expect(problems).toEqual([
        {
          code: "log/torn-line",
          severity: "warning",
          message: "Cannot read line 2 of the log: it was never finished",
          file,
          line: 2,
        },
      ]);
    }
  });

  it("keeps a last line that only lacks its end", () => {
    expect(read('{"n":1}\n{"n":2}')).toEqual({ entries: [{ n: 1 }, { n: 2 }], problems: [] });
  });

  it.each(["{", "null", "[]", "1", '"a"', "", "\0\0"])(
    "leaves out the line %j with an error, and reads the others",
    (line) => {
      const { entries, problems } = read(`{"n":1}\n${line}\n{"n":3}\n`);
      expect(entries).toEqual([{ n: 1 }, { n: 3 }]);
      expect(problems).toEqual([
        {
          code: "log/broken-line",
          severity: "error",
          message: "Cannot read line 2 of the log: it is no JSON object",
          file,
          line: 2,
        },
      ]);
    },
  );

  it("reports a file that is not there, or is none, and never throws", () => {
    const missing = readLog(join(dir, "missing"));
    expect(missing.entries).toEqual([]);
    expect(missing.problems).toMatchObject([{ code: "log/unreadable", severity: "error", file: join(dir, "missing") }]);
    expect(readLog(dir).problems).toMatchObject([{ code: "log/unreadable" }]);
  });
});
