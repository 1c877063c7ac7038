import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { killRunningCommands } from "./index.ts";
import { call, makeWorktree } from "../tests/temporary-worktree.ts";
import { createTools } from "./create-tools.ts";

/** Waits for a file that a command writes to say that it has begun. */
async function untilExists(path: string): Promise<void> {
  while (!existsSync(path)) await delay(10);
}

/** Tells whether the process with the id in this file still does anything; an ended one may stay listed. */
async function isRunning(pidFile: string): Promise<boolean> {
  const id = Number(await readFile(pidFile, "utf8"));
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  const state = await readFile(`/proc/${id}/stat`, "latin1").catch(() => "");
  return !state.includes(") Z ");
}

describe("request", () => {
  it("names each command, and what they read and change", async () => {
    const { tools } = await makeWorktree();
    expect(await tools.bash.request({ command: 'npm test && echo "x" > out/a.txt\n' })).toEqual({
      tool: "bash",
      actions: [
        { category: "bash", resource: ["npm", "test"] },
        { category: "edit", resource: ["out", "a.txt"] },
        { category: "bash", resource: ["echo", "x"] },
      ],
      advice: [],
      aliases: [],
      summary: 'bash "npm test && echo \\"x\\" > out/a.txt\\n"',
    });
  });

  it("says of files what their own tools would say: links, secrets, guarded folders, outside the worktree", async () => {
    const { tools, worktree } = await makeWorktree({ "a.txt": "" });
    await symlink("/etc", join(worktree, "out"));
    const why = async (command: string): Promise<readonly string[]> =>
      ((await tools.bash.request({ command })).advice ?? []).map((advice) => advice.why);
    expect(await why("cat a.txt")).toEqual([]);
    expect(await why("cat .env")).toEqual(["looks like a secret"]);
    expect((await why("cat out/hosts")).join()).toContain("outside the worktree");
    expect((await why("echo {} > .polyglav/roles.json")).join()).toContain("decides what may run");
    expect((await why("$EDITOR a.txt")).length).toBeGreaterThan(0);
    const { actions } = await tools.bash.request({ command: "cat out/hosts" });
    expect(actions).toContainEqual({ category: "read", resource: ["/", "etc", "hosts"] });
  });

  it("is for that very command", async () => {
    const { tools } = await makeWorktree();
    const request = await tools.bash.request({ command: "echo a" });
    expect(await tools.bash.execute({ command: "echo a" }, { ...call, request })).toBe("exit code 0\na\n");
    await expect(tools.bash.execute({ command: "echo b" }, { ...call, request })).rejects.toMatchObject({
      code: "POLYGLAV_TARGET_CHANGED",
      message: 'Cannot run bash "echo b": it is no longer what was approved, which was bash "echo a"',
    });
  });
});

describe("what a command gives", () => {
  it.each([
    ["echo hello", "exit code 0\nhello\n"],
    ["true", "exit code 0; no output"],
    ["exit 1", "exit code 1; no output"],
    ["echo no >&2; exit 3", "exit code 3\nno\n"],
    ["none-such-command", /^exit code 127\nbash: line 1: none-such-command: command not found\n$/],
    ["if", /^exit code 2\nbash: -c: line .*syntax error/s],
    ["kill -KILL $$", "ended by SIGKILL; no output"],
    ["printf 'a\\0b'", "exit code 0\na\0b"],
    ["printf '\\xff'", "exit code 0\n\uFFFD"],
    ["cat", "exit code 0; no output"],
    ["read -r line || echo end of input", "exit code 0\nend of input\n"],
    ["[[ a == a ]] && echo $0", "exit code 0\nbash\n"],
    ["cat <<'X'\none\ntwo\nX\n", "exit code 0\none\ntwo\n"],
    ["echo '\"$HOME\"' # comment", 'exit code 0\n"$HOME"\n'],
    ["test -t 1 || echo no terminal", "exit code 0\nno terminal\n"],
  ])("%j", async (command, result) => {
    const { tools } = await makeWorktree();
    const text = await tools.bash.execute({ command }, call);
    if (typeof result === "string") expect(text).toBe(result);
    else expect(text).toMatch(result);
  });

  it("stdout and stderr come in the order they were written", async () => {
    const { tools } = await makeWorktree();
    const lines = Array.from({ length: 200 }, (_, index) => `out ${index}\nerr ${index}\n`).join("");
    const command = "for i in {0..199}; do echo out $i; echo err $i >&2; done";
    expect(await tools.bash.execute({ command }, call)).toBe(`exit code 0\n${lines}`);
  });

  it("it runs in the worktree, wherever the process is and whatever the link is called", async () => {
    const { tools, worktree, outside } = await makeWorktree();
    expect(await tools.bash.execute({ command: "pwd; cd /; pwd" }, call)).toBe(`exit code 0\n${worktree}\n/\n`);
    expect(await tools.bash.execute({ command: "pwd" }, call)).toBe(`exit code 0\n${worktree}\n`);
    await rm(worktree, { recursive: true });
    await expect(tools.bash.execute({ command: "pwd" }, call)).rejects.toMatchObject({ code: "POLYGLAV_NO_WORKTREE" });
    await symlink(outside, worktree);
    expect(await tools.bash.execute({ command: "pwd -P" }, call)).toContain(outside);
  });

  it("keys of providers are not in its environment, the rest is", async () => {
    const { worktree } = await makeWorktree();
    const env = { PATH: process.env.PATH, OPENAI_API_KEY: "secret", VISIBLE: "yes", UNSET: undefined };
    const { bash } = createTools({ worktree, env });
    const text = await bash.execute({ command: "env; echo after: $OPENAI_API_KEY $VISIBLE" }, call);
    expect(text).not.toContain("secret");
    expect(text).toContain("VISIBLE=yes\n");
    expect(text).toContain("after: yes\n");
    expect(text).not.toContain("UNSET");
  });

  it("characters that were written in two halves are whole", async () => {
    const { tools } = await makeWorktree();
    const command = "printf '\\xf0\\x9f'; sleep 0.1; printf '\\x99\\x82'";
    expect(await tools.bash.execute({ command }, call)).toBe("exit code 0\n🙂");
  });

  it("of a long output head and tail are kept", async () => {
    const { tools } = await makeWorktree({}, { maxOutputChars: 100 });
    const text = await tools.bash.execute({ command: "echo begin; seq 100000; echo end >&2" }, call);
    expect(text).toMatch(
      /^exit code 0\nbegin\n1\n2\n[^[]*\n\[… 588\d\d\d characters left out …\]\n.*99999\n100000\nend\n$/s,
    );
    expect(text.length).toBeLessThan(200);
  });

  it("an output without end does not fill the memory", async () => {
    const { tools } = await makeWorktree({}, { maxOutputChars: 1000 });
    const before = process.memoryUsage().rss;
    const text = await tools.bash.execute({ command: "yes | head -c 300000000" }, call);
    expect(text).toMatch(/left out/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it("commands that cannot be run are refused with words", async () => {
    const { tools } = await makeWorktree();
    await expect(tools.bash.execute({ command: "x".repeat(200_000) }, call)).rejects.toThrow(/: it is too long$/);
    await expect(tools.bash.execute({ command: "echo \0" }, call)).rejects.toMatchObject({ code: "POLYGLAV_NO_SHELL" });
    expect(tools.bash.inputSchema.safeParse({ command: "echo \0" }).success).toBe(false);
    expect(tools.bash.inputSchema.safeParse({ command: "" }).success).toBe(false);
    expect(tools.bash.inputSchema.safeParse({ command: "a", timeoutMs: 0 }).success).toBe(false);
  });
});

describe("which shell runs it", () => {
  it("sh does where bash is not installed, with a note; without both it is refused", async () => {
    const { worktree } = await makeWorktree();
    const folder = join(worktree, "bin");
    await mkdir(folder);
    const world = await makeWorktree({}, { env: { PATH: folder } });
    await expect(world.tools.bash.execute({ command: "echo hi" }, call)).rejects.toMatchObject({
      code: "POLYGLAV_NO_SHELL",
      message: "Cannot run a command: neither bash nor sh is installed",
    });
    await symlink("/bin/sh", join(folder, "sh"));
    expect(await world.tools.bash.execute({ command: "echo hi" }, call)).toBe(
      "exit code 0; run by sh, bash is not installed\nhi\n",
    );
  });
});

describe("how a command ends", () => {
  it("after its time the whole group is ended, and what it wrote is given", async () => {
    const { tools, worktree } = await makeWorktree();
    const command = "(sleep 60 & echo $! > inner; wait) & echo $! > outer; echo started; wait";
    const start = performance.now();
    const text = await tools.bash.execute({ command, timeoutMs: 500 }, call);
    expect(text).toBe("timed out after 500 ms and was ended\nstarted\n");
    expect(performance.now() - start).toBeLessThan(2400);
    expect(await isRunning(join(worktree, "inner"))).toBe(false);
    expect(await isRunning(join(worktree, "outer"))).toBe(false);
  });

  it("what ignores SIGTERM is ended by force", async () => {
    const { tools, worktree } = await makeWorktree();
    const command = "trap '' TERM; echo $$ > pid; while :; do sleep 60; done";
    const start = performance.now();
    expect(await tools.bash.execute({ command, timeoutMs: 300 }, call)).toMatch(/^timed out after 300 ms/);
    expect(performance.now() - start).toBeGreaterThan(2200);
    expect(await isRunning(join(worktree, "pid"))).toBe(false);
  });

  it("a process that may clean up does", async () => {
    const { tools } = await makeWorktree();
    const command = "trap 'echo cleaned; exit 7' TERM; echo started; sleep 60 & wait";
    expect(await tools.bash.execute({ command, timeoutMs: 300 }, call)).toBe(
      "timed out after 300 ms and was ended\nstarted\ncleaned\n",
    );
  });

  it("the operator's limit holds, whatever the model asks for", async () => {
    const { tools } = await makeWorktree({}, { bashTimeoutMs: 200 });
    expect(await tools.bash.execute({ command: "sleep 60", timeoutMs: 60_000 }, call)).toMatch(
      /^timed out after 200 ms/,
    );
  });

  it("a limit of more than a timer can hold is still a limit, not the end", async () => {
    const { tools } = await makeWorktree({}, { bashTimeoutMs: Number.MAX_SAFE_INTEGER });
    const input = { command: "sleep 0.2; echo done", timeoutMs: Number.MAX_SAFE_INTEGER };
    expect(await tools.bash.execute(input, call)).toBe("exit code 0\ndone\n");
  });

  it("a process that exits in the middle of a call ends the group", async () => {
    const { worktree, outside } = await makeWorktree();
    const script = `
      import { createTools } from ${JSON.stringify(import.meta.resolve("./create-tools.ts"))};
      import { watch } from "node:fs";
      const { bash } = createTools({ worktree: ${JSON.stringify(worktree)} });
      watch(${JSON.stringify(worktree)}, (_, name) => name === "pid" && process.exit(3));
      await bash.execute({ command: "echo $$ > new; mv new pid; exec sleep 60" }, { toolCallId: "1" });`;
    await writeFile(join(outside, "script.mjs"), script);
    const child = spawn(process.execPath, [join(outside, "script.mjs")], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([3, null]);
    while (await isRunning(join(worktree, "pid"))) await delay(10);
  });

  it("a process can end all its commands at once before a signal ends it", async () => {
    const { worktree, outside } = await makeWorktree();
    const script = `
      import { createTools, killRunningCommands } from ${JSON.stringify(import.meta.resolve("./index.ts"))};
      import { existsSync, watch } from "node:fs";
      const { bash } = createTools({ worktree: ${JSON.stringify(worktree)} });
      watch(${JSON.stringify(worktree)}, () => {
        if (!existsSync(${JSON.stringify(join(worktree, "one"))}) || !existsSync(${JSON.stringify(join(worktree, "two"))})) return;
        killRunningCommands();
        process.kill(process.pid, "SIGKILL");
      });
      for (const name of ["one", "two"]) {
        const command = "trap '' TERM; sleep 60 & echo $! > new." + name + "; mv new." + name + " " + name + "; wait";
        void bash.execute({ command }, { toolCallId: name });
      }`;
    await writeFile(join(outside, "script.mjs"), script);
    const child = spawn(process.execPath, [join(outside, "script.mjs")], { stdio: "inherit" });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    for (const name of ["one", "two"]) while (await isRunning(join(worktree, name))) await delay(10);
  });

  it("a command that was ended so is told as ended, and ending nothing is no error", async () => {
    const { tools } = await makeWorktree();
    const running = tools.bash.execute({ command: "sleep 60" }, call);
    await delay(300);
    killRunningCommands();
    expect(await running).toBe("ended by SIGKILL; no output");
    killRunningCommands();
  });

  it("an abort ends the whole group before the call rejects with its reason", async () => {
    const { tools, worktree } = await makeWorktree();
    const abort = new AbortController();
    const command = "sleep 60 & echo $! > new; mv new inner; wait";
    const running = tools.bash.execute({ command }, { ...call, abortSignal: abort.signal });
    await untilExists(join(worktree, "inner"));
    const reason = new Error("cancelled by the operator");
    abort.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(await isRunning(join(worktree, "inner"))).toBe(false);
  });

  it("an aborted call does not start", async () => {
    const { tools, worktree } = await makeWorktree();
    const abortSignal = AbortSignal.abort(new Error("too late"));
    await expect(tools.bash.execute({ command: "echo > file" }, { ...call, abortSignal })).rejects.toThrow("too late");
    expect(existsSync(join(worktree, "file"))).toBe(false);
  });

  it.each([
    ["holds the output", "sleep 60 & echo $! > pid; echo done"],
    ["gave the output up", "sleep 60 >/dev/null 2>&1 & echo $! > pid; echo done"],
  ])("a process in the background that %s ends with the call, and is told", async (_, command) => {
    const { tools, worktree } = await makeWorktree();
    const start = performance.now();
    expect(await tools.bash.execute({ command }, call)).toBe(
      "exit code 0; processes left in the background were ended\ndone\n",
    );
    expect(performance.now() - start).toBeLessThan(5000);
    expect(await isRunning(join(worktree, "pid"))).toBe(false);
  });

  it("output that comes a moment after the shell ended is not lost", async () => {
    const { tools } = await makeWorktree();
    expect(await tools.bash.execute({ command: "echo late > >(sleep 0.1; cat)" }, call)).toBe("exit code 0\nlate\n");
  });

  it("a process that left the group and holds the output is not waited for", async () => {
    const { tools, worktree } = await makeWorktree();
    // It writes its id once it has a group of its own, and ends by itself soon.
    const command = "setsid sh -c 'echo $$ > pid; exec sleep 8' & while [ ! -s pid ]; do sleep 0.02; done; echo done";
    const start = performance.now();
    expect(await tools.bash.execute({ command }, call)).toBe("exit code 0\ndone\n");
    expect(performance.now() - start).toBeLessThan(5000);
    process.kill(Number(await readFile(join(worktree, "pid"), "utf8")), "SIGKILL");
  });

  it("many at once do not disturb each other", async () => {
    const { tools } = await makeWorktree();
    const listeners = process.listenerCount("exit");
    const commands = Array.from({ length: 15 }, (_, index) => `echo ${index}; exit ${index}`);
    const texts = await Promise.all(commands.map((command) => tools.bash.execute({ command }, call)));
    expect(texts).toEqual(commands.map((_, index) => `exit code ${index}\n${index}\n`));
    expect(process.listenerCount("exit")).toBe(listeners);
  });
});

it("a test runner in the command answers as it does in a terminal", async () => {
  const { tools, worktree } = await makeWorktree({}, { env: { NODE_TEST_CONTEXT: "child-v8" } });
  await writeFile(join(worktree, "a.test.mjs"), 'import test from "node:test"; test("passes", () => {});');
  const text = await tools.bash.execute({ command: `"${process.execPath}" --test a.test.mjs` }, call);
  expect(text).toMatch(/^exit code 0\n/);
  expect(text).toMatch(/pass 1/);
});
