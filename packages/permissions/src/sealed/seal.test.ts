import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "../authority.ts";
import { narrow, overlay, total } from "../carve.ts";
import { withCategories } from "../category.ts";
import { use } from "../chain.ts";
import { decide } from "../decide.ts";
import { explain } from "../explain.ts";
import { carve, parseCarve } from "../parse.ts";
import { seal, unseal } from "./seal.ts";
import { addedByHand, mac, part, piecesOf, SECRET, sealedByHand, sealedParts, unpart } from "./sealed.fixture.ts";

const me = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });

async function reopened(a: Authority): Promise<Authority> {
  const read = await unseal(await seal(a, SECRET), SECRET);
  if (!read.ok) throw new Error(read.problem.message);
  return read.authority;
}

async function codeOf(text: unknown, secret: unknown = SECRET): Promise<string> {
  const read = await unseal(text as string, secret as Uint8Array);
  return read.ok ? "ok" : read.problem.code;
}

/** A chain that has one of everything, sorted where order means nothing. */
function everything(): Authority {
  const source = { layer: "global", file: "/home/é/roles.json", path: "lead" };
  const says = parseCarve(
    {
      bash: { default: "ask", strict: true, rules: { "git p*sh *": "deny", "npm 'te*st' **": "allow" } },
      edit: { rules: { "*/a*b": "ask", "/w/src/**": "allow", "~/.ssh/**": "deny" } },
      "*": "ask",
      bash_allow: ["git p*", "npm"],
    },
    { source, sourceOf: (_, within) => ({ line: within.length + 1, column: 3 }), worktree: "/w", home: "/home/é" },
  ).value;
  const categories = withCategories({ zoo: "name", payment: "names" });
  const start = root({
    id: "root",
    use: narrow(total(says, "ask"), total(carve({ web: { rules: { "example.com:8080/a?x=*": "allow" } } }), "allow")),
    pass: carve({ payment: { rules: { "refund/**": "ask" } }, "*": "allow" }, { categories }),
    cap: narrow(total(carve({ web: "ask" }), "allow"), total(carve({}), "allow")),
    bound: { use: carve({ read: "ask" }), pass: undefined },
    categories,
  });
  const lead = delegate(start, {
    id: "r1",
    role: "lead",
    use: says,
    pass: says,
    bound: { pass: carve({ mcp: "deny" }) },
  });
  return delegate(lead, { id: "r2", role: "one-off", temporary: true, use: carve({ bash: "allow", delegate: "ask" }) });
}

describe("seal() and unseal()", () => {
  it("give back the chain as it was, whatever is in it", async () => {
    const sealed = everything();
    for (let link: Authority | undefined = sealed; link !== undefined; link = link.from)
      expect(await reopened(link)).toEqual(link);
  });

  it("give back where words stand, so that an explanation is the same", async () => {
    const [sealed, read] = [everything(), await reopened(everything())];
    for (const resource of [["npm", "test", "-u"], ["git", "push", "x"], ["ls"], ["\0$x"]]) {
      const request = {
        tool: "bash",
        actions: [
          { category: "bash", resource },
          { category: "zoo", resource: ["a"] },
        ],
      };
      expect(explain(read, request)).toEqual(explain(sealed, request));
    }
    expect(
      explain(read.from ?? read, { actions: [{ category: "edit", resource: ["src", "a"] }] }).steps[0]?.source,
    ).toEqual({ layer: "global", file: "/home/é/roles.json", path: 'lead.edit["/w/src/**"]', line: 3, column: 3 });
  });

  it("keep names that mean something to the language", async () => {
    const odd = ["constructor", "__proto__", "toString", "", "*", "a.b~c", "é😀\ud800", 'a"\\\n\0'];
    for (const name of odd) {
      const says = parseCarve(JSON.parse(`{"${name === "__proto__" ? name : "x"}":"deny","delegate":"allow"}`)).value;
      const a = delegate(me, {
        id: `${name}!`,
        role: name,
        use: says,
        pass: carve({ delegate: { rules: { x: "deny" } } }),
      });
      const read = await reopened(a);
      expect(read).toEqual(a);
      expect([read.id, read.role]).toEqual([`${name}!`, name]);
    }
  });

  it("give one text for one chain, in whatever order it was written", async () => {
    const one = { bash: { rules: { "a **": "ask", "b **": "deny" } }, edit: "deny", bash_allow: ["a", "b"] } as const;
    const other = { bash_allow: ["b", "a"], edit: "deny", bash: { rules: { "b **": "deny", "a **": "ask" } } } as const;
    const [a, b] = [one, other].map((says) => delegate(me, { id: "r", role: "r", use: carve(says) }));
    expect(await seal(a ?? me, SECRET)).toBe(await seal(b ?? me, SECRET));
    expect(await seal(me, SECRET)).not.toBe(await seal(me, SECRET.toReversed()));
  });

  it("use a format that anybody can read and write", async () => {
    const coder = delegate(me, {
      id: "r1",
      role: "coder",
      use: carve({ bash: { default: "ask", rules: { "ls **": "allow" } } }),
    });
    const text = await seal(coder, SECRET);
    expect(text).toMatch(/^polyglav-authority-1\.[\w-]+\.[\w-]+\.~\.[0-9a-f]{64}$/);
    const links = piecesOf(text).slice(1, 3).map(unpart);
    expect(links).toMatchInlineSnapshot(`
      [
        {
          "id": "root",
          "kind": "root",
          "use": [
            {
              "floor": "ask",
              "says": {
                "named": [],
                "star": {
                  "word": "allow",
                },
              },
            },
          ],
        },
        {
          "id": "r1",
          "kind": "role",
          "role": "coder",
          "use": {
            "named": [
              [
                "bash",
                {
                  "default": {
                    "word": "ask",
                  },
                  "rules": [
                    {
                      "means": [
                        [
                          [
                            "ls",
                          ],
                          "**",
                        ],
                      ],
                      "pattern": "ls **",
                      "word": "allow",
                    },
                  ],
                },
              ],
            ],
          },
        },
      ]
    `);
    expect(sealedByHand(links)).toBe(text);
  });

  it("keep a text of any script in ASCII", async () => {
    const text = await seal(delegate(me, { id: "é😀", role: "日本" }), SECRET);
    expect(text).toMatch(/^[\w.~-]+$/);
    const a = await unseal(text, SECRET);
    expect(a).toMatchObject({ ok: true, authority: { id: "é😀", role: "日本" } });
  });
});

describe("seal() refuses", () => {
  it("a short secret, before anything is written with it", async () => {
    for (const secret of [new Uint8Array(31), new Uint8Array(0)])
      await expect(seal(me, secret)).rejects.toThrow(RangeError);
    await expect(seal(me, "0123456789012345678901234567890123456789" as unknown as Uint8Array)).rejects.toThrow(
      /32 bytes/,
    );
  });

  it("what was not made by this package", async () => {
    await expect(seal({} as Authority, SECRET)).rejects.toThrow(TypeError);
    await expect(seal({ ...me, id: 3 } as unknown as Authority, SECRET)).rejects.toThrow(TypeError);
    const odd = root({ id: "r", use: total(carve({}), "ask"), categories: new Map([["bash", "name" as const]]) });
    await expect(seal(odd, SECRET)).rejects.toThrow(/withCategories/);
  });

  it("a chain that is longer than the other side would read, and takes the longest that it does", async () => {
    let link: Authority = me;
    for (let i = 1; i < 256; i += 1) link = delegate(link, { id: `r${i}`, role: "r" });
    expect(await codeOf(await seal(link, SECRET))).toBe("ok");
    await expect(seal(delegate(link, { id: "more", role: "r" }), SECRET)).rejects.toThrow(/257 links/);
    await expect(
      seal(root({ id: "x".repeat(13 * 1024 * 1024), use: total(carve({}), "ask") }), SECRET),
    ).rejects.toThrow(RangeError);
  });
});

describe("unseal() refuses", () => {
  it("what is no sealed text, without a throw", async () => {
    const good = await seal(me, SECRET);
    for (const text of [
      "",
      ".",
      "x",
      "polyglav-authority-1",
      "polyglav-authority-1.",
      "polyglav-authority-1..",
      "~",
      "{}",
      good.slice(0, -1),
      good.slice(1),
      ` ${good}`,
      `${good}\n`,
      good.toUpperCase(),
      undefined,
      null,
      7,
      {},
      [good],
      { length: 3 },
    ])
      expect(await codeOf(text)).toBe("sealed/not-sealed");
  });

  it("another version, and says which", async () => {
    const good = await seal(me, SECRET);
    for (const version of ["0", "2", "10", "01"]) {
      const read = await unseal(good.replace("-1.", `-${version}.`), SECRET);
      expect(read).toMatchObject({ problem: { code: "sealed/unknown-version" } });
      expect(JSON.stringify(read)).toContain(`polyglav-authority-${version}`);
    }
    expect(await codeOf(good.replace("authority", "signed"))).toBe("sealed/not-sealed");
  });

  it("another secret, and what is none", async () => {
    const good = await seal(me, SECRET);
    expect(await codeOf(good, SECRET.toReversed())).toBe("sealed/not-authentic");
    expect(await codeOf(good, new Uint8Array(31))).toBe("sealed/unusable-secret");
    for (const secret of [null, "", {}, [...SECRET]]) expect(await codeOf(good, secret)).toBe("sealed/unusable-secret");
  });

  it("what is too large, before it does any work", async () => {
    expect(await codeOf(`polyglav-authority-1.${"A".repeat(16 * 1024 * 1024)}`)).toBe("sealed/too-large");
    expect(await codeOf(`polyglav-authority-1${".A".repeat(300)}`)).toBe("sealed/too-large");
    expect(await codeOf(".".repeat(16 * 1024 * 1024))).toBe("sealed/not-sealed");
    expect(await codeOf(addedByHand(await seal(me, SECRET), ["A".repeat(16 * 1024 + 1)]))).toBe("sealed/too-large");
  });

  it("links that are authentic and no links, of whoever has the secret", async () => {
    const [, first = ""] = piecesOf(await seal(me, SECRET));
    const good = unpart(first) as Record<string, unknown>;
    expect(await codeOf(sealedByHand([good]))).toBe("ok");
    const role = { kind: "role", id: "r", role: "r" };
    expect(await codeOf(sealedByHand([good, role]))).toBe("ok");
    const word = (entry: unknown) => ({ ...role, use: { named: [["edit", entry]] } });
    const rule = (fields: object) => word({ rules: [{ pattern: "a", means: [[["a"]]], word: "allow", ...fields }] });
    expect(await codeOf(sealedByHand([good, rule({})]))).toBe("ok");
    const bad: readonly (readonly unknown[])[] = [
      [role],
      [good, good],
      [{ ...good, kind: "role" }],
      [{ ...good, kind: undefined }],
      [good, { ...role, kind: "root" }],
      [good, { ...role, kind: "narrowed" }],
      [null],
      ["root"],
      [[good]],
      [{ ...good, use: undefined }],
      [{ ...good, use: [{ says: { named: [] }, floor: "Allow" }] }],
      [{ ...good, use: { says: { named: [] }, floor: "ask" } }],
      [{ ...good, cap: [{ says: { named: [] } }] }],
      [{ ...good, extra: 1 }],
      [{ ...good, id: 1 }],
      [{ ...good, categories: [["bash", "name"]] }],
      [
        {
          ...good,
          categories: [
            ["pay", "name"],
            ["pay", "names"],
          ],
        },
      ],
      [{ ...good, categories: [["pay", "toString"]] }],
      [{ ...good, categories: [["pay", "name", 1]] }],
      [{ ...good, categories: {} }],
      [good, { ...role, id: "root" }],
      [good, { ...role, role: null }],
      [good, { ...role, temporary: false }],
      [good, { ...role, temporary: 1 }],
      [good, { ...role, cap: [] }],
      [good, { ...role, bound: { use: { named: [] }, r: 1 } }],
      [good, { ...role, use: { named: {} } }],
      [good, { ...role, use: {} }],
      [
        good,
        {
          ...role,
          use: {
            named: [
              ["edit", { word: "allow" }],
              ["edit", { word: "deny" }],
            ],
          },
        },
      ],
      [good, { ...role, use: { named: [["edit", { word: "allow" }, 1]] } }],
      [good, { ...role, use: { named: [], star: { rules: [] } } }],
      [good, { ...role, use: { named: [], bash_allow: { word: "allow" } } }],
      [good, word("allow")],
      [good, word({ word: "Allow" })],
      [good, word({ word: "allow", rules: [] })],
      [good, word({ word: "allow", source: { line: "3" } })],
      [good, word({ word: "allow", source: { file: 3 } })],
      [good, word({ word: "allow", source: { url: "x" } })],
      [good, word({ word: "allow", source: [] })],
      [good, word({ rules: {} })],
      [good, word({ rules: [], strict: false })],
      [good, word({ rules: [], default: "allow" })],
      [good, rule({ pattern: 1 })],
      [good, rule({ word: undefined })],
      [good, rule({ means: ["a"] })],
      [good, rule({ means: [["a"]] })],
      [good, rule({ means: [[[]]] })],
      [good, rule({ means: [[["a\0"]]] })],
      [good, rule({ means: [[["a", 1]]] })],
      [good, rule({ means: [["***"]] })],
      [good, rule({ note: "x" })],
    ];
    for (const links of bad) expect([await codeOf(sealedByHand(links)), links]).toEqual(["sealed/bad-link", links]);
  });

  it("a text without a root, or without the mark behind what the secret vouches for", async () => {
    const [format, link = "", , end] = piecesOf(await seal(me, SECRET));
    const body = [format, link].join(".");
    expect(await codeOf([format, link, end].join("."))).toBe("sealed/not-sealed");
    expect(await codeOf(`${body}.${mac(SECRET, body).toString("hex")}`)).toBe("sealed/not-sealed");
    expect(await codeOf(sealedParts([]))).toBe("sealed/not-sealed");
  });

  it("what was never JSON, and JSON that is deeper than anybody writes", async () => {
    const [, root = ""] = piecesOf(await seal(me, SECRET));
    const texts = ["{", "", "7", '{"__proto__":{"kind":"role"}}', '{"kind":"role","kind":"role"}', "1e999"];
    for (const text of [...texts, "[".repeat(9_000), `${"[".repeat(5_000)}${"]".repeat(5_000)}`]) {
      const raw = text === "" ? "A" : Buffer.from(text).toString("base64url");
      expect(await codeOf(sealedParts([root, raw]))).toBe("sealed/bad-link");
      expect(await codeOf(sealedParts([raw]))).toBe("sealed/bad-link");
      expect(await codeOf(addedByHand(sealedParts([root]), [raw]))).toBe("sealed/bad-link");
    }
    const deep = Buffer.from(`${"[".repeat(2_000_000)}${"]".repeat(2_000_000)}`).toString("base64url");
    expect(await codeOf(sealedParts([root, deep]))).toBe("sealed/bad-link");
  });

  it("with a message that says what could not be done, and what to do", async () => {
    const read = await unseal("x", SECRET);
    expect(read).toEqual({
      ok: false,
      problem: {
        code: "sealed/not-sealed",
        message: 'Cannot unseal an authority: it does not begin with "polyglav-authority-1"',
        hint: "hand over the whole text that seal() or sign() gave, without line breaks or spaces",
      },
    });
  });
});

it("what was opened is frozen like what was sealed, and decides at once", async () => {
  const read = await reopened(everything());
  for (let link: Authority | undefined = read; link !== undefined; link = link.from) {
    expect([Object.isFrozen(link), Object.isFrozen(link.says)]).toEqual([true, true]);
  }
  expect(decide(read, { actions: [{ category: "bash", resource: ["npm", "test", "x"] }] }).decision).toBe(
    decide(everything(), { actions: [{ category: "bash", resource: ["npm", "test", "x"] }] }).decision,
  );
});

it("overlaid carves are sealed as what they came to", async () => {
  const merged = overlay(carve({ bash: "deny", edit: { rules: { "a/**": "ask" } } }), carve({ bash: "allow" }));
  const a = delegate(me, { id: "r", role: "r", use: merged });
  expect(await reopened(a)).toEqual(a);
  expect(use(await reopened(a), "bash")).toBe("allow");
});

it("patterns that somebody spelled in another way are read in the one way", async () => {
  const [, root = ""] = piecesOf(await seal(me, SECRET));
  const read = (means: unknown): Promise<unknown> =>
    unseal(
      sealedByHand([
        unpart(root),
        {
          kind: "role",
          id: "r",
          role: "r",
          use: { named: [["bash", { rules: [{ pattern: "x", means, word: "ask" }] }]] },
        },
      ]),
      SECRET,
    );
  expect(await read([["**", "*", ["", "", "a"]]])).toEqual(await read([["*", "**", ["", "a"]]]));
  expect(await read([[["", ""]]])).toEqual(await read([["*"]]));
});

it("a part that nobody wrote in one way is judged by its letters, not by what they decode to", async () => {
  const [head, link = "", mark, end] = piecesOf(await seal(me, SECRET));
  // The last letter of base64url has bits that say nothing: another letter there decodes to the same link.
  const twins = Array.from(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    (letter) => `${link.slice(0, -1)}${letter}`,
  );
  for (const twin of twins.filter((each) => each !== link))
    expect(await codeOf([head, twin, mark, end].join("."))).toBe("sealed/not-authentic");
  expect(part({ a: 1 })).toBe("eyJhIjoxfQ");
});
