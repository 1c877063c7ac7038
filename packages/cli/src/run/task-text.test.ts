import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import type { TaskSources } from "./order.ts";
import { readTask } from "./task-text.ts";

const cwd = mkdtempSync(join(tmpdir(), "polyglav-task-"));
writeFileSync(join(cwd, "task.md"), "From a file\n\n");
writeFileSync(join(cwd, "bytes"), Buffer.from([0xff, 0xfe, 0xfd]));
mkdirSync(join(cwd, "folder"));
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

const none: TaskSources = { words: [], prompt: undefined, file: undefined, stdin: false };

async function read(sources: Partial<TaskSources>, stdin = "", signal = new AbortController().signal): Promise<string> {
  return readTask(
    { ...none, ...sources },
    {
      cwd,
      signal,
      stdin: { isTTY: false, open: () => Readable.from([Buffer.from(stdin)]), interrupt: () => undefined },
    },
  );
}

test("each source alone is the task", async () => {
  expect(await read({ words: ["fix", "it"] })).toBe("fix it");
  expect(await read({ prompt: "fix  it\n" })).toBe("fix  it");
  expect(await read({ file: "task.md" })).toBe("From a file");
  expect(await read({ stdin: true }, "from a pipe\n")).toBe("from a pipe");
  expect(await read({ file: "-" }, "from a pipe")).toBe("from a pipe");
});

test("what is to be done stands before what it is about", async () => {
  expect(await read({ prompt: "Review this", stdin: true }, "a diff\n")).toBe("Review this\n\na diff");
  expect(await read({ words: ["Review"], file: "task.md" })).toBe("Review\n\nFrom a file");
});

test("stdin is not opened unless it is asked for", async () => {
  const world = {
    cwd,
    signal: new AbortController().signal,
    stdin: {
      interrupt: () => undefined,
      isTTY: false,
      open: () => {
        throw new Error("opened");
      },
    },
  };
  expect(await readTask({ ...none, words: ["x"] }, world)).toBe("x");
});

test.each<[string, Partial<TaskSources>]>([
  ["Cannot run: there is no task", {}],
  ["Cannot run: there is no task", { words: [" ", ""] }],
  ["Cannot run: there is no task", { stdin: true }],
  ["Cannot read the task from both --prompt and the words after --", { words: ["a"], prompt: "b" }],
  ["Cannot read the task from both --file and -", { file: "task.md", stdin: true }],
  ['Cannot read --file "nosuch": ENOENT', { file: "nosuch" }],
  ['Cannot read --file "folder": EISDIR', { file: "folder" }],
  ['Cannot read --file "bytes": it is not UTF-8 text', { file: "bytes" }],
])("%s", async (message, sources) => {
  await expect(read(sources)).rejects.toMatchObject({
    exit: "usage",
    message: expect.stringContaining(message) as string,
  });
});

test("reading stdin ends when the command is stopped", async () => {
  const stop = new AbortController();
  const open = (): Readable => new PassThrough();
  const task = readTask(
    { ...none, stdin: true },
    { cwd, signal: stop.signal, stdin: { isTTY: false, open, interrupt: () => undefined } },
  );
  setTimeout(() => {
    stop.abort("SIGINT");
  }, 10);
  await expect(task).rejects.toBe("SIGINT");
});
