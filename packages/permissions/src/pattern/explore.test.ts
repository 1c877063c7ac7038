import { describe, expect, it } from "vitest";
import type { ResourceKind } from "../category.ts";
import { Automaton } from "./automaton.ts";
import { explore, type Onward } from "./explore.ts";
import { readPattern } from "./read.ts";

/** What is visited, as texts, and whether that was all. */
function visits(kind: ResourceKind, texts: readonly string[], onward: (resource: string) => Onward = () => undefined) {
  const patterns = texts.flatMap((text) => {
    const read = readPattern(kind, text, {});
    return read.ok ? read.value.map((pattern) => [pattern, text] as const) : [];
  });
  const seen: string[] = [];
  const isComplete = explore(new Automaton(patterns), kind, (resource) => {
    seen.push(resource.join(" "));
    return onward(resource.join(" "));
  });
  return { seen, isComplete };
}

describe("explore()", () => {
  it("visits one resource where there are no patterns", () => {
    expect(visits("command", []).seen).toEqual(["ls"]);
    expect(visits("path", []).seen).toEqual(["a.txt"]);
    expect(visits("names", []).seen).toEqual(["a"]);
    expect(visits("name", []).seen).toEqual(["a"]);
    expect(visits("url", []).seen.at(0)).toBe("https example / a");
  });

  it("visits what is mentioned and what is not, shortest first", () => {
    expect(visits("command", ["npm test **"])).toEqual({
      seen: ["ls", "npm", "npm test", "npm test a"],
      isComplete: true,
    });
    expect(visits("name", ["code-*", "docs"]).seen).toEqual(["a", "docs", "code-x"]);
  });

  it("knows a worktree, what is outside it, and no names of dots", () => {
    const { seen } = visits("path", [".*", "/**", "."]);
    expect(seen).toContain(".");
    expect(seen).toContain("/");
    expect(seen).not.toContain("..");
    expect(seen.filter((resource) => /[^ ]+ [/.]( |$)/.test(resource))).toEqual([]);
  });

  it("visits the worktree where only that is matched so, and never what goes up", () => {
    expect(visits("path", [".*", "*.", ".*."]).seen).toContain(".");
    expect(visits("path", ["..*", "*..", "..*."]).seen).not.toContain("..");
  });

  it("visits URLs before what is none, in all their parts", () => {
    const { seen } = visits("url", ["https://a.test:8080/x?q*"]);
    const isUrl = (resource: string): boolean => / (?::\d+)?\/(?:\?\S*)?(?: \S+)+$/.test(resource);
    const firstOdd = seen.findIndex((resource) => !isUrl(resource));
    expect(firstOdd).toBeGreaterThan(0);
    expect(seen.slice(firstOdd).filter(isUrl)).toEqual([]);
    expect(seen.slice(0, firstOdd).some((resource) => /^https test a :8080\/\?q\S* x$/.test(resource))).toBe(true);
  });

  it("stops where it is told to, and leaves out what it is told to skip", () => {
    const patterns = ["npm test **", "git log"];
    expect(visits("command", patterns, () => "stop")).toEqual({ seen: ["ls"], isComplete: true });
    expect(visits("command", patterns, (resource) => (resource === "npm" ? "skip" : undefined)).seen).toEqual([
      ...["ls", "npm", "git", "git log"],
    ]);
  });

  it("says so when it gives up", () => {
    const hostile = Array.from({ length: 24 }, (_, i) => `**/a${i}/**`);
    expect(visits("path", hostile).isComplete).toBe(false);
    const globs = Array.from({ length: 2_100 }, (_, i) => `a${i}*`);
    expect(visits("name", globs)).toEqual({ seen: ["a"], isComplete: false });
  });
});
