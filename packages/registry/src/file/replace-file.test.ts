import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFile, replaceFile } from "./replace-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "replace-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("replaceFile()", () => {
  it("takes away the draft that a killed writer left, and leaves none itself", () => {
    const file = join(folder, "roles.json");
    createFile(file, "one");
    writeFileSync(join(folder, ".roles.json.draft"), "half of");
    replaceFile(file, "two");
    expect(readFileSync(file, "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["roles.json"]);
  });

  it("does not write through a link in the place of the draft", () => {
    const file = join(folder, "roles.json");
    const elsewhere = join(folder, "elsewhere");
    writeFileSync(elsewhere, "kept");
    symlinkSync(elsewhere, join(folder, ".roles.json.draft"));
    createFile(file, "one");
    expect(readFileSync(elsewhere, "utf8")).toBe("kept");
    expect(readFileSync(file, "utf8")).toBe("one");
  });
});
