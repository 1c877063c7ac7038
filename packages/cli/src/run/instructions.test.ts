import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openPlace, type Place } from "../../tests/fake-world.ts";
import { plain } from "../line.ts";
import type { Session } from "../session.ts";
import { findInstructions } from "./instructions.ts";

let place: Place;
afterEach(() => {
  place.remove();
});

interface Asked {
  readonly below?: string;
  readonly trusted?: boolean;
  readonly detail?: Session["detail"];
  readonly noLocal?: boolean;
}

async function found(
  files: Readonly<Record<string, string>>,
  { below = "", trusted = true, detail = "normal", noLocal = false }: Asked = {},
): Promise<{ readonly text: string | undefined; readonly notes: readonly string[] }> {
  place = openPlace({ files });
  return look({ below, trusted, detail, noLocal });
}

async function look({ below, trusted, detail, noLocal }: Required<Asked>): ReturnType<typeof found> {
  const cwd = join(place.cwd, below);
  const { home } = place;
  const { text, notes } = await findInstructions({
    ...{ detail, viewpoint: { cwd, home } },
    trusted: async () => trusted,
    places: () => ({ cwd, home, env: {}, trust: trusted, noLocal }),
  });
  return { text, notes: notes.map(plain) };
}

test("the nearest AGENTS.md up to the root of the repository counts, and none above that", async () => {
  const files = {
    ".git/HEAD": "",
    "AGENTS.md": "root",
    "a/AGENTS.md": "a",
    "a/b/x": "",
    "c/d/x": "",
    "n/.git": "",
    "n/e/x": "",
  };
  expect(await found(files, { below: "a/b" })).toEqual({ text: "a", notes: [] });
  place.remove();
  expect((await found(files, { below: "c/d" })).text).toBe("root");
  place.remove();
  expect((await found(files, { below: "n/e" })).text).toBeUndefined();
});

test("outside of a repository only the working folder is looked at", async () => {
  expect((await found({ "AGENTS.md": "above", "a/x": "" }, { below: "a" })).text).toBeUndefined();
});

test("a folder above that anybody may write into makes no repository, so that nobody else is heard", async () => {
  place = openPlace({ files: { ".git/HEAD": "", "AGENTS.md": "above", "a/x": "" } });
  const below = { below: "a", trusted: true, detail: "normal", noLocal: false } as const;
  expect((await look(below)).text).toBe("above");
  chmodSync(place.cwd, 0o777);
  expect((await look(below)).text).toBeUndefined();
});

test("what other tools call it counts only where there is no AGENTS.md in the project", async () => {
  expect((await found({ "CLAUDE.md": "c", "GEMINI.md": "g" })).text).toBe("c");
  place.remove();
  expect((await found({ "GEMINI.md": "g" })).text).toBe("g");
  place.remove();
  const files = { ".git/HEAD": "", "AGENTS.md": "root", "a/CLAUDE.md": "nearer" };
  expect((await found(files, { below: "a" })).text).toBe("root");
});

test("without any the user's own counts, and the project's goes before it", async () => {
  const own = { "~/.config/polyglav/AGENTS.md": "mine" };
  expect((await found(own)).text).toBe("mine");
  place.remove();
  expect((await found({ ...own, "AGENTS.md": "theirs" })).text).toBe("theirs");
  place.remove();
  expect(await found({ ...own, "AGENTS.md": "theirs" }, { noLocal: true })).toEqual({ text: "mine", notes: [] });
});

test("in a folder that is not trusted the project's is not read, which is said; the user's own is", async () => {
  const files = { "~/.config/polyglav/AGENTS.md": "mine", "AGENTS.md": "theirs" };
  const { text, notes } = await found(files, { trusted: false });
  expect(text).toBe("mine");
  expect(notes).toEqual([
    "note: AGENTS.md is not read, for this folder is not trusted. Pass --trust to use it once, or: polyglav trust",
  ]);
  place.remove();
  expect((await found(files, { trusted: false, detail: "quiet" })).notes).toEqual([]);
});

test("verbose says which file it was", async () => {
  expect((await found({ "AGENTS.md": "x" }, { detail: "verbose" })).notes).toEqual([
    "instructions of the project: AGENTS.md",
  ]);
});

test("only a plain file of text that is not too large is read; why another is not is said", async () => {
  place = openPlace({ files: { secret: "s" } });
  const here = { below: "", trusted: true, detail: "normal", noLocal: false } as const;
  for (const [target, why] of [
    ["../home/x", "it is a link to nothing"],
    ["..", "it is a link out of the repository"],
    [".env", "it is a link to what is no text of the project"],
  ] as const) {
    writeFileSync(join(place.cwd, ".env"), "secret");
    symlinkSync(target, join(place.cwd, "AGENTS.md"));
    expect(await look(here)).toEqual({ text: undefined, notes: [`note: AGENTS.md is not read: ${why}`] });
    rmSync(join(place.cwd, "AGENTS.md"));
  }
  place.remove();
  place = openPlace();
  mkdirSync(join(place.cwd, "AGENTS.md"));
  expect((await look(here)).notes).toEqual(["note: AGENTS.md is not read: it is no plain file"]);
  place.remove();
  place = openPlace();
  writeFileSync(join(place.cwd, "AGENTS.md"), "x".repeat(256 * 1024 + 1));
  expect((await look(here)).notes).toEqual(["note: AGENTS.md is not read: it is larger than 256 KiB"]);
  writeFileSync(join(place.cwd, "AGENTS.md"), Buffer.from([0xff, 0xfe, 0xfd]));
  expect((await look(here)).notes).toEqual(["note: AGENTS.md is not read: it is not UTF-8 text"]);
  writeFileSync(join(place.cwd, "AGENTS.md"), "x".repeat(256 * 1024));
  expect((await look(here)).text).toHaveLength(256 * 1024);
});

test("a link to a plain file of the repository is followed, and one that cannot be used leaves it to the others", async () => {
  const here = { below: "a", trusted: true, detail: "normal", noLocal: false } as const;
  place = openPlace({ files: { ".git/HEAD": "", "texts/agents.md": "linked", "a/CLAUDE.md": "claude" } });
  symlinkSync("texts/agents.md", join(place.cwd, "AGENTS.md"));
  expect(await look(here)).toEqual({ text: "linked", notes: [] });
  rmSync(join(place.cwd, "texts/agents.md"));
  expect(await look(here)).toEqual({
    text: "claude",
    notes: [expect.stringMatching(/AGENTS\.md is not read: it is a link to nothing$/)],
  });
});
