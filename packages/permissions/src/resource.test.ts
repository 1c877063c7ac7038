import { describe, expect, it } from "vitest";
import { withCategories } from "./category.ts";
import { patternOf, resourceOf } from "./resource.ts";

describe("resourceOf()", () => {
  it("reads a text as its category writes it", () => {
    expect(resourceOf("edit", "./src/../README.md")).toEqual(["README.md"]);
    expect(resourceOf("bash", "git commit -m 'a b'")).toEqual(["git", "commit", "-m", "a b"]);
    expect(resourceOf("vcs", "git log")).toEqual(["git", "log"]);
    expect(resourceOf("web", "https://a.b/")).toEqual(["https", "b", "a", "/", ""]);
    expect(resourceOf("mcp", "my_server/my_tool")).toEqual(["my_server", "my_tool"]);
    expect(resourceOf("delegate", "a/b")).toEqual(["a/b"]);
  });

  it("knows the worktree and the home folder where it is told", () => {
    const places = { worktree: "/w", home: "/h" };
    expect(resourceOf("read", "/w/a", places)).toEqual(["a"]);
    expect(resourceOf("read", "~/a", places)).toEqual(["/", "h", "a"]);
    expect(resourceOf("read", "~/a")).toBeUndefined();
  });

  it("is none for what cannot be read, or a category that nobody knows", () => {
    expect(resourceOf("bash", "a | b")).toBeUndefined();
    expect(resourceOf("web", "example.com")).toBeUndefined();
    for (const category of ["shell", "constructor", "__proto__", ""]) expect(resourceOf(category, "a")).toBeUndefined();
  });

  it("reads the categories of a plugin", () => {
    const categories = withCategories({ vault: "path" });
    expect(resourceOf("vault", "./a", { categories })).toEqual(["a"]);
    expect(patternOf("vault", ["a*"], categories)).toBe("a\\*");
    expect(resourceOf("vault", "./a")).toBeUndefined();
    expect(patternOf("vault", ["a"])).toBeUndefined();
  });
});
