import { expect, it } from "vitest";
import { resourceOf } from "../resource.ts";
import { pathResource, segmentsBelow } from "./resource.ts";

it.each([
  ["/w/a/b", ["a", "b"]],
  ["/w/a/./../b//", ["b"]],
  ["a/b", ["a", "b"]],
  ["/w", ["."]],
  ["/w/", ["."]],
  [".", ["."]],
  ["", ["."]],
  ["..", ["/"]],
  ["/", ["/"]],
  ["/../..", ["/"]],
  ["/wa", ["/", "wa"]],
  ["/w/../w2/x", ["/", "w2", "x"]],
  ["/W/a", ["/", "W", "a"]],
  ["/w/constructor/__proto__", ["constructor", "__proto__"]],
  ["/w/a\\b", ["a\\b"]],
  ["/w/~/a", ["~", "a"]],
  ["/w/ ", [" "]],
] as const)("pathResource(%j) from /w is %j", (path, resource) => {
  expect(pathResource(path, { worktree: "/w" })).toEqual(resource);
});

it("pathResource() names paths as the patterns of a carve do", () => {
  for (const path of ["/w/a", "/w", "/etc/hosts", "a/../b", "/", "../x", "/w/a*b", "/w/[x]"])
    expect(pathResource(path, { worktree: "/w/" }), path).toEqual(resourceOf("edit", path, { worktree: "/w" }));
});

it.each([
  ["C:\\w\\a", ["a"]],
  ["c:/w/A\\b", ["A", "b"]],
  ["a\\..\\b", ["b"]],
  ["\\w\\a", ["a"]],
  ["\\x", ["/", "C:", "x"]],
  ["D:\\w\\a", ["/", "D:", "w", "a"]],
  ["\\\\?\\c:\\w\\a", ["a"]],
  ["\\\\.\\C:\\w", ["."]],
  ["C:\\", ["/", "C:"]],
  ["\\\\Server\\Share\\a", ["/", "\\\\server\\share", "a"]],
  ["\\\\?\\UNC\\server\\SHARE\\a", ["/", "\\\\server\\share", "a"]],
  ["\\\\.\\PhysicalDrive0", ["/", "\\\\.", "PhysicalDrive0"]],
  ["C:a", ["/", "C:", "C:", "a"]],
  ["\\\\server", ["/", "C:", "server"]],
] as const)("on Windows pathResource(%j) from C:\\w is %j", (path, resource) => {
  expect(pathResource(path, { worktree: "c:\\w" })).toEqual(resource);
});

it("pathResource() takes the dots out of the worktree, too", () => {
  expect(pathResource("/w/a", { worktree: "/x/.././w/" })).toEqual(["a"]);
});

it("pathResource() refuses a worktree that is not absolute", () => {
  for (const worktree of ["", ".", "w", "~", "C:", "C:w", "\\w"])
    expect(() => pathResource("a", { worktree }), worktree).toThrow(TypeError);
});

it("segmentsBelow() compares names, not texts", () => {
  expect(segmentsBelow("/", "/a/b")).toEqual(["a", "b"]);
  expect(segmentsBelow("/a/", "/a//b/")).toEqual(["b"]);
  expect(segmentsBelow("/a", "/a/../b")).toBeUndefined();
  expect(segmentsBelow("/a/b", "/a")).toBeUndefined();
  expect(segmentsBelow("/a", "a/b")).toBeUndefined();
  expect(segmentsBelow("a", "a/b")).toBeUndefined();
  expect(segmentsBelow("C:\\a", "c:\\a\\b")).toEqual(["b"]);
});
