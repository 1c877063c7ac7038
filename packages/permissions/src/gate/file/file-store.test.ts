import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { folders } from "./folder.fixture.ts";
import { askOf, describeStore, grantOf, r1 } from "../store.suite.ts";
import type { GateStore } from "../store.ts";
import { GrantStoreError } from "./fault.ts";
import { fileStore } from "./file-store.ts";
import { openRecordLog } from "./record-log.ts";

const folder = folders(afterAll);
const dirs = new WeakMap<GateStore, string>();
function storeIn(dir: string) {
  const store = fileStore(dir);
  dirs.set(store, dir);
  return store;
}

describeStore("fileStore()", {
  create: () => storeIn(join(folder(), "new", "grants")),
  reopen: (store) => storeIn(dirs.get(store) ?? ""),
});

/** A store with one grant, its file, and a way to spoil it. */
function withGrant() {
  const dir = folder();
  const store = fileStore(dir);
  store.put(grantOf("g1"));
  return { dir, store, file: store.file, text: readFileSync(store.file, "utf8") };
}

describe("fileStore()", () => {
  it("writes nothing before something was granted, and then for its owner alone", () => {
    const dir = join(folder(), "a", "b");
    const store = fileStore(dir);
    expect(store.list()).toEqual([]);
    expect(store.problems()).toEqual([]);
    expect(existsSync(dir)).toBe(false);
    store.put(grantOf("g1"));
    expect(statSync(store.file).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
  });

  it("keeps one JSON object a line", () => {
    const { text } = withGrant();
    expect(text.endsWith("\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ v: 1, do: "put", grant: { id: "g1" } });
  });

  it("goes on after a line that a crash cut short, wherever it was cut", () => {
    const { text, file, dir } = withGrant();
    const claim = `{"v":1,"do":"claim","grant":"g1","call":"c1"}`;
    for (let length = 1; length < claim.length; length += 1) {
      writeFileSync(file, text + claim.slice(0, length));
      const store = fileStore(dir);
      expect(store.problems()).toEqual([]);
      expect(store.claim("g1", "c2")).toBe(true);
      expect(store.put(grantOf("g2"))).toBe(true);
      const other = fileStore(dir);
      expect(other.claim("g1", "c1")).toBe(false);
      expect(other.list()).toEqual([grantOf("g2")]);
    }
  });

  it("lets two repair the same torn line", () => {
    const { text, file, dir } = withGrant();
    writeFileSync(file, `${text}{"v":1,"do":"cl`);
    const [one, two] = [fileStore(dir), fileStore(dir)];
    expect([one.list(), two.list()]).toEqual([[grantOf("g1")], [grantOf("g1")]]);
    // Both have seen it torn, and each writes without having seen what the other wrote.
    const before = readFileSync(file);
    one.put(grantOf("g2"));
    const written = readFileSync(file).subarray(before.length);
    writeFileSync(file, Buffer.concat([before, written, written]));
    expect(fileStore(dir).list()).toEqual([grantOf("g1"), grantOf("g2")]);
  });

  const SPOILED: readonly (readonly [string, (text: string) => string | Uint8Array])[] = [
    ["a line that is no JSON", (text) => `${text}hello\n`],
    ["a line that was changed in the middle", (text) => `${text.slice(0, 20)}\u0000${text.slice(21)}`],
    ["a line of another version", (text) => text.replace('"v":1', '"v":2')],
    ["a line of an unknown kind", (text) => text.replace('"put"', '"give"')],
    ["a grant without a holder", (text) => text.replace('"holder":"r1"', '"holder":7')],
    ["a grant with an unknown use", (text) => text.replace('"once"', '"always"')],
    ["a grant whose end is no time", (text) => text.replace('"uses"', '"until":"never","uses"')],
    [
      "an ask whose request was changed",
      (text) => text + recordOf(askOf("a1")).replace('"resource":["ls"]', '"resource":["rm"]'),
    ],
    ["something else than UTF-8", (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])])],
    ["a repair that names another line", (text) => `${text}{"v":1,"do":"cl\n{"v":1,"do":"torn","at":3}\n`],
  ];

  it.each(SPOILED)("grants nothing and changes nothing where there is %s", (_, spoil) => {
    const { text, file, dir } = withGrant();
    const spoiled = Buffer.from(spoil(text));
    writeFileSync(file, spoiled);
    const store = fileStore(dir);
    expect(store.problems()).toMatchObject([{ code: "grants/unreadable", severity: "error", file }]);
    for (const use of [
      () => store.open(r1, "c1"),
      () => store.claim("g1", "c1"),
      () => store.put(grantOf("g9")),
      () => store.revoke("g1"),
      () => store.ask(askOf("a9")),
      () => store.asks(),
    ]) {
      expect(use).toThrow(GrantStoreError);
    }
    expect(readFileSync(file).equals(spoiled)).toBe(true);
  });

  it("names the line that cannot be read, and what to do", () => {
    const { text, file, dir } = withGrant();
    writeFileSync(file, `${text}${text.replace("g1", "g2")}hello\n`);
    expect(fileStore(dir).problems()).toEqual([
      {
        code: "grants/unreadable",
        severity: "error",
        message: `Cannot use the grants in ${JSON.stringify(file)}: this line is no record of it`,
        hint: "move the file away, and everything is asked for again",
        file,
        line: 3,
      },
    ]);
  });

  it("trusts no file that others may write", () => {
    const { file, dir } = withGrant();
    for (const mode of [0o620, 0o602, 0o666]) {
      chmodSync(file, mode);
      expect(fileStore(dir).problems()).toMatchObject([
        { code: "grants/not-private", hint: expect.stringContaining("chmod 600") },
      ]);
    }
    chmodSync(file, 0o644);
    expect(fileStore(dir).problems()).toEqual([]);
  });

  it("waits for no pipe, neither to read nor to write", () => {
    const dir = folder();
    const store = fileStore(dir);
    expect(store.list()).toEqual([]);
    execFileSync("mkfifo", [store.file]);
    expect(store.problems()).toMatchObject([
      {
        code: "grants/unreadable",
        message: `Cannot use the grants in ${JSON.stringify(store.file)}: it is not a regular file`,
      },
    ]);
    expect(() => store.put(grantOf("g1"))).toThrow(GrantStoreError);
    expect(() => {
      openRecordLog(store.file).append({ do: "forget", holder: "r1" });
    }).toThrow("it is not a regular file");
  });

  it("follows no link", () => {
    const { file } = withGrant();
    const dir = folder();
    symlinkSync(file, join(dir, "grants.ndjson"));
    expect(fileStore(dir).problems()).toMatchObject([{ code: "grants/unreadable" }]);
    const other = folder();
    symlinkSync("/dev/zero", join(other, "grants.ndjson"));
    expect(fileStore(other).problems()).toMatchObject([{ code: "grants/unreadable" }]);
  });

  it("is no file where a folder is in the way", () => {
    const dir = folder();
    mkdirSync(join(dir, "grants.ndjson"));
    expect(fileStore(dir).problems()).toMatchObject([{ code: "grants/unreadable" }]);
    const inFile = join(dir, "file");
    writeFileSync(inFile, "");
    expect(fileStore(join(inFile, "x")).problems()).toMatchObject([{ code: "grants/unreadable" }]);
  });

  it("stops where the file is replaced, cut or deleted while it is in use", () => {
    for (const spoil of [
      (file: string, text: string) => {
        rmSync(file);
        writeFileSync(file, text.replace("g1", "g2") + text, { mode: 0o600 });
      },
      (file: string) => {
        writeFileSync(file, "");
      },
      (file: string) => {
        rmSync(file);
      },
    ]) {
      const { store, file, text } = withGrant();
      store.list();
      spoil(file, text);
      expect(store.problems()).toMatchObject([{ code: "grants/replaced" }]);
      expect(() => store.put(grantOf("g3"))).toThrow(GrantStoreError);
    }
  });

  it("keeps nothing that it could not read back", () => {
    const { store, text, file } = withGrant();
    const ask = askOf("a1");
    expect(() => store.put(grantOf("g2", { until: Number.POSITIVE_INFINITY }))).toThrow(TypeError);
    expect(() => store.put(grantOf("g2", { until: 1e300 }))).toThrow(TypeError);
    expect(() => store.ask({ ...ask, deadline: Number.NaN })).toThrow(TypeError);
    expect(() => store.ask({ ...ask, deadline: 8.64e15 + 1 })).toThrow(TypeError);
    expect(() => store.ask({ ...ask, digest: "" })).toThrow(TypeError);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(store.put(grantOf("\ud800"))).toBe(true);
    expect(fileStore(store.file.replace("/grants.ndjson", "")).list()).toHaveLength(2);
  });

  it("tells that it cannot write", () => {
    const store = fileStore("/proc/nothing/here");
    expect(store.list()).toEqual([]);
    expect(() => store.put(grantOf("g1"))).toThrow(
      /^Cannot write the grants in "\/proc\/nothing\/here\/grants.ndjson": /,
    );
    expect(store.list()).toEqual([]);
  });
});

const recordOf = (ask: unknown): string => `${JSON.stringify({ v: 1, do: "ask", ask })}\n`;
