import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { grantOf, r1 } from "../store.suite.ts";
import { folders } from "./folder.fixture.ts";
import { projectStore } from "./project-store.ts";

const folder = folders(afterAll);
const standing = grantOf("g1", { uses: "project", holder: { chain: ["root", "coder"] } });

it("a project is its folder by its real path: a link to it is the same, another of the same name is not", () => {
  const home = folder();
  const [one, two] = [folder(), folder()].map((parent) => join(parent, "shop"));
  if (one === undefined || two === undefined) throw new Error("there are no folders");
  mkdirSync(one);
  mkdirSync(two);
  const link = join(folder(), "link");
  symlinkSync(one, link);
  projectStore(home, one).put(standing);
  expect(projectStore(home, link).open(r1, "c")).toEqual([standing]);
  expect(projectStore(home, join(link, "..", "link", ".")).open(r1, "c")).toEqual([standing]);
  expect(projectStore(home, two).open(r1, "c")).toEqual([]);
  expect(projectStore(folder(), one).open(r1, "c")).toEqual([]);
});

it("nothing is written into the project, and a folder that is not there is none", () => {
  const [home, project] = [folder(), folder()];
  const { file } = projectStore(home, project);
  expect(file.startsWith(home)).toBe(true);
  expect(() => projectStore(home, join(project, "nothing"))).toThrow(/ENOENT/);
});
