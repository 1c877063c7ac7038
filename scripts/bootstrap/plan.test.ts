import { describe, expect, it } from "vitest";
import { environmentFor, phasesFor, pinnedPackageManager, stampFor } from "./plan.mjs";

describe("stampFor()", () => {
  it("depends on what a lockfile says and on the platform, not on its line ends", () => {
    expect(stampFor("a\nb\n", "linux-x64")).toBe(stampFor("a\r\nb\r\n", "linux-x64"));
    expect(stampFor("a\nb\n", "linux-x64")).not.toBe(stampFor("a\nc\n", "linux-x64"));
    expect(stampFor("a\nb\n", "linux-x64")).not.toBe(stampFor("a\nb\n", "darwin-arm64"));
  });
});

describe("phasesFor()", () => {
  const state = { wanted: "new", stamp: "new", build: true };

  it("only builds when the last install was for this lockfile", () => {
    expect(phasesFor(state)).toEqual(["build"]);
    expect(phasesFor({ ...state, build: false })).toEqual([]);
  });

  it("installs when the lockfile changed, or an install was not finished", () => {
    expect(phasesFor({ ...state, stamp: "old" })).toEqual(["install", "build"]);
    expect(phasesFor({ ...state, stamp: undefined })).toEqual(["install", "build"]);
    expect(phasesFor({ ...state, stamp: undefined, build: false })).toEqual(["install"]);
  });
});

describe("pinnedPackageManager()", () => {
  it("takes the hash off", () => {
    expect(pinnedPackageManager('{"packageManager":"pnpm@12.21.0"}')).toBe("pnpm@12.21.0");
    expect(pinnedPackageManager('{"packageManager":"pnpm@12.21.0+sha512.abc"}')).toBe("pnpm@12.21.0");
  });

  it("refuses what pins no version of pnpm", () => {
    for (const manifest of [
      "{}",
      '{"packageManager":"pnpm@12"}',
      '{"packageManager":"npm@11.0.0"}',
      '{"packageManager":3}',
    ]) {
      expect(() => pinnedPackageManager(manifest)).toThrow(/pins no pnpm version/);
    }
  });
});

describe("environmentFor()", () => {
  it("puts the repository's programs first and tells nobody", () => {
    expect(environmentFor({ PATH: "/usr/bin", HOME: "/h" }, "/r/.bin")).toEqual({
      PATH: expect.stringMatching(/^\/r\/\.bin.\/usr\/bin$/),
      HOME: "/h",
      DO_NOT_TRACK: "1",
      TURBO_TELEMETRY_DISABLED: "1",
    });
  });

  it("keeps the spelling of the path, and leaves an empty home out", () => {
    const env = environmentFor({ Path: "C:\\x", HOME: "" }, "bin");
    expect(Object.keys(env).sort()).toEqual(["DO_NOT_TRACK", "Path", "TURBO_TELEMETRY_DISABLED"]);
  });
});
