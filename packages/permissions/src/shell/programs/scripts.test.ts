import { describe, expect, it } from "vitest";
import { isPlainAwk, readSed } from "./scripts.ts";

describe("readSed()", () => {
  it.each([
    "",
    "p",
    "1,5p",
    "$d",
    "/a/d",
    "/a/,/b/p",
    "1~2d",
    "/a/I,+3d",
    "\\,a,d",
    "s/a/b/",
    "s/a/b/gI2p",
    "s|a/b|c|",
    "s/\\//x/",
    "s/[ab]/x/;p",
    "y/a/b/",
    "a text; e wipe",
    "i\\\ntext",
    "a\\\none\\\ntwo\np",
    "{p;d}",
    "/a/{s/b/c/;p}",
    ":x;n;bx",
    "$!{h;d};x;G",
    "1q",
    "q5",
    "# e wipe\np",
    "l 5",
    "=",
    "1!G;h;$!d",
  ])("nothing but the text is changed: %s", (script) => {
    expect(readSed(script)).toEqual({ reads: [], writes: [], runs: false });
  });

  it.each([
    ["r a b", { reads: ["a b"], writes: [], runs: false }],
    ["/x/R in\nw out", { reads: ["in"], writes: ["out"], runs: false }],
    ["s/a/b/w out", { reads: [], writes: ["out"], runs: false }],
    ["s/a/b/gw out\np", { reads: [], writes: ["out"], runs: false }],
    ["1W out", { reads: [], writes: ["out"], runs: false }],
    ["e", { reads: [], writes: [], runs: true }],
    ["1,2!e wipe", { reads: [], writes: [], runs: true }],
    ["s/a/b/e", { reads: [], writes: [], runs: true }],
    ["p;s/a/b/ge", { reads: [], writes: [], runs: true }],
    ["/a/{e wipe\n}", { reads: [], writes: [], runs: true }],
    ["a x\ne wipe", { reads: [], writes: [], runs: true }],
    [":a;e wipe", { reads: [], writes: [], runs: true }],
  ])("%s does more", (script, expected) => {
    expect(readSed(script)).toEqual(expected);
  });

  it.each(["s/a/b", "s/[/]/b/", "/a", "k", "s/a/b/z", "pp", "y/a/b", "s", "\\"])(
    "nobody is sure about %s",
    (script) => {
      expect(readSed(script)).toBeUndefined();
    },
  );
});

it.each([
  ["{ print }", true],
  ["$1 > 3", true],
  ["NR == 1 || /x/ { print $2 }", true],
  ['BEGIN { system("x") }', false],
  ['{ print "x" | "sh" }', false],
  ['{ "x" | getline }', false],
  ['{ print > "x" }', false],
  ['{ printf "%s", $1 >> f }', false],
  ['{ print |& "x" }', false],
  ["{ @f() }", false],
  ["{ while ((getline l) > 0) x }", false],
])("awk %s: %s", (program, isPlain) => {
  expect(isPlainAwk(program)).toBe(isPlain);
});
