import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { stampOf } from "./index.ts";

it("a stamp is equal while nobody changes the file, and another one after every kind of change", () => {
  const file = fileWith("{}");
  const stamps = [stampOf(file)];
  const look = (): void => {
    expect(stampOf(file)).toBe(stampOf(file));
    stamps.push(stampOf(file));
  };
  writeFileSync(file, "{ }");
  look();
  utimesSync(file, new Date(0), new Date(0));
  look();
  chmodSync(file, 0o600);
  look();
  writeFileSync(`${file}.new`, "[ ]");
  utimesSync(`${file}.new`, new Date(0), new Date(0));
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  look();
  rmSync(file);
  look();
  mkdirSync(file);
  look();
  expect(new Set(stamps).size).toBe(7);
  expect(stamps[5]).toBeUndefined();
});

it("follows links, and has no stamp where nothing is", () => {
  const folder = folderWith({ "a.json": "{}" });
  const link = join(folder, "link.json");
  symlinkSync("a.json", link);
  expect(stampOf(link)).toBe(stampOf(join(folder, "a.json")));
  for (const nothing of ["b.json", "a.json/below", "deep/er"]) expect(stampOf(join(folder, nothing))).toBeUndefined();
  rmSync(join(folder, "a.json"));
  expect(stampOf(link)).toBeUndefined();
  symlinkSync("loop", join(folder, "loop"));
  expect(stampOf(join(folder, "loop"))).toBe("ELOOP");
  expect(stampOf("\0")).toBe("ERR_INVALID_ARG_VALUE");
});

it("takes a millisecond for some 300 files", () => {
  const folder = folderWith(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.md`, ""])));
  const files = Array.from({ length: 300 }, (_, i) => join(folder, `${i}.md`));
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    for (const file of files) stampOf(file);
    return performance.now() - start;
  });
  // Ten times as much as it takes: a figure of the benchmarks, here only its order.
  expect(Math.min(...times)).toBeLessThan(10);
});
