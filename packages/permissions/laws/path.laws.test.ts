import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Authority,
  carve,
  type Decision,
  decide,
  DECISIONS,
  leq,
  patternOf,
  root,
  total,
} from "@polyglav/permissions";
import { followLinks, requestPath } from "@polyglav/permissions/path";
import { nodeFs } from "@polyglav/permissions/path/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Entry, memoryFs } from "../src/path/memory-fs.fixture.ts";
import { makeWorld } from "../tests/temporary-world.ts";

/** Names that meet each other often, with hostile ones among them. */
const NAMES = ["a", "b", "c", "constructor", "__proto__", ".git", " ", "ü"] as const;

const name = fc.constantFrom(...NAMES);
const path = fc
  .array(fc.oneof({ weight: 5, arbitrary: name }, fc.constantFrom("..", ".", "")), { minLength: 1, maxLength: 5 })
  .map((steps) => steps.join("/"));
const entry = fc.record({
  at: fc.array(name, { minLength: 1, maxLength: 3 }).map((steps) => steps.join("/")),
  kind: fc.constantFrom("file", "folder", "link", "absolute link", "link out", "link in" as const),
  to: path,
});

const decision = fc.constantFrom(...DECISIONS);

/** Rules that meet the names often. */
const rules = fc.record({
  default: decision,
  strict: fc.boolean(),
  rules: fc.dictionary(
    fc
      .array(fc.constantFrom("a", "b", "c", "constructor", ".git", "ü", "*", "**", "c*"), {
        minLength: 1,
        maxLength: 3,
      })
      .chain((segments) => fc.constantFrom("", "/").map((start) => start + segments.join("/"))),
    decision,
    { maxKeys: 4 },
  ),
});

const holding = (edit: unknown): Authority => root({ id: "agent", use: total(carve({ edit }), "deny") });

interface World {
  readonly worktree: string;
  readonly place: { readonly worktree: string; readonly fs: typeof nodeFs };
}

/** Makes files, folders and links as far as they do not stand in each other's way. */
async function makeTree(base: string, entries: readonly (typeof entry extends fc.Arbitrary<infer T> ? T : never)[]) {
  const worktree = join(base, "worktree");
  await mkdir(join(base, "out/a/b"), { recursive: true });
  await mkdir(worktree);
  await symlink(worktree, join(base, "out/in"));
  for (const { at, kind, to } of entries) {
    const here = join(worktree, at);
    try {
      await mkdir(dirname(here), { recursive: true });
      if (kind === "file") await writeFile(here, "");
      else if (kind === "folder") await mkdir(here);
      else if (kind === "link") await symlink(to, here);
      else if (kind === "absolute link") await symlink(join(worktree, to), here);
      else await symlink(join(base, kind === "link out" ? "out" : "out/in"), here);
    } catch {
      // something else stands there already, or the name is empty
    }
  }
  return worktree;
}

/** Holds for every path in every generated tree. A law that returns false said nothing about the case. */
function law<Extra extends object | string>(
  text: string,
  extra: fc.Arbitrary<Extra>,
  holds: (world: World, path: string, extra: Extra) => Promise<unknown>,
) {
  it(text, async () => {
    let held = 0;
    const trees = fc.array(entry, { maxLength: 8 });
    const paths = fc.array(
      fc.oneof(
        path,
        path.map((rest) => `../out/in/${rest}`),
      ),
      { maxLength: 6 },
    );
    const property = fc.asyncProperty(
      trees,
      paths,
      fc.array(extra, { minLength: 20, maxLength: 20 }),
      async (entries, some, extras) => {
        const base = await realpath(await mkdtemp(join(tmpdir(), "polyglav-laws-")));
        try {
          const worktree = await makeTree(base, entries);
          const world = { worktree, place: { worktree, fs: nodeFs } };
          const all = [...some, ...entries.flatMap(({ at }) => [at, `${at}/new`])];
          for (const [index, one] of all.entries()) {
            const [each] = extras.slice(index);
            if (each !== undefined && (await holds(world, one, each)) !== false) held += 1;
          }
        } finally {
          await rm(base, { recursive: true, force: true });
        }
      },
    );
    await fc.assert(property, { numRuns: 40 });
    expect(held).toBeGreaterThan(20);
  });
}

const nothing = fc.constant({});

describe("following links, on any tree of files, folders and links,", () => {
  law("leads where the system says for what exists", nothing, async ({ worktree }, path) => {
    const real = await realpath(join(worktree, path)).catch(() => undefined);
    if (real === undefined) return false;
    expect(await followLinks(join(worktree, path), nodeFs)).toEqual({ real, dangling: false, fault: undefined });
  });

  law("leads where the system says also with `..` after links", nothing, async ({ worktree }, path) => {
    const spelled = `${worktree}/${path}`;
    const real = await realpath(spelled).catch(() => undefined);
    if (real === undefined) return false;
    expect((await followLinks(spelled, nodeFs)).real).toBe(real);
  });

  law("leads to where a file would be once its folder is there", nothing, async ({ worktree }, path) => {
    const target = await followLinks(join(worktree, path, "new name"), nodeFs);
    const folder = await realpath(join(worktree, path)).catch(() => undefined);
    if (folder === undefined) return false;
    expect(target.real).toBe(join(folder, "new name"));
  });

  law("leads to where the system makes it, and finds it then", nothing, async ({ worktree }, path) => {
    const target = await followLinks(join(worktree, path), nodeFs);
    if (target.fault !== undefined || (await realpath(target.real).catch(() => undefined)) !== undefined) return false;
    const isMade = await mkdir(target.real, { recursive: true }).then(
      () => true,
      () => false, // a file stands in the way
    );
    if (!isMade) return false;
    expect(await realpath(join(worktree, path))).toBe(target.real);
  });

  law("is done after doing it once", nothing, async ({ worktree }, path) => {
    const { real, fault } = await followLinks(join(worktree, path), nodeFs);
    if (fault !== undefined) return false;
    expect(await followLinks(real, nodeFs)).toEqual({ real, dangling: false, fault: undefined });
  });
});

/** Other texts of the same path: what they add is taken out again before links are followed. */
const spelling = fc
  .record({
    between: fc.array(fc.constantFrom("", ".", "x/..", "a/b/../..", "./c/.."), { maxLength: 3 }),
    start: fc.constantFrom("", "./", "../worktree/", "absolute", "root"),
    end: fc.constantFrom("", "/", "/.", "//", "/y/.."),
  })
  .map(({ between, start, end }) => (worktree: string, path: string) => {
    const steps = path.split("/").flatMap((step, index) => [...between.slice(index, index + 1), step]);
    const from = start === "absolute" ? `${worktree}/` : start === "root" ? `/../${worktree}/./` : start;
    return `${from === "" ? "./" : from}${steps.join("/")}${end}`;
  });

describe("L15, spelling invariance: on any tree", () => {
  law(
    "all texts of a path are one request, and decide alike",
    fc.tuple(spelling, rules),
    async ({ worktree, place }, path, [respell, edit]) => {
      const asked = await requestPath("edit", `./${path}`, place);
      const again = await requestPath("edit", respell(worktree, path), place);
      expect(again).toEqual(asked);
      expect(decide(holding(edit), again.request)).toEqual(decide(holding(edit), asked.request));
    },
  );

  law(
    "all spellings of a file inside decide alike under words, and others are asked about",
    decision,
    async ({ place }, path, word) => {
      const asked = await requestPath("edit", path, place);
      const own = await requestPath("edit", asked.target.real, place);
      const here = decide(holding(word), asked.request).decision;
      const there = decide(holding(word), own.request).decision;
      if (asked.request.advice.length === 0) expect(here).toBe(there);
      else expect(here).toBe(word === "allow" ? "ask" : word);
      return asked.target.real !== asked.target.lexical;
    },
  );

  law("no spelling decides wider than the file's own name, under any rules", rules, async ({ place }, path, edit) => {
    const asked = await requestPath("edit", path, place);
    if (asked.target.fault !== undefined) return false;
    const own = await requestPath("edit", asked.target.real, place);
    expect(leq(decide(holding(edit), asked.request).decision, decide(holding(edit), own.request).decision)).toBe(true);
    return asked.target.real !== asked.target.lexical;
  });

  law(
    "a deny of the file's own name hits every spelling, and so does one of a spelling",
    nothing,
    async ({ place }, path) => {
      const { request, target } = await requestPath("edit", path, place);
      if (target.fault !== undefined) return false;
      for (const { resource } of request.actions) {
        const pattern = patternOf("edit", resource);
        const deny = holding({ default: "allow", rules: { [pattern ?? ""]: "deny" } });
        expect(decide(deny, request).decision).toBe("deny");
      }
      return request.actions.length > 1;
    },
  );

  law(
    "canon is idempotent: the file's own name has one spelling, which leads to itself",
    nothing,
    async ({ place }, path) => {
      const { target } = await requestPath("edit", path, place);
      if (target.fault !== undefined) return false;
      const own = await requestPath("edit", target.real, place);
      expect(own.target).toEqual({ lexical: target.real, real: target.real, dangling: false, fault: undefined });
      expect(own.request.actions).toHaveLength(1);
      expect(await requestPath("edit", own.target.real, place)).toEqual(own);
    },
  );

  law("what asks for nothing but the worktree is in it", nothing, async ({ worktree, place }, path) => {
    const { request, target } = await requestPath("edit", path, place);
    if (request.advice.length > 0) return false;
    const inside = await stat(target.real).catch(() => undefined);
    if (inside !== undefined) expect(`${await realpath(target.real)}/`.startsWith(`${worktree}/`)).toBe(true);
    expect(`${target.real}/`.startsWith(`${worktree}/`)).toBe(true);
  });
});

describe("L15 on a volume that takes names in any case", () => {
  const cased = fc.constantFrom("a", "B", "Cc", "Straße", "constructor");
  const tree: fc.Arbitrary<Entry> = fc.letrec<{ tree: Entry; leaf: Entry }>((tie) => ({
    leaf: fc.constant(""),
    tree: fc.oneof({ maxDepth: 3 }, tie("leaf"), fc.dictionary(cased, tie("tree"), { maxKeys: 3 })),
  })).tree;
  const swap = (text: string, bits: number): string =>
    Array.from(text, (letter, index) => ((bits >> (index % 30)) & 1 ? other(letter) : letter)).join("");
  const other = (letter: string): string =>
    letter === "ß" ? letter : letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

  it("a change of case never decides wider than the name on the disk, and the same under words", async () => {
    const property = fc.asyncProperty(
      fc.dictionary(cased, tree, { minKeys: 1, maxKeys: 3 }),
      fc.array(cased, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.oneof(decision, rules),
      async (top, names, bits, edit) => {
        const place = { worktree: "/Work", fs: memoryFs({ "/": { Work: top } }, { folds: true }) };
        const asked = await requestPath("edit", swap(`/Work/${names.join("/")}`, bits), place);
        const own = await requestPath("edit", asked.target.real, place);
        expect(asked.request.advice).toEqual([]);
        const here = decide(holding(edit), asked.request).decision;
        const there = decide(holding(edit), own.request).decision;
        if (typeof edit === "string") expect(here).toBe(there);
        else expect(leq(here, there)).toBe(true);
        const low = names
          .map((each) => patternOf("edit", [each === "Straße" ? "strasse" : each.toLowerCase()]))
          .join("/");
        expect(decide(holding({ default: "allow", rules: { [low]: "deny" } }), asked.request).decision).toBe("deny");
      },
    );
    await fc.assert(property, { numRuns: 500 });
  });
});

describe("what other programs got wrong", () => {
  async function decisionOf(edit: unknown, path: string, place: World["place"], cwd?: string): Promise<Decision> {
    return decide(holding(edit), (await requestPath("edit", path, { ...place, cwd })).request).decision;
  }
  const onlyWs = { default: "deny", rules: { "ws/**": "allow" } };

  it("E01: a link inside the workspace that leads out is decided by where it leads", async () => {
    const { place, worktree, outside } = await makeWorld({ "ws/f": "" });
    await writeFile(join(outside, "f"), "");
    await symlink(outside, join(worktree, "ws/o"));
    await symlink(join(outside, "f"), join(worktree, "ws/last"));
    expect(await decisionOf(onlyWs, "ws/f", place)).toBe("allow");
    expect(await decisionOf(onlyWs, "ws/o/f", place)).toBe("deny");
    expect(await decisionOf(onlyWs, "ws/last", place)).toBe("deny");
    expect(await decisionOf("allow", "ws/o/f", place)).toBe("ask");
  });

  it("E02: a linked folder in the middle counts as well, and for a new file", async () => {
    const { place, worktree, outside } = await makeWorld({ "ws/f": "" });
    await mkdir(join(outside, "deep/er"), { recursive: true });
    await symlink(join(outside, "deep"), join(worktree, "ws/o"));
    expect(await decisionOf(onlyWs, "ws/o/er", place)).toBe("deny");
    expect(await decisionOf(onlyWs, "ws/o/er/new", place)).toBe("deny");
    expect(await decisionOf(onlyWs, "ws/o/no/such/folder/new", place)).toBe("deny");
    expect(await decisionOf("allow", "ws/o/no/such/folder/new", place)).toBe("ask");
    expect(await decisionOf(onlyWs, "ws/no/such/folder/new", place)).toBe("allow");
  });

  it("E04: a link to nothing is at most asked about, and what it would make is decided", async () => {
    const { place, worktree, outside } = await makeWorld({ "ws/loose": ["none"], "ws/up": ["../none"] });
    await symlink(join(outside, "none"), join(worktree, "ws/out"));
    expect(await decisionOf("allow", "ws/loose", place)).toBe("ask");
    expect(await decisionOf(onlyWs, "ws/loose", place)).toBe("ask");
    expect(await decisionOf(onlyWs, "ws/up", place)).toBe("deny");
    expect(await decisionOf(onlyWs, "ws/out", place)).toBe("deny");
    expect(await decisionOf(onlyWs, "ws/out/x", place)).toBe("deny");
  });

  it("E05: a spelling with `..` does not miss the rule", async () => {
    const { place, worktree } = await makeWorld({ "p/f": "", "w/x": "" });
    const noP = { default: "allow", rules: { "p/**": "deny" } };
    expect(await decisionOf(noP, "w/x", place)).toBe("allow");
    for (const spelled of ["w/../p/f", "./p//f", "p/../p/f", "w/../../worktree/p/f", `${worktree}/w/../p/f`, "p/f/"])
      expect(await decisionOf(noP, spelled, place), spelled).toBe("deny");
    expect(await decisionOf(noP, "../p/f", place, join(worktree, "w"))).toBe("deny");
  });

  it("E07: a deny holds before links are followed and after", async () => {
    const { place } = await makeWorld({ "secret/f": "", "open/g": "", "open/link": ["../secret"], door: ["open"] });
    const after = { default: "allow", rules: { "secret/**": "deny" } };
    expect(await decisionOf(after, "open/link/f", place)).toBe("deny");
    expect(await decisionOf(after, "open/link/new", place)).toBe("deny");
    expect(await decisionOf(after, "door/link/f", place)).toBe("deny");
    const before = { default: "allow", rules: { "door/**": "deny" } };
    expect(await decisionOf(before, "door/g", place)).toBe("deny");
    expect(await decisionOf(before, "open/g", place)).toBe("allow");
  });

  it("E08: where a link leads must itself be allowed, not merely not denied", async () => {
    const { place } = await makeWorld({ "ws/f": "", "other/f": "", "ws/in": ["../other"], "ws/self": ["."] });
    const asks = { default: "ask", rules: { "ws/**": "allow" } };
    expect(await decisionOf(onlyWs, "ws/in/f", place)).toBe("deny");
    expect(await decisionOf(asks, "ws/in/f", place)).toBe("ask");
    expect(await decisionOf(asks, "ws/in/new", place)).toBe("ask");
    expect(await decisionOf(asks, "ws/self/f", place)).toBe("allow");
  });

  it("W21: relative paths start at the worktree, wherever the process is", async () => {
    const { place } = await makeWorld({ "ws/f": "" });
    expect(process.cwd()).not.toBe(place.worktree);
    expect(await decisionOf(onlyWs, "ws/f", place)).toBe("allow");
  });
});
