import { describe, expect, it } from "vitest";
import type { Fence } from "../markdown/fences.ts";
import { looksAsShown, plainCommand, readSession } from "./sessions.ts";

const fence = (code: string, ...words: readonly string[]): Fence => ({ language: "console", words, code, line: 10 });

describe("readSession()", () => {
  it("reads each command with what is shown below it", () => {
    expect(readSession(fence("$ polyglav --version\n0.1.0\n\n$ npx polyglav roles list\na\n\nb"))).toEqual([
      { command: "polyglav --version", line: 10, shown: ["0.1.0"] },
      { command: "npx polyglav roles list", line: 13, shown: ["a", "", "b"] },
    ]);
  });

  it("joins a command that goes on in the next line", () => {
    expect(readSession(fence("$ polyglav run \\\n>   --yes\ndone"))).toEqual([
      { command: "polyglav run \\\n  --yes", line: 10, shown: ["done"] },
    ]);
  });

  it("leaves alone what is marked, or uses other programs", () => {
    expect(readSession(fence("$ polyglav demo", "no-run"))).toBeUndefined();
    expect(readSession(fence("$ npm start"))).toBeUndefined();
    expect(readSession(fence("$ polyglav demo\n$ npm test"))).toBeUndefined();
    expect(readSession(fence("$ polyglavish"))).toBeUndefined();
    expect(readSession({ ...fence("$ polyglav demo"), language: "sh" })).toBeUndefined();
  });

  it("accepts commands that only prepare or show files, but not alone", () => {
    expect(readSession(fence("$ mkdir a\n$ A=1 polyglav demo"))).toHaveLength(2);
    expect(readSession(fence("$ mkdir a"))).toBeUndefined();
  });
});

describe("plainCommand()", () => {
  it("takes npx off, wherever the command stands", () => {
    expect(plainCommand("A=1 npx polyglav run && npx -y @polyglav/cli demo")).toBe("A=1 polyglav run && polyglav demo");
  });
});

describe("looksAsShown()", () => {
  it("compares line by line, without blanks at the ends", () => {
    expect(looksAsShown(["a", "b"], "a  \nb\n\n")).toBe(true);
    expect(looksAsShown(["a", "b"], "a\nc\n")).toBe(false);
    expect(looksAsShown(["a"], "a\nb\n")).toBe(false);
    expect(looksAsShown(["a", "b"], "a\n")).toBe(false);
  });

  it("lets a line of dots stand for any number of lines", () => {
    expect(looksAsShown(["a", "...", "d"], "a\nb\nc\nd")).toBe(true);
    expect(looksAsShown(["a", "…", "d"], "a\nd")).toBe(true);
    expect(looksAsShown(["...", "d"], "a\nd")).toBe(true);
    expect(looksAsShown(["a", "..."], "a")).toBe(true);
    expect(looksAsShown(["a", "...", "d"], "a\nb")).toBe(false);
  });

  it("lets dots inside a line stand for any text, and takes everything else as it is", () => {
    expect(looksAsShown(["took … (.*)"], "took 3 s (.*)")).toBe(true);
    expect(looksAsShown(["took … (.*)"], "took 3 s (ab)")).toBe(false);
    expect(looksAsShown(["took … s"], "it took 3 s")).toBe(false);
    expect(looksAsShown(["took … s"], "took 3 s or so")).toBe(false);
  });
});
