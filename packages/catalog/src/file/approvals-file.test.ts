import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { approveModel, disapproveModel, isApproved, noteModelUse } from "../approvals.ts";
import { changeApprovals, readApprovals } from "./approvals-file.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "approvals-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const places = () => ({ cwd: home, home, env: {} });
const file = () => join(home, ".config/polyglav/models.json");
const qwen = { provider: "local", model: "qwen3" };
const approve = (model = qwen) =>
  changeApprovals(places(), (list) => approveModel(list, model, { by: "operator", at: new Date(0) }));
const write = (text: string): void => {
  mkdirSync(join(home, ".config/polyglav"), { recursive: true });
  writeFileSync(file(), text);
};

describe("the file of approved models", () => {
  it("is made when there is something to note, for the operator alone", () => {
    expect(readApprovals(places())).toEqual({ value: [], problems: [] });
    expect(approve()).toEqual({ ok: true, file: file(), changed: true });
    if (process.platform !== "win32") expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual([
      { ...qwen, added_at: "1970-01-01T00:00:00.000Z", by: "operator" },
    ]);
    expect(isApproved(readApprovals(places()).value, qwen)).toBe(true);
  });

  it("is not written when nothing changes, and keeps its mode when something does", () => {
    approve();
    expect(approve()).toMatchObject({ ok: true, changed: false });
    changeApprovals(places(), (list) => noteModelUse(list, qwen, new Date(1000)));
    expect(readApprovals(places()).value[0]?.last_used).toBe("1970-01-01T00:00:01.000Z");
    if (process.platform !== "win32") expect(statSync(file()).mode & 0o777).toBe(0o600);
    changeApprovals(places(), (list) => disapproveModel(list, qwen));
    expect(readApprovals(places()).value).toEqual([]);
  });

  it.each(["{ broken", "{}", '[{ "provider": "local" }]'])(
    "approves nothing wrong and stays as it is with %j",
    (text) => {
      write(text);
      const { value, problems } = readApprovals(places());
      expect(value).toEqual([]);
      expect(problems[0]).toMatchObject({ severity: "error", file: file() });
      expect(approve().ok).toBe(false);
      expect(readFileSync(file(), "utf8")).toBe(text);
    },
  );

  it("names the line of what is wrong, and takes the rest", () => {
    write(`[\n  ${JSON.stringify(qwen)},\n  5\n]\n`);
    const { value, problems } = readApprovals(places());
    expect(isApproved(value, qwen)).toBe(true);
    expect(problems).toMatchObject([{ code: "approvals/wrong-type", line: 3, column: 3 }]);
  });

  it("is nowhere where there is no home", () => {
    const nowhere = { ...places(), home: "" };
    expect(readApprovals(nowhere)).toEqual({ value: [], problems: [] });
    expect(changeApprovals(nowhere, (list) => list)).toMatchObject({
      ok: false,
      problem: { code: "approvals/not-kept" },
    });
  });

  it.each(["writeFileSync", "linkSync"] as const)(
    "is never there half: a kill or a full disk in %s leaves none, and the next one makes it",
    (name) => {
      mkdirSync(join(home, ".config/polyglav"), { recursive: true });
      const during: boolean[] = [];
      const original: unknown = Reflect.get(fs, name);
      Reflect.set(fs, name, () => {
        during.push(existsSync(file()));
        throw Object.assign(new Error("injected"), { code: "ENOSPC" });
      });
      syncBuiltinESMExports();
      try {
        expect(approve()).toMatchObject({ ok: false, problem: { code: "approvals/not-kept" } });
      } finally {
        Reflect.set(fs, name, original);
        syncBuiltinESMExports();
      }
      expect(during).toEqual([false]);
      expect(readdirSync(join(home, ".config/polyglav"))).toEqual([]);
      expect(approve()).toMatchObject({ ok: true });
      expect(readdirSync(join(home, ".config/polyglav"))).toEqual(["models.json"]);
    },
  );

  it("is what another program made meanwhile, also on a disk without links", () => {
    for (const code of ["EEXIST", "EPERM"]) {
      const original = fs.linkSync;
      fs.linkSync = () => {
        if (code === "EEXIST") write(JSON.stringify([{ provider: "other", model: "m" }]));
        throw Object.assign(new Error("injected"), { code });
      };
      syncBuiltinESMExports();
      try {
        expect(approve()).toMatchObject({ ok: true, changed: true });
      } finally {
        fs.linkSync = original;
        syncBuiltinESMExports();
      }
      expect(readApprovals(places()).value).toHaveLength(code === "EEXIST" ? 2 : 1);
      expect(readdirSync(join(home, ".config/polyglav"))).toEqual(["models.json"]);
      rmSync(file());
    }
  });

  it("says what is in the way", () => {
    writeFileSync(join(home, ".config"), "a file");
    expect(approve()).toMatchObject({ ok: false, problem: { code: "approvals/not-kept", file: file() } });
  });
});
