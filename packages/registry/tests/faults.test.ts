import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { editJson, type EditResult, readJsonLayer, removeEntry } from "../src/file/index.ts";
import { lockFile } from "../src/file/lock-file.ts";
import { type Call, fault, withDisk } from "./faults.ts";
import { fileWith, folderWith } from "./folder.ts";

const OLD = '{\n  // kept\n  "a": { "x": 1 }\n}\n';
const NEW = '{\n  // kept\n  "a": { "x": 1 },\n  "b": {}\n}\n';
const FIRST = '{\n  "b": {}\n}\n';

const addB = (file: string): EditResult =>
  editJson(
    file,
    (edit) => {
      edit.set(["b"], {});
    },
    { layer: "local" },
  );

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

interface Scene {
  readonly name: string;
  /** Makes a place to write, and gives the path to be written. */
  readonly make: () => string;
  readonly before: string | undefined;
  readonly after: string;
}

const SCENES: readonly Scene[] = [
  { name: "an edit", make: () => fileWith(OLD), before: OLD, after: NEW },
  {
    name: "a new file in a new folder",
    make: () => join(folderWith({}), "in/roles.json"),
    before: undefined,
    after: FIRST,
  },
  {
    name: "an edit through a link",
    make: () => {
      const folder = folderWith({ "home/dotfiles/roles.json": OLD });
      symlinkSync("dotfiles/roles.json", join(folder, "home/roles.json"));
      return join(folder, "home/roles.json");
    },
    before: OLD,
    after: NEW,
  },
];

/** Runs a scene with a fault in one of its calls; gives that call, `undefined` when there are not so many. */
function runWithFault({ make, before, after }: Scene, number: number, code: string): Call | undefined {
  const file = make();
  let hit: Call | undefined;
  const result = withDisk(
    (call) => {
      if (call.number !== number) return call.run();
      hit = call;
      throw fault(code, call.name);
    },
    () => addB(file),
  );
  const about = `${code} in call ${number}, ${hit?.name ?? "none"}`;
  expect(textOf(file), about).toBe(result.ok ? after : before);
  if (!result.ok) {
    expect(result.problem, about).toMatchObject({ severity: "error", layer: "local", file });
    expect(["file/cannot-write", "file/not-written", "file/locked", "file/leads-elsewhere"], about).toContain(
      result.problem.code,
    );
    expect(result.problem.message, about).toMatch(/^Cannot write "roles.json": [a-z]/);
  }
  const folder = dirname(file);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const left = names.filter((name) => !/^(dotfiles|(dotfiles\/)?roles\.json)$/.test(name));
  // Only a lock that could not be removed is left, and it gets old.
  const isRelease = result.ok && hit !== undefined;
  expect(
    left.filter((name) => !isRelease || !name.endsWith(".lock")),
    about,
  ).toEqual([]);
  return hit;
}

describe.each(SCENES)("$name", (scene) => {
  it.each(["EIO", "ENOSPC", "EACCES", "EROFS", "ENOENT"])(
    "is whole or not at all, whichever call of the disk fails with %s",
    (code) => {
      let number = 1;
      while (runWithFault(scene, number, code) !== undefined) number++;
      expect(number).toBeGreaterThan(20);
    },
  );

  it("is on the disk before it takes its place", () => {
    const names: string[] = [];
    withDisk(
      ({ name, args, run }) => {
        names.push(String(args[0]).endsWith(".draft") ? `${name} draft` : name);
        return run();
      },
      () => addB(scene.make()),
    );
    const wanted = ["openSync draft", "writeFileSync", "fsyncSync", "closeSync", "renameSync draft"];
    const start = names.indexOf("openSync draft");
    expect(
      names
        .slice(start)
        .filter((name) => wanted.includes(name))
        .slice(0, 5),
    ).toEqual(wanted);
  });

  it("is whole or not at all when the disk is full from some moment on, and succeeds when it is not any more", () => {
    let refused: string[];
    let number = 1;
    do {
      const file = scene.make();
      refused = [];
      const result = withDisk(
        ({ number: now, name, args, run }) => {
          const takesSpace = ["mkdirSync", "writeFileSync", "fsyncSync"].includes(name) || args[1] === "wx";
          if (now < number || !takesSpace) return run();
          refused.push(name);
          // A part of the text may have gone to the disk.
          if (name === "writeFileSync") run([args[0], String(args[1]).slice(0, 10)]);
          throw fault("ENOSPC", name);
        },
        () => addB(file),
      );
      if (refused.length > 0) {
        const message = 'Cannot write "roles.json": the disk is full';
        expect(result).toMatchObject({ ok: false, problem: { code: "file/cannot-write", message } });
        expect(textOf(file)).toBe(scene.before);
      }
      expect(addB(file)).toMatchObject({ ok: true });
      expect(textOf(file)).toBe(scene.after);
      number++;
    } while (refused.length > 0);
    expect(number).toBeGreaterThan(20);
  });
});

describe("a torn file", () => {
  const text = '[\n  // ü\n  { "name": "a", "x": "ü" },\n  { "name": "b" }\n]';

  it("is no layer wherever it was cut, and stays as it is for the one who mends it", () => {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length++) {
      const torn = bytes.subarray(0, length);
      const file = fileWith(torn);
      const layer = readJsonLayer(file, { layer: "local" });
      expect(layer).toMatchObject({ exists: true, readable: false });
      expect(layer.entries.size).toBe(0);
      expect(layer.problems[0]).toMatchObject({ severity: "error", file, line: expect.any(Number) });
      const code = "file/not-written";
      expect(addB(file)).toMatchObject({ ok: false, problem: { code } });
      expect(removeEntry(file, "a", { layer: "local" })).toMatchObject({ ok: false, problem: { code, name: "a" } });
      expect(readFileSync(file).equals(torn)).toBe(true);
      expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
    }
  });

  it("is no layer either when its end is zeros, as after a power cut", () => {
    const file = fileWith(`${text.slice(0, 20)}${"\0".repeat(30)}`);
    expect(readJsonLayer(file, { layer: "local" })).toMatchObject({ readable: false });
    expect(addB(file)).toMatchObject({ ok: false, problem: { code: "file/not-written" } });
  });
});

it("links that form a loop are a problem, for the reader and the writer, in the file and in its folder", () => {
  const folder = folderWith({});
  symlinkSync("b.json", join(folder, "a.json"));
  symlinkSync("a.json", join(folder, "b.json"));
  symlinkSync("in", join(folder, "in"));
  for (const path of ["a.json", "in/a.json"]) {
    const file = join(folder, path);
    const state = "its symbolic links form a loop";
    expect(readJsonLayer(file, { layer: "local" })).toMatchObject({
      exists: true,
      readable: false,
      problems: [{ code: "file/cannot-read", message: `Cannot read "a.json": ${state}` }],
    });
    expect(addB(file)).toMatchObject({
      ok: false,
      problem: { code: "file/cannot-write", message: `Cannot write "a.json": ${state}` },
    });
  }
  expect(readdirSync(folder).toSorted()).toEqual(["a.json", "b.json", "in"]);
});

describe("a lock that is lost", () => {
  it("throws nothing and takes no other one away (B74)", () => {
    const file = fileWith(OLD);
    const [lost, next] = [lockFile(file), (removeLocks(file), lockFile(file))];
    lost?.release();
    lost?.release();
    expect(lost?.isHeld()).toBe(false);
    expect(next?.isHeld()).toBe(true);
    removeLocks(file);
    mkdirSync(`${dirname(file)}/more`);
    next?.release();
  });

  it("stops the write that it was for", () => {
    const file = fileWith(OLD);
    const result = withDisk(
      (call) => {
        const opened = call.run();
        if (String(call.args[0]).endsWith(".draft") && call.name === "openSync") removeLocks(file);
        return opened;
      },
      () => addB(file),
    );
    expect(result).toMatchObject({
      ok: false,
      problem: {
        code: "file/locked",
        message: 'Cannot write "roles.json": it took so long that another process went ahead',
        hint: "Try again",
      },
    });
    expect(textOf(file)).toBe(OLD);
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });
});

function removeLocks(file: string): void {
  for (const name of readdirSync(dirname(file))) if (name.endsWith(".lock")) rmSync(join(dirname(file), name));
}
