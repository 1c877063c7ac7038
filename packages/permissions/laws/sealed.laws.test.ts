import {
  type Authority,
  carve,
  chainOf,
  decide,
  type Decision,
  explain,
  freeze,
  leq,
  pass,
  type Request,
  use,
  withCategories,
  root,
  total,
} from "@polyglav/permissions";
import { narrowSealed, seal, unseal } from "@polyglav/permissions/sealed";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addedByHand, mac, part, piecesOf, SECRET, unpart } from "../src/sealed/sealed.fixture.ts";
import { engineOf } from "./answers.ts";
import { action, request, resource, runs, world, type Written, written } from "./cases.ts";

async function opened(text: string): Promise<Authority> {
  const read = await unseal(text, SECRET);
  if (!read.ok) throw new Error(read.problem.message);
  return read.authority;
}

const isRefused = async (text: string): Promise<boolean> => !(await unseal(text, SECRET)).ok;

/** Names as people and their enemies choose them. */
const name = fc.oneof(
  fc.constantFrom("constructor", "__proto__", "toString", "", "~", ".", "root", "a.b"),
  fc.string({ unit: "binary" }),
);
const plain = fc.constantFrom("a", "b", "constructor", "__proto__", "日本");

const narrowing = fc.record({
  use: fc.option(written, { nil: undefined }),
  pass: fc.option(written, { nil: undefined }),
});

async function narrowedBy(
  text: string,
  by: { readonly use: Written | undefined; readonly pass: Written | undefined },
  called = "x",
) {
  const less = await narrowSealed(text, {
    name: called,
    use: by.use && carve(by.use),
    pass: by.pass && carve(by.pass),
  });
  if (!less.ok) throw new Error(less.problem.message);
  return less.text;
}

/** A text that has a part of every kind: two links that the secret vouches for and two that a holder added. */
async function sample(): Promise<string> {
  const me = root({ id: "r", use: total(carve({ bash: { rules: { "ls **": "ask" } } }), "ask") });
  const one = await narrowedBy(await seal(me, SECRET), { use: { edit: "deny" }, pass: undefined }, "a");
  return narrowedBy(one, { use: { web: "deny" }, pass: { "*": "deny" } }, "b");
}

describe("a sealed chain is read back as it was (L20)", () => {
  it("and decides and explains every request alike, with the same grants", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(request, { maxLength: 3 }), async (w, requests) => {
        const sealed = engineOf(w);
        const read = await opened(await seal(sealed, SECRET));
        for (const each of [w.request, ...requests]) {
          expect(decide(read, each, w.grants)).toEqual(decide(sealed, each, w.grants));
          expect(explain(read, each, w.grants)).toEqual(explain(sealed, each, w.grants));
        }
        expect(chainOf(read)).toEqual(chainOf(sealed));
      }),
      { numRuns: runs(200) },
    );
  });

  it("at every link, what it may use and what it may hand down, also when it is met in advance", async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.array(action, { minLength: 1, maxLength: 4 }), async (w, actions) => {
        let link: Authority | undefined = engineOf(w);
        let read: Authority | undefined = freeze(await opened(await seal(link, SECRET)));
        for (; link !== undefined; link = link.from, read = read.from) {
          if (read === undefined) throw new Error("a link is missing");
          for (const { category, resource: about } of actions) {
            expect(use(read, category, about)).toBe(use(link, category, about));
            expect(pass(read, category, about)).toBe(pass(link, category, about));
          }
        }
        expect(read).toBeUndefined();
      }),
      { numRuns: runs(600) },
    );
  });

  it("with the same names, whatever they are made of, and categories that a plugin added", async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (id, category) => {
        fc.pre(!["", "*", "bash_allow"].includes(category) && !["bash", "edit"].includes(category));
        const categories = withCategories({ [`x${category}`]: "names" });
        const says = carve({ [`x${category}`]: { rules: { "a/**": "allow" }, default: "deny" } }, { categories });
        const me = root({ id, use: total(says, "deny"), categories });
        const read = await opened(await seal(me, SECRET));
        expect(read.id).toBe(id);
        const words = [["a", "b"], ["b"]].map((about) => use(read, `x${category}`, about));
        expect(words).toEqual(["allow", "deny"]);
      }),
      { numRuns: runs(300) },
    );
  });

  it("one chain is one text, and what is opened is sealed to the same text again", async () => {
    await fc.assert(
      fc.asyncProperty(world, async (w) => {
        const text = await seal(engineOf(w), SECRET);
        expect(await seal(engineOf(w), SECRET)).toBe(text);
        expect(await seal(await opened(text), SECRET)).toBe(text);
        expect(text).toMatch(/^polyglav-authority-1(\.[\w-]+)+\.~\.[0-9a-f]{64}$/);
      }),
      { numRuns: runs(400) },
    );
  });
});

describe("what was touched is refused (L20)", () => {
  it("every single character that is changed, left out or put in", async () => {
    const text = await sample();
    for (let i = 0; i < text.length; i += 1) {
      const [before, own = "", after] = [text.slice(0, i), text[i], text.slice(i + 1)];
      const flipped = [1, 2, 4, 8, 16, 32].map((bit) => String.fromCharCode(own.charCodeAt(0) ^ bit));
      for (const other of [...flipped, ".", "~", "A", "\u0000", "\u0130"])
        if (other !== own) expect([i, other, await isRefused(before + other + after)]).toEqual([i, other, true]);
      expect([i, await isRefused(before + after)]).toEqual([i, true]);
      expect([i, await isRefused(before + own + own + after)]).toEqual([i, true]);
    }
    expect(await isRefused(text)).toBe(false);
  });

  it("every other byte in any place", async () => {
    const text = await sample();
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 0, max: 255 }), async (i, byte) => {
        fc.pre(text.charCodeAt(i) !== byte);
        expect(await isRefused(text.slice(0, i) + String.fromCharCode(byte) + text.slice(i + 1))).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it("every link that is missing, doubled or moved, and every text that ends too early", async () => {
    const pieces = piecesOf(await sample());
    const parts = pieces.slice(1, -1);
    const join = (some: readonly string[]): string => [pieces[0], ...some, pieces.at(-1)].join(".");
    for (const [i, each] of parts.entries()) {
      const others = parts.toSpliced(i, 1);
      expect([i, await isRefused(join(others))]).toEqual([i, true]);
      for (let at = 0; at <= parts.length; at += 1)
        expect([i, at, await isRefused(join(parts.toSpliced(at, 0, each)))]).toEqual([i, at, true]);
      for (let at = 0; at < parts.length; at += 1)
        if (at !== i) expect([i, at, await isRefused(join(others.toSpliced(at, 0, each)))]).toEqual([i, at, true]);
    }
    const text = pieces.join(".");
    for (let end = 0; end < text.length; end += 1)
      expect([end, await isRefused(text.slice(0, end))]).toEqual([end, true]);
  });

  it("every other secret", async () => {
    const text = await sample();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 80 }), async (secret) => {
        fc.pre(secret.toString() !== SECRET.toString());
        expect((await unseal(text, secret)).ok).toBe(false);
      }),
      { numRuns: runs(300) },
    );
  });

  it("parts of two seals that are put together", async () => {
    await fc.assert(
      fc.asyncProperty(world, world, fc.nat(), fc.nat(), async (one, two, from, to) => {
        const [a, b] = [piecesOf(await seal(engineOf(one), SECRET)), piecesOf(await seal(engineOf(two), SECRET))];
        const spliced = [...a.slice(0, from % a.length), ...b.slice(to % b.length)].join(".");
        fc.pre(spliced !== a.join(".") && spliced !== b.join("."));
        expect(await isRefused(spliced)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  it("and nothing that is handed over makes it throw", async () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .array(fc.oneof(fc.base64String(), fc.constantFrom("~", "", "e30", "bnVsbA")))
        .map((parts) => ["polyglav-authority-1", ...parts].join(".")),
      fc.anything(),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        const read = await unseal(given as string, SECRET);
        expect(read).toMatchObject({ ok: false, problem: { code: expect.stringMatching(/^sealed\//) } });
      }),
      { numRuns: runs(2_000) },
    );
  });
});

describe("a holder without the secret can only narrow (L4, L20)", () => {
  const bounded = (less: Decision, ...mosts: readonly Decision[]): void => {
    for (const most of mosts) expect([less, most, leq(less, most)]).toEqual([less, most, true]);
  };

  it("whatever is added, nobody gets more than the holder may use itself, nor hands down more", async () => {
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(narrowing, { minLength: 1, maxLength: 3 }),
        fc.array(action, { minLength: 1, maxLength: 4 }),
        async (w, added, actions) => {
          let text = await seal(engineOf(w), SECRET);
          let before = await opened(text);
          for (const by of added) {
            text = await narrowedBy(text, by);
            const after = await opened(text);
            for (const { category, resource: about } of actions) {
              bounded(use(after, category, about), use(before, category, about), pass(before, category, about));
              bounded(pass(after, category, about), use(after, category, about));
            }
            before = after;
          }
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it("and gets exactly what is left under the bound", async () => {
    await fc.assert(
      fc.asyncProperty(world, written, resource.bash, async (w, says, about) => {
        const holder = engineOf(w);
        const after = await opened(await narrowedBy(await seal(holder, SECRET), { use: says, pass: undefined }));
        const alone = root({ id: "x", use: total(carve({ "*": "allow" }), "allow"), bound: { use: carve(says) } });
        const least = [use(holder, "bash", about), pass(holder, "bash", about), use(alone, "bash", about)];
        expect(use(after, "bash", about)).toBe(least.reduce((a, b) => (leq(a, b) ? a : b)));
      }),
      { numRuns: runs(500) },
    );
  });

  it("whatever parts are written by hand, they narrow or are refused", async () => {
    const all = { named: [["bash", { word: "allow" }]], star: { word: "allow" } };
    const good = fc.record({
      kind: fc.constant("narrowed"),
      name: plain,
      use: fc.constant(all),
      pass: fc.constant(all),
    });
    const worse = fc.record(
      {
        kind: fc.constantFrom("narrowed", "role", "root"),
        name,
        id: name,
        role: name,
        temporary: fc.boolean(),
        cap: fc.anything(),
        use: fc.oneof(fc.anything(), fc.constant(all)),
      },
      { requiredKeys: [] },
    );
    const data = fc.tuple(good, fc.oneof(fc.constant({}), worse)).map(([one, other]) => ({ ...one, ...other }));
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        world,
        fc.array(data, { minLength: 1, maxLength: 2 }),
        fc.array(action, { minLength: 1 }),
        async (w, links, actions) => {
          const holder = engineOf(w);
          const forged = await unseal(addedByHand(await seal(holder, SECRET), links.map(part)), SECRET);
          if (!forged.ok) return;
          read += 1;
          for (const { category, resource: about } of actions) {
            bounded(use(forged.authority, category, about), use(holder, category, about));
            bounded(pass(forged.authority, category, about), use(holder, category, about));
          }
        },
      ),
      { numRuns: runs(600) },
    );
    expect(read).toBeGreaterThan(0);
  });

  it("what was narrowed stays so: no other text that can be made of it gives more", async () => {
    const me = root({ id: "r", use: total(carve({ "*": "allow" }), "ask") });
    const held = await narrowedBy(await seal(me, SECRET), { use: { edit: "deny" }, pass: undefined });
    const pieces = piecesOf(held);
    const [format = "", link = "", mark = "", bound = "", end = ""] = pieces;
    const wider = part({ kind: "narrowed", name: "y" });
    // What a holder knows: the pieces of its text, and every MAC that can be worked out of them.
    const parts = [link, mark, bound, wider];
    const keys = [Buffer.from(end, "hex"), ...parts.map((each) => mac(Buffer.from(end, "hex"), each))];
    const macs = [...keys, ...keys.flatMap((key) => parts.map((each) => mac(key, each)))].map((each) =>
      each.toString("hex"),
    );
    const chosen = [0, 1, 2, 3, 4].reduce<readonly (readonly string[])[]>(
      (all) => [...all, ...all.flatMap((some) => (some.length < 4 ? parts.map((each) => [...some, each]) : []))],
      [[]],
    );
    const seen = new Set<string>();
    const call: Request = { actions: [{ category: "edit", resource: ["a"] }] };
    for (const some of chosen)
      for (const last of macs) {
        const text = [format, ...some, last].join(".");
        if (seen.has(text)) continue;
        seen.add(text);
        const read = await unseal(text, SECRET);
        if (read.ok) expect(decide(read.authority, call).decision).toBe("deny");
      }
    expect(seen.size).toBeGreaterThan(3_000);
  });

  it("and what it adds is never taken for somebody who holds grants", async () => {
    await fc.assert(
      fc.asyncProperty(world, plain, narrowing, async (w, called, by) => {
        const holder = engineOf(w);
        const after = await opened(await narrowedBy(await seal(holder, SECRET), by, called));
        expect([after.id, after.role]).toEqual([expect.stringMatching(/~[0-9a-f]{16}$/), after.id]);
        expect(decide(after, w.request, w.grants)).toEqual(decide(after, w.request));
      }),
      { numRuns: runs(400) },
    );
  });
});

it("only inputs are sealed: no text holds a word that nobody wrote (L20, L21)", async () => {
  const me = root({ id: "r", use: total(carve({ bash: "ask" }), "ask"), cap: total(carve({ bash: "deny" }), "allow") });
  const [, link = ""] = piecesOf(await seal(me, SECRET));
  expect(unpart(link)).toEqual({
    kind: "root",
    id: "r",
    use: [{ says: { named: [["bash", { word: "ask" }]] }, floor: "ask" }],
    cap: [{ says: { named: [["bash", { word: "deny" }]] }, floor: "allow" }],
  });
});
