import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadCatalog } from "../load-catalog.ts";
import * as surface from "./index.ts";
import { importReplio, planReplio } from "./import-replio.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "import-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const places = () => ({ cwd: join(root, "work"), home: join(root, "home"), env: {} });
const write = (path: string, text: string): string => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("importReplio()", () => {
  beforeEach(() => {
    write("work/.replio/types.json", '{ "poet": { "system_prompt": "p" }, "writer": { "tags": ["old"] } }');
    write("work/.replio/teams.json", '{ "t": { "stages": ["poet"] } }');
    write("work/.replio/skills/rhyme.md", "# Rhyme\r\n");
    write("home/.config/replio/types.json", '[{ "name": "mine", "model": "m" }]');
    write("work/.polyglav/roles.json", '{\n  // mine\n  "writer": { "tags": ["new"] }\n}\n');
  });

  it("plans first, and writes nothing then", () => {
    expect(planReplio(places()).map(({ kind, name, layer, plan }) => [kind, name, layer, plan])).toEqual([
      ["role", "mine", "global", "write"],
      ["role", "poet", "local", "write"],
      ["role", "writer", "local", "keep"],
      ["team", "t", "local", "write"],
      ["skill", "rhyme", "local", "write"],
    ]);
    expect(planReplio(places())[1]).toMatchObject({
      from: join(root, "work/.replio/types.json"),
      to: join(root, "work/.polyglav/roles.json"),
    });
    expect(readdirSync(join(root, "work/.polyglav"))).toEqual(["roles.json"]);
  });

  it("writes what is new, overwrites nothing, and gives a receipt for each", () => {
    const before = loadCatalog({ ...places(), trust: true });
    const receipts = importReplio(places());
    expect(receipts.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["mine", "written"],
      ["poet", "written"],
      ["writer", "kept"],
      ["t", "written"],
      ["rhyme", "written"],
    ]);
    expect(read("work/.polyglav/roles.json")).toContain('// mine\n  "writer": { "tags": ["new"] }');
    expect(read("work/.polyglav/skills/rhyme.md")).toBe("# Rhyme\r\n");
    expect(read("work/.replio/types.json")).toContain("poet");
    const after = loadCatalog({ ...places(), trust: true });
    expect([...after.roles.entries()]).toEqual([...before.roles.entries()]);
    expect(importReplio(places()).every(({ outcome }) => outcome === "kept")).toBe(true);
  });

  it("makes nothing worse where a file of ours cannot be read", () => {
    write("work/.polyglav/roles.json", "{ broken");
    const failed = importReplio(places()).filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ name }) => name)).toEqual(["poet", "writer"]);
    expect(failed[0]?.problem?.severity).toBe("error");
    expect(read("work/.polyglav/roles.json")).toBe("{ broken");
  });

  it("is not led out of the folder by links", () => {
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(root, "work/.polyglav/skills"));
    const rhyme = importReplio(places()).find(({ name }) => name === "rhyme");
    expect(rhyme).toMatchObject({ outcome: "failed", problem: { code: "legacy/not-imported" } });
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
  });

  it("moves skills that are folders, with their files, and whatever case a name is written in", () => {
    write("work/.replio/skills/draw/SKILL.md", "# Draw\n");
    write("work/.replio/skills/draw/colors/red.md", "Red\n");
    write("work/.replio/skills/Upper.MD", "# Upper\n");
    write("work/.replio/skills/mine/SKILL.md", "# Old\n");
    write("work/.polyglav/skills/Mine.md", "# New\n");
    const skills = (steps: ReturnType<typeof planReplio>) => steps.filter(({ kind }) => kind === "skill");
    const at = (path: string) => [join(root, "work/.replio/skills", path), join(root, "work/.polyglav/skills", path)];
    const plan = skills(planReplio(places()));
    expect(plan.map(({ name, from, to, plan }) => [name, from, to, plan])).toEqual([
      ["Upper", at("Upper.MD")[0], at("Upper.md")[1], "write"],
      ["draw", ...at("draw"), "write"],
      ["mine", at("mine")[0], at("Mine.md")[1], "keep"],
      ["rhyme", ...at("rhyme.md"), "write"],
    ]);
    expect(skills(importReplio(places()))).toEqual(
      plan.map((step) => ({ ...step, outcome: step.plan === "keep" ? "kept" : "written" })),
    );
    expect(readdirSync(join(root, "work/.polyglav/skills"), { recursive: true }).sort()).toEqual(
      ["Mine.md", "Upper.md", "draw", "draw/SKILL.md", "draw/colors", "draw/colors/red.md", "rhyme.md"].map((path) =>
        join(path),
      ),
    );
    expect(read("work/.polyglav/skills/Mine.md")).toBe("# New\n");
    expect(importReplio(places()).every(({ outcome }) => outcome === "kept")).toBe(true);
  });

  it("gives no skill its name before it is whole", () => {
    const seen: boolean[] = [];
    const original = fs.writeFileSync;
    fs.writeFileSync = (...args) => {
      seen.push(existsSync(join(root, "work/.polyglav/skills/rhyme.md")));
      original(...args);
      if (Buffer.isBuffer(args[1])) throw Object.assign(new Error("injected"), { code: "ENOSPC" });
    };
    syncBuiltinESMExports();
    try {
      expect(importReplio(places()).find(({ name }) => name === "rhyme")).toMatchObject({
        outcome: "failed",
        problem: { code: "legacy/not-imported", layer: "local", message: expect.stringContaining("the disk is full") },
      });
    } finally {
      fs.writeFileSync = original;
      syncBuiltinESMExports();
    }
    expect(seen).not.toContain(true);
    expect(readdirSync(join(root, "work/.polyglav/skills"))).toEqual([]);
  });

  it("copies nothing from a folder of skills that is a link out of the working folder", () => {
    write("private/secret.md", "SECRET");
    rmSync(join(root, "work/.replio/skills"), { recursive: true });
    symlinkSync(join(root, "private"), join(root, "work/.replio/skills"));
    expect(importReplio(places()).filter(({ kind }) => kind === "skill")).toEqual([]);
    expect(existsSync(join(root, "work/.polyglav/skills"))).toBe(false);
  });

  it("has nothing to do where there is nothing of the older form", () => {
    expect(importReplio({ ...places(), cwd: root, home: join(root, "nobody") })).toEqual([]);
    expect(importReplio({ ...places(), cwd: root, home: "" })).toEqual([]);
  });
});

it("exports these names", () => {
  expect(Object.keys(surface).sort()).toEqual(["importReplio", "planReplio"]);
});
