import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { call, holderOf, open, yes } from "../gate.fixture.ts";
import { createGate } from "../gate.ts";
import { GrantStoreError } from "./fault.ts";
import { fileAudit, readAudit } from "./file-audit.ts";
import { folders } from "./folder.fixture.ts";

const folder = folders(afterAll);
const fault = (message: string) => ({ type: "fault", message }) as const;

describe("fileAudit", () => {
  it("writes what happens at a gate, one object a line, for its owner alone", async () => {
    const file = join(folder(), "new", "audit.ndjson");
    const gate = createGate({ operator: yes, onEvent: fileAudit(file, { now: () => 0 }) });
    const permit = await gate.authorize(holderOf({ bash: "ask" }), call("bash", "ls\n"), open());
    if (permit.ok) await permit.start();
    const lines = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      "asked",
      "answered",
      "granted",
      "claimed",
      "started",
    ]);
    expect(readAudit(file)[0]).toMatchObject({
      t: "1970-01-01T00:00:00.000Z",
      holder: "me",
      actions: [{ resource: ["ls\n"] }],
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("says once that it cannot write, until it can again, and never stops a gate", () => {
    const file = join(folder(), "audit.ndjson");
    mkdirSync(file);
    const faults: unknown[] = [];
    const audit = fileAudit(file, { onFault: (cause) => faults.push(cause) });
    for (const message of ["a", "b"]) audit(fault(message));
    expect(faults).toHaveLength(1);
    expect(() => {
      fileAudit(file)(fault("a"));
    }).not.toThrow();
  });

  it("loses no line because of a time that is no date", () => {
    const file = join(folder(), "audit.ndjson");
    const faults: unknown[] = [];
    for (const now of [1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15 + 1])
      fileAudit(file, { now: () => now, onFault: (cause) => faults.push(cause) })(fault("a"));
    expect(faults).toEqual([]);
    expect(readAudit(file).map(({ t }) => t)).toEqual([
      "+275760-09-13T00:00:00.000Z",
      "-271821-04-20T00:00:00.000Z",
      "1970-01-01T00:00:00.000Z",
      "+275760-09-13T00:00:00.000Z",
      "+275760-09-13T00:00:00.000Z",
    ]);
  });

  it("writes into no pipe, whether somebody reads it or not, and into no device", () => {
    const fifo = join(folder(), "audit.ndjson");
    execFileSync("mkfifo", [fifo]);
    for (const file of [fifo, "/dev/null"]) {
      const faults: unknown[] = [];
      fileAudit(file, { onFault: (cause) => faults.push(cause) })(fault("a"));
      expect(faults, file).toMatchObject([{ code: "ENXIO" }]);
    }
  });
});

describe("readAudit", () => {
  it("leaves out what is no entry, and what follows a line that was cut short is read", () => {
    const file = join(folder(), "audit.ndjson");
    const audit = fileAudit(file);
    expect(readAudit(file)).toEqual([]);
    audit(fault("a"));
    appendFileSync(file, '{"t":"2030');
    audit(fault("b"));
    appendFileSync(file, '[]\nnull\n7\n{"t":1,"type":"x"}\n');
    expect(readAudit(file).map(({ message }) => message)).toEqual(["a", "b"]);
  });

  it("throws where there is something that cannot be read", () => {
    expect(() => readAudit(folder())).toThrow(GrantStoreError);
    expect(() => readAudit(folder())).toThrow(/^Cannot read the audit in ".*": it is a folder$/);
  });

  it("waits for no pipe and reads no device, link or giant", () => {
    const [fifo, link, giant] = ["fifo", "link", "giant"].map((name) => join(folder(), name));
    if (fifo === undefined || link === undefined || giant === undefined) throw new Error("there are no files");
    execFileSync("mkfifo", [fifo]);
    symlinkSync("/dev/zero", link);
    writeFileSync(giant, "");
    truncateSync(giant, 256 * 1024 * 1024 + 1);
    for (const [file, state] of [
      [fifo, "it is not a regular file"],
      ["/dev/zero", "it is not a regular file"],
      [link, "it is a symbolic link"],
      [giant, "it is larger than 256 MiB"],
    ] as const) {
      expect(() => readAudit(file), file).toThrow(GrantStoreError);
      expect(() => readAudit(file)).toThrow(`Cannot read the audit in ${JSON.stringify(file)}: ${state}`);
    }
  });

  const t = "2030-01-01T00:00:00.000Z";

  it.each([
    { t: "x", type: "started" },
    { t: "2030-01-01", type: "started" },
    { t, type: "x" },
    { t, type: "constructor" },
    { t, type: "started", holder: 5 },
    { t, type: "started", chain: "root" },
    { t, type: "started", chain: [1] },
    { t, type: "started", actions: [{ category: "bash" }] },
    { t, type: "started", decision: "maybe" },
    { t, type: "started", because: [null] },
    { t, type: "answered", answer: "always" },
    { t, type: "answered", by: "somebody" },
    { t, type: "asked", to: {} },
    { t, type: "granted", until: "soon" },
    { t, type: "granted", covers: {} },
    ...["role", "call", "ask", "grant", "tool", "summary", "reason", "message", "lift", "uses"].map((field) => ({
      t,
      type: "fault",
      [field]: null,
    })),
  ])("leaves out the line %j, which has not the shape of an entry", (line) => {
    const file = join(folder(), "audit.ndjson");
    writeFileSync(file, `${JSON.stringify(line)}\n${JSON.stringify({ t, type: "fault" })}\n`);
    expect(readAudit(file)).toEqual([{ t, type: "fault" }]);
  });

  it("gives back whatever agents called their things, as data", () => {
    const file = join(folder(), "audit.ndjson");
    for (const message of ["", "__proto__", "constructor", '\u001b[2J"}\n{"t":1}', "\ud800"]) {
      const entry = { t, type: "fault", message, holder: message, chain: [message], by: { id: message } };
      writeFileSync(file, `${JSON.stringify(entry)}\n`);
      expect(readAudit(file)).toEqual([entry]);
    }
  });
});
