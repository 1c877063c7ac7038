import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "../authority.ts";
import { type Carve, total } from "../carve.ts";
import { pass, use } from "../chain.ts";
import { decide } from "../decide.ts";
import { explain } from "../explain.ts";
import { chainOf, type Grant } from "../grant.ts";
import { carve, parseCarve } from "../parse.ts";
import { narrowSealed, type Narrowing } from "./narrow-sealed.ts";
import { seal, unseal } from "./seal.ts";
import { addedByHand, part, piecesOf, SECRET, unpart } from "./sealed.fixture.ts";

const me = root({ id: "root", use: total(carve({ "*": "allow" }), "ask") });
const lead = delegate(me, {
  id: "r1",
  role: "leader",
  use: carve({ edit: "deny", bash: "ask" }),
  pass: carve({ edit: "allow" }),
});

async function opened(text: string): Promise<Authority> {
  const read = await unseal(text, SECRET);
  if (!read.ok) throw new Error(read.problem.message);
  return read.authority;
}

async function narrowed(text: string, to: Narrowing): Promise<string> {
  const less = await narrowSealed(text, to);
  if (!less.ok) throw new Error(less.problem.message);
  return less.text;
}

async function codeOf(text: string): Promise<string> {
  const read = await unseal(text, SECRET);
  return read.ok ? "ok" : read.problem.code;
}

describe("narrowSealed()", () => {
  it("bounds what the next holder may use and hand down, as often as wanted", async () => {
    const one = await narrowed(await seal(me, SECRET), {
      name: "a",
      use: carve({ bash: { rules: { "ls **": "allow" }, default: "deny" } }),
    });
    const two = await narrowed(one, { name: "a", use: carve({ web: "ask" }), pass: carve({ "*": "deny" }) });
    const [first, second] = [await opened(one), await opened(two)];
    expect([use(first, "bash"), use(first, "bash", ["ls", "x"]), use(first, "web"), pass(first, "web")]).toEqual([
      "deny",
      "allow",
      "allow",
      "allow",
    ]);
    expect([use(second, "bash"), use(second, "bash", ["ls"]), use(second, "web"), pass(second, "read")]).toEqual([
      "deny",
      "allow",
      "ask",
      "deny",
    ]);
  });

  it("gives nothing that the old holder may only hand down", async () => {
    const text = await narrowed(await seal(lead, SECRET), {
      name: "editor",
      use: carve({ edit: "allow", bash: "allow" }),
      pass: carve({ edit: "allow" }),
    });
    const editor = await opened(text);
    expect([pass(lead, "edit"), use(editor, "edit"), pass(editor, "edit"), use(editor, "bash")]).toEqual([
      "allow",
      "deny",
      "deny",
      "ask",
    ]);
  });

  it("means delegate: ask for the holder, for nobody else could be meant", async () => {
    const words = async (says: Readonly<Record<string, string>>) => {
      const held = await opened(await narrowed(await seal(me, SECRET), { name: "x", use: carve(says) }));
      return [use(held, "delegate", ["writer"]), use(held, "team"), pass(held, "delegate")];
    };
    expect(await words({ delegate: "ask" })).toEqual(["ask", "allow", "ask"]);
    expect(await words({ delegate: "deny", team: "ask" })).toEqual(["deny", "ask", "deny"]);
    expect(await words({ "*": "ask" })).toEqual(["ask", "ask", "ask"]);
  });

  it("gives an identity that nobody can choose, so that no grant of others fits", async () => {
    const sealed = await seal(lead, SECRET);
    const held = await opened(await narrowed(sealed, { name: "coder" }));
    expect(held.id).toMatch(/^coder~[0-9a-f]{16}$/);
    expect(chainOf(held)).toEqual(["root", "leader", held.id]);
    const yes = (holder: Grant["holder"]): Grant => ({
      id: "g",
      holder,
      covers: { kind: "category", category: "bash" },
      lift: "confirm",
      approver: "operator",
      uses: "project",
    });
    const call = { actions: [{ category: "bash", resource: ["ls"] }] };
    for (const holder of ["coder", "r1", { chain: ["root", "leader", "coder"] }, { chain: ["root", "leader"] }])
      expect(decide(held, call, [yes(holder)]).decision).toBe("ask");
    expect(decide(held, call, [yes(held.id)]).decision).toBe("allow");
    const other = await opened(await narrowed(sealed, { name: "coder", use: carve({ web: "deny" }) }));
    expect(other.id).not.toBe(held.id);
    expect((await opened(await narrowed(sealed, { name: "coder" }))).id).toBe(held.id);
  });

  it("takes places in files out, and shows whose bound it is", async () => {
    const says = parseCarve(
      { bash: { rules: { "rm **": "deny" } } },
      { source: { file: "/etc/policy.json", path: "config.tool_permission" } },
    ).value;
    const held = await opened(await narrowed(await seal(me, SECRET), { name: "x", use: says }));
    const { because } = explain(held, { actions: [{ category: "bash", resource: ["rm", "a"] }] }).verdict;
    expect(because).toEqual([
      {
        kind: "bound",
        who: held.id,
        category: "bash",
        decision: "deny",
        pattern: "rm **",
        text: `${held.id}.tool_permission.bash["rm **"]`,
      },
    ]);
  });

  it("is a chain like any other: it can be sealed again with the secret, and handed on from there", async () => {
    const held = await opened(await narrowed(await seal(lead, SECRET), { name: "x", use: carve({ bash: "ask" }) }));
    const child = delegate(held, { id: "r9", role: "tester", use: carve({ bash: "allow" }) });
    expect(await opened(await seal(child, SECRET))).toEqual(child);
  });

  it("throws for a name that could pass for something else, and for what is no carve", async () => {
    const text = await seal(me, SECRET);
    for (const name of ["", "a b", "a\nb", "a~b", "a/b", "\u202Ex", "x".repeat(65), "a\u0000"])
      await expect(narrowSealed(text, { name })).rejects.toThrow(RangeError);
    for (const name of ["a", "Übersetzer-2", "日本", "constructor", "__proto__", "x".repeat(64)])
      expect((await narrowSealed(text, { name })).ok).toBe(true);
    const written = { bash: "deny" } as unknown as NonNullable<Narrowing["use"]>;
    await expect(narrowSealed(text, { name: "x", use: written })).rejects.toThrow(/not a partial carve/);
    const whole: Carve = total(carve({}), "ask");
    await expect(
      narrowSealed(text, { name: "x", pass: whole as unknown as NonNullable<Narrowing["pass"]> }),
    ).rejects.toThrow(TypeError);
  });

  it("refuses what is no sealed text, and more than may be added", async () => {
    expect(await narrowSealed("x", { name: "x" })).toMatchObject({ ok: false, problem: { code: "sealed/not-sealed" } });
    const rules = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`a${i} **`, "deny"]));
    const much = { name: "x", use: carve({ bash: { rules } }) };
    expect(await narrowSealed(await seal(me, SECRET), much)).toMatchObject({ problem: { code: "sealed/too-large" } });
    let link: Authority = me;
    for (let i = 1; i < 256; i += 1) link = delegate(link, { id: `r${i}`, role: "r" });
    expect(await narrowSealed(await seal(link, SECRET), { name: "x" })).toMatchObject({
      problem: { code: "sealed/too-large" },
    });
  });
});

describe("a holder who writes links by hand", () => {
  it("can add what narrowSealed() adds, and that is read", async () => {
    const text = await seal(lead, SECRET);
    const honest = await narrowed(text, { name: "x", use: carve({ web: "ask" }) });
    const [, , , , link = ""] = piecesOf(honest);
    expect(unpart(link)).toEqual({ kind: "narrowed", name: "x", use: { named: [["web", { word: "ask" }]] } });
    expect(addedByHand(text, [part(unpart(link))])).toBe(honest);
  });

  it("can add nothing else: no role, no root, no second mark, no place in a file, no key that nobody knows", async () => {
    const text = await seal(lead, SECRET);
    const says = (word: object) => ({ named: [["edit", { word: "allow", ...word }]] });
    for (const link of [
      { kind: "role", id: "r2", role: "programmer", use: says({}) },
      { kind: "root", id: "r", use: [{ says: says({}), floor: "allow" }] },
      { kind: "narrowed", name: "x", use: says({ source: { path: "config.tool_permission.edit" } }) },
      { kind: "narrowed", name: "x", use: says({}), temporary: true },
      { kind: "narrowed", name: "x", id: "r1" },
      { kind: "role", name: "x" },
      { name: "x" },
      { kind: "narrowed", name: "x\n" },
      { kind: "narrowed" },
      { kind: "narrowed", name: "x", use: { named: [], star: { word: "allow", source: {} } } },
      null,
      [],
    ])
      expect([await codeOf(addedByHand(text, [part(link)])), link]).toEqual(["sealed/bad-link", link]);
    expect(await codeOf(addedByHand(text, ["~", part({ kind: "narrowed", name: "x" })]))).toBe("sealed/not-sealed");
    for (const odd of ["~", "", "é", " ", "A=", "+", "\n"])
      expect(await codeOf(addedByHand(text, [odd]))).toBe("sealed/not-sealed");
  });

  it("cannot hang whoever opens it: as many rules as fit are decided in a moment", async () => {
    const text = await seal(me, SECRET);
    const star = ["**", ["a", ""], "**", ["", "a"]];
    const rules = Array.from({ length: 90 }, (_, i) => ({
      pattern: "x",
      means: [[...Array.from({ length: 3 }, (_, j) => star.slice((i >> j) & 1)).flat()]],
      word: "deny",
    }));
    const hostile = addedByHand(text, [part({ kind: "narrowed", name: "x", use: { named: [["edit", { rules }]] } })]);
    expect(hostile.length).toBeGreaterThan(12_000);
    const held = await opened(hostile);
    const start = performance.now();
    expect(
      use(
        held,
        "edit",
        Array.from({ length: 40 }, () => "aa"),
      ),
    ).toBe("deny");
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
