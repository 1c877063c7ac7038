import { describe, expect, it } from "vitest";
import { foldsCase, isOneFile } from "./fold-case.ts";
import { memoryFs } from "./memory-fs.fixture.ts";
import { nodeFs } from "./node/index.ts";

describe("foldsCase()", () => {
  it("asks for a name on the way in the other case", async () => {
    const tree = { "/": { Work: { "a.ts": "", "1": {} } } };
    for (const path of ["/Work", "/Work/a.ts", "/work", "/Work/1", "/Work/1/2"]) {
      expect(await foldsCase(path, memoryFs(tree, { folds: true })), path).toBe(true);
      expect(await foldsCase(path, memoryFs(tree)), path).toBe(false);
    }
  });

  it("asks for another name where nothing stands yet, in the last folder that there is", async () => {
    const tree = { "/": { "1": { "2": "", Makefile: "", more: { x: "" } } } };
    for (const path of ["/1/New", "/1/none/of/it", "/1/2"]) {
      expect(await foldsCase(path, memoryFs(tree, { folds: true })), path).toBe(true);
      expect(await foldsCase(path, memoryFs(tree)), path).toBe(false);
    }
    const untold = memoryFs({ "/": { "1": {} } }, { folds: true });
    expect(await foldsCase("/1/New", untold)).toBe(false);
    expect(await foldsCase("/", untold)).toBe(false);
  });

  it("reads no folder where the name itself can tell", async () => {
    const fs = memoryFs({ "/": { Work: { "a.ts": "" } } });
    const readdir = () => Promise.reject(new Error("read"));
    let reads = 0;
    const counting = { ...fs, readdir: (path: string) => ((reads += 1), fs.readdir(path)) };
    expect(await foldsCase("/Work/a.ts", counting)).toBe(false);
    expect(reads).toBe(0);
    expect(await foldsCase("/Work/new", { ...fs, readdir })).toBe(false);
  });

  it("two files that differ in case do not fold, nor does what cannot be looked at", async () => {
    expect(await foldsCase("/a", memoryFs({ "/": { a: "", A: "" } }))).toBe(false);
    const closed = async () => Promise.reject(Object.assign(new Error("EACCES"), { code: "EACCES" }));
    const fs = { lstat: closed, readdir: closed, readlink: closed, realpath: closed };
    expect(await foldsCase("/a/b", fs)).toBe(false);
  });

  it("has no answer for a relative path", async () => {
    await expect(foldsCase("a", nodeFs)).rejects.toThrow(TypeError);
  });
});

it("one file is told by its device and number, and nothing is no file", async () => {
  const fs = memoryFs({ "/": { a: "", b: "" } }, { folds: true });
  expect(await isOneFile("/a", "/A", fs)).toBe(true);
  expect(await isOneFile("/a", "/b", fs)).toBe(false);
  expect(await isOneFile("/c", "/C", fs)).toBe(false);
  const elsewhere = { ...fs, lstat: async (path: string) => ({ ...(await fs.lstat("/a")), dev: path.length }) };
  expect(await isOneFile("/a", "/a/", elsewhere)).toBe(false);
});
