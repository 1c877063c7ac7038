import { spawnSync } from "node:child_process";
import fs, { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { editJson, watchFiles, type WatchOptions } from "./index.ts";

interface Watched {
  /** Waits for what is told next: the names of the files, without their folders. */
  readonly next: () => Promise<readonly string[]>;
  /** What was told and not waited for. */
  readonly rest: () => Promise<readonly (readonly string[])[]>;
  readonly close: () => void;
}

function watched(files: readonly string[], options: WatchOptions): Watched {
  const told: (readonly string[])[] = [];
  const watch = watchFiles(
    files,
    (changed) => told.push([...changed].map((file) => basename(file)).toSorted()),
    options,
  );
  onTestFinished(watch.close);
  return {
    next: async () => {
      await vi.waitFor(() => {
        expect(told).not.toEqual([]);
      }, WAIT);
      return told.shift() ?? [];
    },
    rest: async () => {
      await wait(120);
      return told;
    },
    close: watch.close,
  };
}

/** Saves as editors do. */
function save(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** Makes all watches of the system fail. */
function withoutWatches(code: string): void {
  const { watch } = fs;
  onTestFinished(() => {
    fs.watch = watch;
    syncBuiltinESMExports();
  });
  fs.watch = () => {
    throw Object.assign(new Error(code), { code });
  };
  syncBuiltinESMExports();
}

// Without events, or without looks, so that each is seen to be enough.
const NEVER = Infinity;
/** Far more than it takes, on a machine with much to do. */
const WAIT = { timeout: 10_000, interval: 5 };
describe.each<[string, WatchOptions, string?]>([
  ["events", { pollMs: NEVER }],
  ["looks", { poll: true, pollMs: 15 }],
  ["looks where the system has no watches left", { pollMs: 15 }, "ENOSPC"],
])("a watch by %s", (_, options, code) => {
  const start = (...files: readonly string[]): Watched => {
    if (code !== undefined) withoutWatches(code);
    return watched(files, options);
  };

  it("tells of each of three atomic saves (B59)", async () => {
    const file = fileWith("0");
    const { next, rest } = start(file);
    for (const text of ["1", "2", "3"]) {
      save(file, text);
      expect(await next()).toEqual(["roles.json"]);
    }
    expect(await rest()).toEqual([]);
  });

  it("tells of writes in place, and of edits", async () => {
    const file = fileWith("{}");
    const { next } = start(file);
    appendFileSync(file, "\n");
    expect(await next()).toEqual(["roles.json"]);
    editJson(
      file,
      (edit) => {
        edit.set(["a"], 1);
      },
      { layer: "local" },
    );
    expect(await next()).toEqual(["roles.json"]);
  });

  it("tells once of changes that come together, and of no other file", async () => {
    const folder = folderWith({ "a.json": "", "b.json": "", "c.json": "" });
    const { next, rest } = start(...["a.json", "b.json", "c.json", "a.json"].map((name) => join(folder, name)));
    writeFileSync(join(folder, "a.json"), "1");
    writeFileSync(join(folder, "other.json"), "1");
    writeFileSync(join(folder, "b.json"), "1");
    expect(await next()).toEqual(["a.json", "b.json"]);
    expect(await rest()).toEqual([]);
  });

  it("sees a file come, go and come again", async () => {
    const file = join(folderWith({}), "roles.json");
    const { next } = start(file);
    for (let i = 0; i < 2; i++) {
      writeFileSync(file, "{}");
      expect(await next()).toEqual(["roles.json"]);
      rmSync(file);
      expect(await next()).toEqual(["roles.json"]);
    }
  });

  it("sees a file in folders that are made later, removed, and made again", async () => {
    const folder = folderWith({});
    const file = join(folder, "a", "b", "roles.json");
    const { next } = start(file);
    for (let i = 0; i < 3; i++) {
      mkdirSync(dirname(file), { recursive: true });
      // Sometimes when the folder was looked at already, sometimes before.
      if (i > 0) await wait(60);
      writeFileSync(file, "{}");
      expect(await next()).toEqual(["roles.json"]);
      save(file, `${i}`);
      expect(await next()).toEqual(["roles.json"]);
      rmSync(join(folder, "a"), { recursive: true });
      expect(await next()).toEqual(["roles.json"]);
    }
  });

  it("sees a folder that is removed and made again at once", async () => {
    const file = fileWith("{}", "in/roles.json");
    const { next } = start(file);
    for (let i = 0; i < 3; i++) {
      rmSync(dirname(file), { recursive: true });
      mkdirSync(dirname(file));
      writeFileSync(file, `${i}`);
      expect(await next()).toEqual(["roles.json"]);
      await wait(60);
      save(file, `${i} `);
      expect(await next()).toEqual(["roles.json"]);
    }
  });

  it("sees a folder that is moved away and back", async () => {
    const file = fileWith("{}", "in/roles.json");
    const { next } = start(file);
    renameSync(dirname(file), `${dirname(file)}-2`);
    expect(await next()).toEqual(["roles.json"]);
    renameSync(`${dirname(file)}-2`, dirname(file));
    expect(await next()).toEqual(["roles.json"]);
    save(file, "1");
    expect(await next()).toEqual(["roles.json"]);
  });

  it("sees a file behind a link, where it is and when the link leads elsewhere", async () => {
    const folder = folderWith({ "dotfiles/roles.json": "1", "other/roles.json": "22", "home/.keep": "" });
    const link = join(folder, "home/roles.json");
    symlinkSync("../dotfiles/roles.json", link);
    const { next } = start(link);
    save(join(folder, "dotfiles/roles.json"), "333");
    expect(await next()).toEqual(["roles.json"]);
    unlinkSync(link);
    symlinkSync("../other/roles.json", link);
    expect(await next()).toEqual(["roles.json"]);
    save(join(folder, "other/roles.json"), "4444");
    expect(await next()).toEqual(["roles.json"]);
  });

  it("tells of a file that never comes to rest", async () => {
    const file = fileWith("");
    const { next } = start(file);
    const writing = setInterval(() => {
      appendFileSync(file, "x");
    }, 2);
    onTestFinished(() => {
      clearInterval(writing);
    });
    expect(await next()).toEqual(["roles.json"]);
  });

  it("says nothing after it was closed, and can be closed again", async () => {
    const file = fileWith("0");
    const { close, rest } = start(file);
    save(file, "1");
    close();
    save(file, "2");
    expect(await rest()).toEqual([]);
    close();
  });

  it("can be closed by what it calls", async () => {
    const file = fileWith("0");
    if (code !== undefined) withoutWatches(code);
    let calls = 0;
    const watch = watchFiles(
      [file],
      () => {
        calls++;
        watch[Symbol.dispose]();
      },
      options,
    );
    save(file, "1");
    await vi.waitFor(() => {
      expect(calls).toBe(1);
    }, WAIT);
    save(file, "2");
    await wait(150);
    expect(calls).toBe(1);
  });
});

/** Lets something happen just before the system begins to watch a folder. */
function beforeWatching(happens: (folder: string) => void): void {
  const { watch } = fs;
  onTestFinished(() => {
    fs.watch = watch;
    syncBuiltinESMExports();
  });
  const replaced = (...args: Parameters<typeof watch>): fs.FSWatcher => {
    happens(String(args[0]));
    return watch(...args);
  };
  Reflect.set(fs, "watch", replaced);
  syncBuiltinESMExports();
}

describe("a watch", () => {
  it("misses nothing that happens while it begins", async () => {
    const file = fileWith("0");
    beforeWatching(() => {
      save(file, "1");
    });
    expect(await watched([file], { pollMs: NEVER }).next()).toEqual(["roles.json"]);
  });

  it("misses no folder that is made while it begins to watch the one above", async () => {
    const folder = folderWith({});
    const file = join(folder, "a", "b", "roles.json");
    beforeWatching((watchedFolder) => {
      if (basename(watchedFolder) === "a") mkdirSync(dirname(file));
    });
    const { next } = watched([file], { pollMs: NEVER });
    mkdirSync(join(folder, "a"));
    await vi.waitFor(() => {
      expect(fs.existsSync(dirname(file))).toBe(true);
    }, WAIT);
    await wait(150);
    writeFileSync(file, "{}");
    expect(await next()).toEqual(["roles.json"]);
  });

  it("reads no half-written file, when the writer goes on within 20 milliseconds", async () => {
    const file = fileWith("old");
    const sizes: number[] = [];
    const watch = watchFiles([file], () => sizes.push(fs.statSync(file).size), { pollMs: NEVER });
    onTestFinished(watch.close);
    writeFileSync(file, "");
    for (let i = 0; i < 40; i++) {
      appendFileSync(file, "x");
      await wait(1);
    }
    await vi.waitFor(() => {
      expect(sizes).toEqual([40]);
    }, WAIT);
  });

  it("says nothing of what was there, of what was undone, or of a folder in which other things happen", async () => {
    const file = fileWith("{}");
    const { rest } = watched([file, join(dirname(file), "none.json")], { pollMs: 10 });
    renameSync(file, `${file}.away`);
    renameSync(`${file}.away`, file);
    for (let i = 0; i < 20; i++) writeFileSync(join(dirname(file), `${i}`), "");
    // A rename changes when the system says the file was changed, and that counts.
    const told = await rest();
    expect(told.length).toBeLessThanOrEqual(1);
    expect(told.flat()).not.toContain("none.json");
  });

  it("keeps to the file that was meant when the process changes its folder, and tells the name that was given", async () => {
    const folder = folderWith({ "a/roles.json": "0", "b/roles.json": "0" });
    const here = process.cwd();
    process.chdir(join(folder, "a"));
    const told: string[] = [];
    const watch = watchFiles(["./roles.json"], (files) => told.push(...files), { pollMs: NEVER });
    process.chdir(here);
    onTestFinished(watch.close);
    save(join(folder, "b/roles.json"), "1");
    await wait(100);
    expect(told).toEqual([]);
    save(join(folder, "a/roles.json"), "1");
    await vi.waitFor(() => {
      expect(told).toEqual(["./roles.json"]);
    }, WAIT);
  });

  it("takes a time between looks that makes sense, and nothing to watch", () => {
    for (const pollMs of [0, -1, NaN]) expect(() => watchFiles([], () => undefined, { pollMs })).toThrow(RangeError);
    watchFiles([], () => undefined).close();
  });

  it.each(["open", "closed"])("that is %s keeps no process alive and leaves nothing behind", (state) => {
    const folder = folderWith({ "roles.json": "{}" });
    const program = `
      import { createHook } from "node:async_hooks";
      import { setTimeout as wait } from "node:timers/promises";
      import { writeFileSync } from "node:fs";
      import { watchFiles } from ${JSON.stringify(new URL("./index.ts", import.meta.url).href)};
      const open = new Map();
      createHook({
        init(id, type) { if (/Timeout|Immediate|FSEVENT|STATWATCHER/.test(type)) open.set(id, type); },
        destroy(id) { open.delete(id); },
      }).enable();
      const file = ${JSON.stringify(join(folder, "roles.json"))};
      const watch = watchFiles([file, file + "/../deep/er.json"], () => undefined);
      writeFileSync(file, "1");
      if (${JSON.stringify(state)} === "closed") {
        await new Promise((resolve) => setTimeout(resolve, 30));
        watch.close();
        const ids = [...open.keys()];
        await wait(50);
        console.log(ids.filter((id) => open.has(id)).map((id) => open.get(id)).join());
      } else console.log("");`;
    const start = performance.now();
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      encoding: "utf8",
      timeout: 20_000,
    });
    expect(run).toMatchObject({ status: 0, stdout: "\n", stderr: "" });
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
