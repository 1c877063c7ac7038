import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileWith, folderWith } from "../../tests/folder.ts";
import { editJson, type EditResult, type JsonEdit } from "./index.ts";
import { lockOf } from "./lock-file.ts";

const edit = (file: string, change: (edit: JsonEdit) => void): EditResult => editJson(file, change, { layer: "local" });

/** What a text becomes. */
function edited(text: string, change: (edit: JsonEdit) => void): string {
  const file = fileWith(text);
  expect(edit(file, change)).toMatchObject({ ok: true, file });
  expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  return readFileSync(file, "utf8");
}

/** A file as people write it. */
const WRITTEN = `\uFEFF{ // ours
\t// what runs first
\t"first": 1, // one
\t"b": { "x": 1, "y": 2 }, /* two */

\t// about c
\t"c": [
\t\t1, // the one
\t\t2
\t],
}
`.replaceAll("\n", "\r\n");

/** What differs between two texts, line by line, without what stays. */
function changes(before: string, after: string): readonly string[] {
  const [old, now] = [before.split("\r\n"), after.split("\r\n")];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  return [...gone, ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)];
}

describe("editJson()", () => {
  it.each<[string, (edit: JsonEdit) => void, readonly string[]]>([
    [
      "changes one value",
      (e) => {
        e.set(["b", "x"], 3);
      },
      ['- \t"b": { "x": 1, "y": 2 }, /* two */', '+ \t"b": { "x": 3, "y": 2 }, /* two */'],
    ],
    [
      "adds a key where there is one line",
      (e) => {
        e.set(["b", "z"], [1]);
      },
      ['- \t"b": { "x": 1, "y": 2 }, /* two */', '+ \t"b": { "x": 1, "y": 2, "z": [1] }, /* two */'],
    ],
    [
      "adds a key where there are lines",
      (e) => {
        e.set(["d", "e"], 1);
      },
      ['+ \t"d": {', '+ \t\t"e": 1', "+ \t},"],
    ],
    [
      "adds an item",
      (e) => {
        e.set(["c", 2], {});
      },
      ["- \t\t2", "+ \t\t2,", "+ \t\t{}"],
    ],
    [
      "removes the first key with the comment behind it, and keeps the ones before it",
      (e) => {
        e.unset(["first"]);
      },
      ['- \t"first": 1, // one'],
    ],
    [
      "removes a key inside a line",
      (e) => {
        e.unset(["b", "x"]);
      },
      ['- \t"b": { "x": 1, "y": 2 }, /* two */', '+ \t"b": { "y": 2 }, /* two */'],
    ],
    [
      "removes the last item, and the comma before it",
      (e) => {
        e.unset(["c", 1]);
      },
      ["- \t\t1, // the one", "- \t\t2", "+ \t\t1 // the one"],
    ],
    [
      "removes the last key, and keeps the comment above it",
      (e) => {
        e.unset(["c"]);
      },
      ['- \t"c": [', "- \t\t1, // the one", "- \t\t2", "- \t],"],
    ],
    [
      "does several things at once",
      (e) => {
        e.unset(["first"]);
        e.set(["b"], e.get(["c", 1]));
        e.set(["c", 0], "x");
      },
      [
        '- \t"first": 1, // one',
        '- \t"b": { "x": 1, "y": 2 }, /* two */',
        "- \t\t1, // the one",
        '+ \t"b": 2, /* two */',
        '+ \t\t"x", // the one',
      ],
    ],
  ])("%s, and no other byte", (_, change, expected) => {
    expect(changes(WRITTEN, edited(WRITTEN, change))).toEqual(expected);
  });

  it("keeps a comma in front where people write it there", () => {
    const text = '{\n  "a": 1\n, "b": 2 // two\n, "c": 3\n}';
    expect(
      edited(text, (e) => {
        e.unset(["b"]);
      }),
    ).toBe('{\n  "a": 1\n, "c": 3\n}');
    expect(
      edited(text, (e) => {
        e.unset(["c"]);
      }),
    ).toBe('{\n  "a": 1\n, "b": 2 // two\n}');
  });

  it("removes from one line what is on one line", () => {
    const text = '{ "a": 1, /* of b */ "b": 2, "c": [1, 2, 3, ] }';
    expect(
      edited(text, (e) => {
        e.unset(["a"]);
      }),
    ).toBe('{ /* of b */ "b": 2, "c": [1, 2, 3, ] }');
    expect(
      edited(text, (e) => {
        e.unset(["b"]);
      }),
    ).toBe('{ "a": 1, /* of b */ "c": [1, 2, 3, ] }');
    expect(
      edited(text, (e) => {
        e.unset(["c"]);
      }),
    ).toBe('{ "a": 1, /* of b */ "b": 2 }');
    expect(
      edited(text, (e) => {
        e.unset(["c", 2]);
      }),
    ).toBe('{ "a": 1, /* of b */ "b": 2, "c": [1, 2, ] }');
    expect(
      edited('{ "a": 1 }', (e) => {
        e.unset(["a"]);
      }),
    ).toBe("{ }");
  });

  it("fills an empty object in the way of what is around it", () => {
    expect(
      edited('{"a": {}}', (e) => {
        e.set(["a", "b"], 1);
        e.set(["a", "c"], [{}]);
      }),
    ).toBe('{"a": {"b": 1, "c": [{}]}}');
    expect(
      edited('{\n   "a": { }\n}', (e) => {
        e.set(["a", "b"], 1);
        e.set(["a", "c"], 2);
      }),
    ).toBe('{\n   "a": {\n      "b": 1,\n      "c": 2\n   }\n}');
  });

  it("puts a key under the last one, wherever the brace is", () => {
    const change = (e: JsonEdit): void => {
      e.set(["b"], [1]);
    };
    expect(edited('{\n    "a": 1\n  }', change)).toBe('{\n    "a": 1,\n    "b": [\n        1\n    ]\n  }');
    expect(edited('{ "a": 1\n  }', change)).toBe('{ "a": 1,\n    "b": [\n      1\n    ]\n  }');
  });

  it("changes the last of repeated keys, which is the one that readers take, and removes them all", () => {
    const text = '{\n  "a": { "x": 1 },\n  "b": 0,\n  "a": { "x": 2 }\n}';
    expect(
      edited(text, (e) => {
        e.set(["a", "x"], 3);
      }),
    ).toBe('{\n  "a": { "x": 1 },\n  "b": 0,\n  "a": { "x": 3 }\n}');
    expect(
      edited(text, (e) => {
        e.unset(["a"]);
      }),
    ).toBe('{\n  "b": 0\n}');
  });

  it("treats keys that JavaScript treats specially like all others", () => {
    for (const key of ["__proto__", "constructor", "toString", "", "0", 'a "b"\n']) {
      const text = edited("{}", (e) => {
        expect(e.get([key])).toBeUndefined();
        expect(e.unset([key])).toBe(false);
        e.set([key, key], { [key]: 1 });
        e.set([key, "x"], 2);
        expect(e.unset([key, key])).toBe(true);
      });
      expect(JSON.stringify(JSON.parse(text))).toBe(`{${JSON.stringify(key)}:{"x":2}}`);
    }
  });

  it("gives copies, so that changing one changes nothing", () => {
    edited('{ "a": { "b": [1] } }', (e) => {
      const copy = e.get(["a", "b"]);
      if (Array.isArray(copy)) copy.push(2);
      expect(e.get(["a", "b"])).toEqual([1]);
      expect(e.get(["a", "b", 0, "c"])).toBeUndefined();
    });
  });

  it("replaces and makes whole documents", () => {
    expect(
      edited("// list\n[]\n", (e) => {
        e.set([], { a: 1 });
      }),
    ).toBe('// list\n{\n  "a": 1\n}\n');
    const file = join(folderWith({}), "deep", "er", "roles.json");
    expect(
      edit(file, (e) => {
        e.set(["a", 0, "b"], 1);
      }),
    ).toEqual({ ok: true, file, changed: true });
    expect(readFileSync(file, "utf8")).toBe('{\n  "a": [\n    {\n      "b": 1\n    }\n  ]\n}\n');
  });

  it("does not write, and makes no folder, when there is nothing new to say", () => {
    const file = join(folderWith({}), "deep", "roles.json");
    expect(
      edit(file, (e) => {
        expect(e.unset(["a"])).toBe(false);
      }),
    ).toEqual({ ok: true, file, changed: false });
    expect(existsSync(dirname(file))).toBe(false);
    const there = fileWith("{}");
    const before = statSync(there);
    const result = edit(there, (e) => {
      e.set(["a"], 1);
      e.unset(["a"]);
      e.set([], {});
    });
    expect(result).toMatchObject({ ok: true });
    expect(edit(there, () => undefined)).toEqual({ ok: true, file: there, changed: false });
    expect(statSync(fileWith("{}")).size).toBe(before.size);
  });

  it("makes all changes or none, and says where the first that is not possible would be", () => {
    const text = '{\n  "a": [1],\n  "b": null\n}';
    for (const [path, state] of [
      [["b", "x"], '"b" is neither an object nor a list'],
      [["a", 2], '"a" is a list of 1, which has no index 2'],
      [["a", -1], '"a" is a list of 1, which has no index -1'],
      [["a", "x"], '"a" is a list, which has no key "x"'],
      [["a", 0, "x", "y"], '"a[0]" is neither an object nor a list'],
      [[0], "it is an object, which has no index 0"],
      [["n", 1], 'a list begins at 0, so nothing can be put at "n[1]"'],
    ] as const) {
      const file = fileWith(text);
      const result = edit(file, (e) => {
        e.set(["c"], 1);
        e.set(path, 1);
        expect(e.get(path)).toBeUndefined();
        e.set(["b"], 1n);
        expect(e.unset(["a"])).toBe(false);
      });
      const message = `Cannot write "roles.json": ${state}`;
      expect(result).toMatchObject({ ok: false, problem: { code: "file/not-written", message, file, layer: "local" } });
      expect(readFileSync(file, "utf8")).toBe(text);
    }
    const result = edit(fileWith(text), (e) => {
      e.set(["b", "x"], 1);
    });
    expect(result).toMatchObject({ problem: { line: 3, column: 3 } });
  });

  it("refuses a document without a value, and one that nobody could read again", () => {
    expect(
      edit(fileWith("42"), (e) => {
        e.unset([]);
      }),
    ).toMatchObject({ problem: { message: 'Cannot write "roles.json": a document cannot be without a value' } });
    let deep: unknown = 1;
    for (let i = 0; i < 150; i++) deep = [deep];
    const file = fileWith("{}");
    expect(
      edit(file, (e) => {
        e.set(["a"], deep);
        e.set(["a", ...Array<number>(150).fill(0)], deep);
      }),
    ).toMatchObject({
      problem: {
        code: "file/not-written",
        message:
          'Cannot write "roles.json": it would not be JSON any more, because it is nested more than 200 levels deep',
      },
    });
    for (let i = 0; i < 100; i++) deep = [deep];
    expect(
      edit(file, (e) => {
        e.set(["a"], deep);
      }),
    ).toMatchObject({ problem: { code: "file/not-json" } });
    expect(readFileSync(file, "utf8")).toBe("{}");
  });

  it.each(["", " \n", "// nothing\n", "{", '{"a": 1,,}', "\0"])(
    "refuses a file that says nothing or is broken: %j",
    (text) => {
      const file = fileWith(text);
      let called = 0;
      expect(
        edit(file, () => {
          called++;
        }),
      ).toMatchObject({
        ok: false,
        problem: {
          code: "file/not-written",
          message: 'Cannot write "roles.json": it could not be read, so it stays as it is',
          hint: expect.stringMatching(/^Mend this first: Cannot read "roles\.json": ./),
          line: 1,
        },
      });
      expect(called).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(text);
    },
  );

  it("lets out what the change throws, even when it looks like a fault of the disk, and writes nothing", () => {
    const fault = Object.assign(new Error("mine"), { code: "ENOENT" });
    for (const file of [fileWith("{}"), join(folderWith({}), "deep", "roles.json")]) {
      expect(() =>
        edit(file, (e) => {
          e.set(["a"], 1);
          throw fault;
        }),
      ).toThrow(fault);
      expect(existsSync(lockOf(file))).toBe(false);
      if (existsSync(file)) expect(readFileSync(file, "utf8")).toBe("{}");
      else expect(existsSync(dirname(file))).toBe(false);
    }
  });

  it("sees what another wrote since it was read: neither change is lost (B43)", () => {
    const file = fileWith('{ "r": {} }');
    const opened: unknown = JSON.parse(readFileSync(file, "utf8"));
    edit(file, (e) => {
      e.set(["r", "model"], "m");
    });
    edit(file, (e) => {
      e.set(["r", "tags"], ["t"]);
    });
    expect(opened).toEqual({ r: {} });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ r: { model: "m", tags: ["t"] } });
  });

  it("keeps the link, changes its target and keeps the mode (B47)", () => {
    const folder = folderWith({ "home/dotfiles/roles.json": "{}" });
    const [link, target] = [join(folder, "home/roles.json"), join(folder, "home/dotfiles/roles.json")];
    symlinkSync("dotfiles/roles.json", link);
    chmodSync(target, 0o600);
    expect(
      edit(link, (e) => {
        e.set(["a"], 1);
      }),
    ).toMatchObject({ ok: true, file: link });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain('"a"');
    expect(statSync(target).mode & 0o7777).toBe(0o600);
  });

  it("calls the change once more when somebody else made the file meanwhile", () => {
    const file = join(folderWith({}), "deep", "roles.json");
    let isFirst = true;
    const result = edit(file, (e) => {
      if (isFirst) {
        isFirst = false;
        edit(file, (other) => {
          other.set(["theirs"], 1);
        });
      }
      e.set(["ours"], 2);
    });
    expect(result).toMatchObject({ ok: true, changed: true });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ theirs: 1, ours: 2 });
  });

  it("reads again what an editor saved meanwhile, and gives up on a file that changes all the time", () => {
    const file = fileWith("{}");
    let saves = 0;
    const change = (e: JsonEdit): void => {
      if (saves < 2) writeFileSync(file, `{ "saved": ${++saves} }`);
      e.set(["ours"], 2);
    };
    expect(edit(file, change)).toMatchObject({ ok: true, changed: true });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ saved: 2, ours: 2 });
    saves = -5;
    expect(edit(file, change)).toMatchObject({
      ok: false,
      problem: {
        code: "file/locked",
        message: 'Cannot write "roles.json": it changes all the time',
        hint: "Try again",
      },
    });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ saved: -2 });
    expect(readdirSync(dirname(file))).toEqual(["roles.json"]);
  });
});
