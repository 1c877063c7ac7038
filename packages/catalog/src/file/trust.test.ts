import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LOCAL_GITIGNORE, makeLocalFolder, isTrusted, trustFolder, trustOf, untrustFolder } from "./trust.ts";

let root: string;
let places: { cwd: string; home: string; env: Record<string, string> };
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "trust-")));
  places = { cwd: join(root, "work"), home: join(root, "home"), env: {} };
  mkdirSync(places.cwd);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const file = () => join(places.home, ".config/polyglav/trust.json");
const by = { by: "me", at: new Date(0) };
const write = (text: string): void => {
  mkdirSync(join(places.home, ".config/polyglav"), { recursive: true });
  writeFileSync(file(), text);
};

describe("trust in a folder", () => {
  it("is noted in the user's own folder, by real path, with when and by whom", () => {
    expect(trustOf(places)).toBeUndefined();
    expect(readdirSync(root)).toEqual(["work"]);
    expect(trustFolder(places, by)).toEqual({ ok: true, file: file(), changed: true });
    expect(trustOf(places)).toEqual({ folder: places.cwd, at: "1970-01-01T00:00:00.000Z", by: "me" });
    expect(readdirSync(places.cwd)).toEqual([]);
  });

  it("goes with the real path, not with the links to it", () => {
    const link = join(root, "link");
    symlinkSync(places.cwd, link);
    trustFolder({ ...places, cwd: link }, by);
    expect(isTrusted(places)).toBe(true);
    rmSync(link);
    mkdirSync(link);
    expect(isTrusted({ ...places, cwd: link })).toBe(false);
  });

  it("is for this folder alone", () => {
    const below = join(places.cwd, "below");
    mkdirSync(below);
    trustFolder(places, by);
    expect(isTrusted({ ...places, cwd: below })).toBe(false);
    expect(isTrusted({ ...places, cwd: root })).toBe(false);
  });

  it("keeps what is said about others, and the first word", () => {
    write('{\n  // mine\n  "/elsewhere": { "at": "x", "by": "y" }\n}\n');
    trustFolder(places, by);
    expect(trustFolder(places, { by: "other" })).toMatchObject({ ok: true, changed: false });
    expect(trustOf(places)?.by).toBe("me");
    expect(readFileSync(file(), "utf8")).toContain("// mine");
    expect(untrustFolder(places)).toMatchObject({ ok: true, changed: true });
    expect(isTrusted(places)).toBe(false);
    expect(readFileSync(file(), "utf8")).toContain('"/elsewhere"');
    expect(untrustFolder(places)).toMatchObject({ ok: true, changed: false });
  });

  it.each(["{", "[]", "null", "{}", "true"])("is none where the file says %j", (text) => {
    write(text);
    expect(isTrusted(places)).toBe(false);
  });

  it.each([true, "yes", null, {}, { at: "x" }, { at: 1, by: "me" }])(
    "is none where the file says %j of it",
    (noted) => {
      write(JSON.stringify({ [places.cwd]: noted }));
      expect(isTrusted(places)).toBe(false);
    },
  );

  it("is not kept in a file that cannot be read, nor without a home, nor of what is not there", () => {
    write("{ broken");
    expect(trustFolder(places, by).ok).toBe(false);
    expect(readFileSync(file(), "utf8")).toBe("{ broken");
    expect(trustFolder({ ...places, home: "" }, by)).toMatchObject({ ok: false, problem: { code: "trust/not-kept" } });
    expect(isTrusted({ ...places, home: "" })).toBe(false);
    expect(trustFolder({ ...places, cwd: join(root, "ghost") }, by)).toMatchObject({ ok: false });
    expect(isTrusted({ ...places, cwd: join(root, "ghost") })).toBe(false);
  });
});

describe("makeLocalFolder()", () => {
  const folder = () => join(places.cwd, ".polyglav");

  it("makes the folder, tells git what to leave out, and trusts it", () => {
    expect(makeLocalFolder(places, by)).toEqual({ ok: true, folder: folder(), made: true, trusted: true });
    expect(readFileSync(join(folder(), ".gitignore"), "utf8")).toBe(LOCAL_GITIGNORE);
    expect(trustOf(places)?.by).toBe("me");
  });

  it("does not trust a folder that is there, nor a link, nor write into them", () => {
    mkdirSync(folder());
    expect(makeLocalFolder(places, by)).toEqual({ ok: true, folder: folder(), made: false, trusted: false });
    expect(readdirSync(folder())).toEqual([]);
    rmSync(folder(), { recursive: true });
    symlinkSync(join(root, "nowhere"), folder());
    expect(makeLocalFolder(places, by)).toMatchObject({ made: false, trusted: false });
    expect(isTrusted(places)).toBe(false);
  });

  it.each([".replio", ".claude", ".agents", ".opencode", ".mcp.json"])(
    "does not trust a folder where %s lies already",
    (name) => {
      mkdirSync(join(places.cwd, name));
      expect(makeLocalFolder(places, by)).toMatchObject({ ok: true, made: true, trusted: false });
      expect(isTrusted(places)).toBe(false);
    },
  );

  it("says what is in the way", () => {
    const ghost = { ...places, cwd: join(root, "ghost") };
    expect(makeLocalFolder(ghost, by)).toMatchObject({
      ok: false,
      problem: { code: "file/cannot-write", message: 'Cannot make ".polyglav": ENOENT' },
    });
    expect(statSync(places.cwd).isDirectory()).toBe(true);
  });

  it("says that it is not trusted when that cannot be kept", () => {
    write("{ broken");
    expect(makeLocalFolder(places, by)).toMatchObject({ ok: true, made: true, trusted: false });
  });
});
