import { describe, expect, it } from "vitest";
import { root } from "./authority.ts";
import { type Entry, total } from "./carve.ts";
import { CATEGORIES } from "./category.ts";
import { use } from "./chain.ts";
import type { Decision } from "./decision.ts";
import { carve, CarveError, parseCarve } from "./parse.ts";

/** What a carve says about a category, in a world that otherwise allows everything. */
const says = (written: unknown, category: string): Decision =>
  use(root({ id: "x", use: total(parseCarve(written).value, "allow") }), category);

const sourceOf = (entry: Entry | undefined) => (entry !== undefined && "decision" in entry ? entry.source : undefined);

const codes = (written: unknown): readonly string[] =>
  parseCarve(written).problems.map(({ code, severity }) => `${severity} ${code}`);

describe("parseCarve()", () => {
  it("reads words, the star, and null as unset", () => {
    const written = { bash: "deny", edit: "ask", read: "allow", web: null, "*": "ask" };
    expect(codes(written)).toEqual([]);
    expect(["bash", "edit", "read", "web", "list"].map((category) => says(written, category))).toEqual([
      "deny",
      "ask",
      "allow",
      "ask",
      "ask",
    ]);
  });

  it("reads nothing as an empty carve", () => {
    for (const written of [undefined, null, {}]) {
      expect(codes(written)).toEqual([]);
      expect(says(written, "bash")).toBe("allow");
    }
  });

  it("denies everything, named categories too, where it got no object", () => {
    for (const written of ["deny", 1, true, ["bash"], [], () => undefined]) {
      expect(codes(written)).toEqual(["error carve/not-an-object"]);
      for (const category of CATEGORIES) expect(says(written, category)).toBe("deny");
    }
  });

  it("denies a category whose word it does not know, and says what was meant", () => {
    const { problems } = parseCarve({ bash: "Deny", edit: true, read: 1, web: ["git"], list: "yes", "*": "Ask" });
    expect(problems.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => "carve/unknown-word"));
    expect(problems.map(({ message }) => message)).toEqual([
      'Cannot use "Deny" for "bash": it is not deny, ask or allow',
      'Cannot use true for "edit": it is not deny, ask or allow',
      'Cannot use 1 for "read": it is not deny, ask or allow',
      'Cannot use a list for "web": it is not deny, ask or allow',
      'Cannot use "yes" for "list": it is not deny, ask or allow',
      'Cannot use "Ask" for "*": it is not deny, ask or allow',
    ]);
    expect(problems[0]?.hint).toBe('did you mean "deny"?');
    expect(problems[4]?.hint).toBeUndefined();
    for (const category of CATEGORIES) expect(says({ [category]: "Allow" }, category)).toBe("deny");
    expect(says({ "*": "Allow" }, "bash")).toBe("deny");
  });

  it("takes an unknown category that closes something for an error, and one that opens something for a warning", () => {
    const { problems } = parseCarve({ bsh: "deny", shell: "ask", db: "allow", mpc: null, foo: "Allow" });
    expect(problems.map(({ category, severity }) => [category, severity])).toEqual([
      ["bsh", "error"],
      ["shell", "error"],
      ["db", "warning"],
      ["foo", "error"],
    ]);
    expect(problems[0]).toMatchObject({ code: "carve/unknown-category", hint: 'did you mean "bash"?' });
    expect(problems[1]?.hint).toMatch(/^the categories are ask, bash, /);
    expect(says({ db: "allow" }, "db")).toBe("deny");
  });

  it("reads keys as own properties only, whatever they are called", () => {
    const hostile: unknown = JSON.parse(
      '{ "__proto__": "allow", "constructor": "allow", "": "allow", "bash": "deny" }',
    );
    expect(codes(hostile)).toEqual(Array.from({ length: 3 }, () => "warning carve/unknown-category"));
    expect(says(hostile, "bash")).toBe("deny");
    expect(says(Object.create({ bash: "deny" }), "bash")).toBe("allow");
    for (const name of ["__proto__", "constructor", "toString", ""]) expect(says({}, name)).toBe("deny");
  });

  it("takes an empty bash_allow for no prefixes, and denies bash for one that cannot be read", () => {
    expect(codes({ bash: "ask", bash_allow: [] })).toEqual([]);
    expect(codes({ bash_allow: null })).toEqual([]);
    expect(says({ bash: "ask", bash_allow: [] }, "bash")).toBe("ask");
    expect(says({ bash: "allow", bash_allow: ["git"] }, "bash")).toBe("deny");
    for (const [written, code] of [
      [{ bash: "allow", bash_allow: [1] }, "error carve/bad-rules"],
      [{ bash_allow: ["a | b"], bash: "allow" }, "error carve/bad-pattern"],
      [{ bash_allow: "git" }, "error carve/bad-rules"],
      [{ bash_allow: {} }, "error carve/bad-rules"],
    ] as const) {
      expect(codes(written)).toEqual([code]);
      expect(says(written, "bash")).toBe("deny");
    }
  });

  it("carries along where each word was written", () => {
    const places = new Map([
      ["bash", { line: 3, column: 12 }],
      ["edti", { line: 4, column: 5 }],
    ]);
    const { value, problems } = parseCarve(
      { bash: "ask", edti: "deny", "*": "deny" },
      {
        source: { layer: "local", file: "roles.json", path: "leader.tool_permission" },
        sourceOf: (category) => places.get(category),
      },
    );
    expect(value.named.bash).toMatchObject({ decision: "ask" });
    expect(sourceOf(value.named.bash)).toEqual({
      layer: "local",
      file: "roles.json",
      line: 3,
      column: 12,
      path: "leader.tool_permission.bash",
    });
    expect(value.star?.source).toEqual({ layer: "local", file: "roles.json", path: "leader.tool_permission.*" });
    expect(problems[0]?.source).toMatchObject({ line: 4, path: "leader.tool_permission.edti" });
  });

  it("carries along nothing where nothing is known, and what only the word knows", () => {
    expect(parseCarve({ bash: "ask" }).value.named.bash).toEqual({ decision: "ask" });
    expect(parseCarve({ bash: "ask" }, { sourceOf: () => ({ line: 1 }) }).value.named.bash).toEqual({
      decision: "ask",
      source: { line: 1 },
    });
    expect(parseCarve("x", { source: { file: "f" } }).problems[0]?.source).toEqual({ file: "f" });
  });

  it("denies everything where reading throws", () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    const getter = {
      get bash(): string {
        throw new Error("no");
      },
    };
    for (const written of [trap, getter]) {
      expect(codes(written)).toEqual(["error carve/not-an-object"]);
      expect(says(written, "read")).toBe("deny");
    }
  });
});

describe("carve()", () => {
  it("makes a carve of words", () => {
    expect(use(root({ id: "x", use: total(carve({ bash: "ask" }), "deny") }), "bash")).toBe("ask");
  });

  it("throws every problem at once, as a TypeError with a code and a hint", () => {
    const make = (): unknown => carve({ bash: "Deny", bsh: "deny" });
    expect(make).toThrow(CarveError);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(
      expect.objectContaining({
        name: "CarveError",
        code: "POLYGLAV_CARVE",
        message:
          'Cannot use "Deny" for "bash": it is not deny, ask or allow; Cannot use category "bsh": it is not known',
        hint: 'did you mean "deny"?',
      }),
    );
  });

  it("does not throw for a mere warning", () => {
    expect(() => carve({ db: "allow" })).not.toThrow();
  });
});
