import { generateText, isStepCount, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";
import { createTools } from "./create-tools.ts";

describe("createTools()", () => {
  it("gives a tool set of the AI SDK as it is: a model reads a file and is told of an error", async () => {
    const { tools } = await makeWorktree({ "src/a.ts": "const a = 1;\n" });
    const set: ToolSet = tools;
    expect(Object.keys(set)).toEqual(["read", "list", "edit", "write", "bash"]);

    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const model = new MockLanguageModelV4({
      doGenerate: [
        {
          content: [
            { type: "tool-call", toolCallId: "1", toolName: "read", input: '{"path":"src/a.ts"}' },
            { type: "tool-call", toolCallId: "2", toolName: "read", input: '{"path":"src/b.ts"}' },
            { type: "tool-call", toolCallId: "3", toolName: "bash", input: '{"command":"exit 4"}' },
          ],
          finishReason: { unified: "tool-calls", raw: undefined },
          usage,
          warnings: [],
        },
        {
          content: [{ type: "text", text: "done" }],
          finishReason: { unified: "stop", raw: undefined },
          usage,
          warnings: [],
        },
      ],
    });
    const { steps, text } = await generateText({ model, tools, prompt: "look", stopWhen: isStepCount(3) });
    expect(text).toBe("done");
    expect(steps[0]?.content.filter(({ type }) => type !== "tool-call")).toMatchObject([
      { type: "tool-result", toolName: "read", output: "1\tconst a = 1;" },
      { type: "tool-error", error: { code: "POLYGLAV_FILE_NOT_FOUND" } },
      { type: "tool-result", toolName: "bash", output: "exit code 4; no output" },
    ]);
  });

  it("describes every tool and every field to the model", async () => {
    const { tools } = await makeWorktree();
    for (const [name, { description, inputSchema }] of Object.entries(tools)) {
      expect(description.length, name).toBeGreaterThan(100);
      const { properties = {} } = z.toJSONSchema(inputSchema);
      for (const field of Object.values(properties)) expect(field, name).toHaveProperty("description");
    }
  });

  it("says before any input which category a tool needs, and every request is of it", async () => {
    const { tools } = await makeWorktree();
    const categories: Readonly<Record<string, { readonly category: string }>> = tools;
    const requests = {
      read: await tools.read.request({ path: "a" }),
      list: await tools.list.request({}),
      edit: await tools.edit.request({ path: "a", old: "x", new: "y" }),
      write: await tools.write.request({ path: "a", content: "" }),
      bash: await tools.bash.request({ command: "true" }),
    };
    for (const [name, request] of Object.entries(requests)) {
      expect(request.tool).toBe(name);
      expect(request.actions.map(({ category }) => category)).toEqual([categories[name]?.category]);
    }
  });

  it.runIf(process.platform === "linux")("leaves no file open, whether a call succeeds or not", async () => {
    const { tools, worktree } = await makeWorktree({ a: "x", binary: "\0", "d/b": "" });
    const calls = [
      () => tools.read.execute({ path: "a" }, call),
      () => tools.read.execute({ path: "d" }, call),
      () => tools.read.execute({ path: "binary" }, call),
      () => tools.list.execute({}, call),
      () => tools.list.execute({ path: "a" }, call),
      () => tools.edit.execute({ path: "a", old: "x", new: "x " }, call),
      () => tools.edit.execute({ path: "a", old: "none", new: "" }, call),
      () => tools.edit.execute({ path: "binary", old: "x", new: "" }, call),
      () => tools.write.execute({ path: "new/er", content: "" }, call),
      () => tools.write.execute({ path: "d", content: "" }, call),
      () => tools.bash.execute({ command: "true" }, call),
    ];
    for (const run of calls) {
      const before = await readdir("/proc/self/fd");
      for (let count = 0; count < 10; count += 1) await run().catch(() => undefined);
      // Those of other tests come and go; ten would be ours.
      expect((await readdir("/proc/self/fd")).length - before.length, run.toString()).toBeLessThan(8);
      await rm(join(worktree, "new"), { recursive: true, force: true });
    }
  });

  it("says which tools only look: those alone may be called again after a crash, and beside others", async () => {
    const { worktree } = await makeWorktree();
    const tools: Readonly<Record<string, { readonly replay?: "safe" }>> = createTools({ worktree });
    const safe = Object.keys(tools).filter((name) => tools[name]?.replay === "safe");
    expect(safe.toSorted()).toEqual(["list", "read"]);
  });

  it("takes the environment when it is called, not later", async () => {
    const { worktree } = await makeWorktree();
    const env: Record<string, string | undefined> = { PATH: process.env.PATH, LATER: "no" };
    const { bash } = createTools({ worktree, env });
    env.LATER = "yes";
    expect(await bash.execute({ command: "echo $LATER" }, call)).toBe("exit code 0\nno\n");
  });

  it("refuses a worktree that is none", async () => {
    const { worktree } = await makeWorktree();
    await writeFile(join(worktree, "file"), "");
    expect(() => createTools({ worktree: "relative" })).toThrow(TypeError);
    expect(() => createTools({ worktree: "" })).toThrow(TypeError);
    for (const name of ["file", "none", "a\0b"]) {
      expect(() => createTools({ worktree: join(worktree, name) })).toThrow(
        expect.objectContaining({ code: "POLYGLAV_NO_WORKTREE" }),
      );
    }
  });

  it("refuses limits that are none", async () => {
    const { worktree } = await makeWorktree();
    for (const limit of [0, -1, 1.5, NaN, Infinity]) {
      expect(() => createTools({ worktree, maxOutputChars: limit })).toThrow(RangeError);
      expect(() => createTools({ worktree, bashTimeoutMs: limit })).toThrow(RangeError);
    }
  });
});
