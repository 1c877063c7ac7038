import { appendFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { call, holderOf, open, yes } from "../gate.fixture.ts";
import { createGate } from "../gate.ts";
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
    expect(() => readAudit(folder())).toThrow(/EISDIR/);
  });
});
