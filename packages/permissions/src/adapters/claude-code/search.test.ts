import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delegate, root } from "../../authority.ts";
import { total } from "../../carve.ts";
import { use } from "../../chain.ts";
import type { Grant } from "../../grant.ts";
import { matchesSegment } from "../../pattern/segment.ts";
import { carve, type WrittenCarve } from "../../parse.ts";
import { resourceOf } from "../../resource.ts";
import { namesOfGlobs } from "./below.ts";
import { preToolUse } from "./pre-tool-use.ts";

const worktree = "/home/me/shop";
const holder = (says: WrittenCarve) => root({ id: "me", use: total(carve(says), "allow") });
/** Follows no links, as on a disk that has none. */
const readPath = (category: string, path: string, { cwd }: { readonly cwd: string }) => {
  const resource = resourceOf(category, path.startsWith("/") ? path : `${cwd}/${path}`, { worktree });
  return { actions: [{ category, resource: resource ?? [] }] };
};
const isFile = (path: string): boolean => path.endsWith(".ts");

async function decisionOf(says: WrittenCarve, tool_name: string, tool_input: unknown, cwd = worktree) {
  const call = { hook_event_name: "PreToolUse", cwd, tool_name, tool_input };
  const { hookSpecificOutput } = await preToolUse(call, holder(says), { worktree, readPath, isFile });
  return hookSpecificOutput?.permissionDecision;
}

const secrets: WrittenCarve = { read: { default: "allow", rules: { "secret/**": "deny", "**/.env": "deny" } } };

describe("a search of a folder", () => {
  it.each([
    ["all of it", {}],
    ["all of it, by its name", { path: "." }],
    ["all of it, by its absolute name", { path: worktree }],
    ["a file by its name", { path: ".", glob: ".env" }],
    ["a file by its name in a folder", { path: "src", glob: "**/.env" }],
    ["files by a beginning", { path: "src", glob: ".e*" }],
    ["files by one letter", { path: "src", glob: ".en?" }],
    ["files by braces", { path: "src", glob: "*.{ts,env}" }],
    ["files by several globs", { path: "src", glob: "*.ts, .env" }],
    ["files by a set", { path: "src", glob: ".[e]nv" }],
    ["all files but some", { path: "src", glob: "!*.ts" }],
    ["files of a type", { path: "src", type: "ts" }],
    ["files by any name, and so those in a folder that is denied", { path: ".", glob: "*.ts" }],
    ["a folder around the worktree", { path: "/home", glob: "*.ts" }],
    ["the whole disk", { path: "/" }],
  ])("is asked about where a rule denies something that it may come by: %s", async (_, input) => {
    expect(await decisionOf(secrets, "Grep", { pattern: "KEY", ...input })).toBe("ask");
  });

  it.each([
    ["other names", { path: "src", glob: "*.ts" }],
    ["other names, by braces", { path: "src", glob: "**/*.{ts,tsx}" }],
    ["other names, several", { path: "src", glob: "*.ts *.tsx" }],
    ["one file", { path: "src/a.ts" }],
    ["another disk", { path: "/opt/lib", glob: "*.ts" }],
  ])("is asked about no more than needed: %s", async (_, input) => {
    expect(await decisionOf(secrets, "Grep", { pattern: "KEY", ...input })).toBe("allow");
  });

  it("is not asked about where no rule is stricter, and denied where the folder is", async () => {
    for (const says of [
      {},
      { read: "allow" },
      { read: { default: "allow", rules: { "src/**": "allow" } } },
      { edit: secrets.read },
    ])
      expect(await decisionOf(says, "Grep", { pattern: "x" })).toBe("allow");
    expect(await decisionOf(secrets, "Grep", { pattern: "x", path: "secret" })).toBe("deny");
    expect(
      await decisionOf({ read: { default: "ask", rules: { "**/*.ts": "allow" } } }, "Grep", { pattern: "x" }),
    ).toBe("ask");
  });

  it("goes by every carve of the chain, and asks where rules are only asking", async () => {
    const asking = root({
      id: "r",
      use: total(carve({ read: { default: "allow", rules: { "a/b/**": "ask" } } }), "allow"),
    });
    const call = {
      hook_event_name: "PreToolUse",
      cwd: worktree,
      tool_name: "Grep",
      tool_input: { pattern: "x", path: "a" },
    };
    for (const who of [asking, delegate(asking, { id: "c", role: "coder" })])
      expect((await preToolUse(call, who, { readPath })).hookSpecificOutput).toMatchObject({
        permissionDecision: "ask",
        permissionDecisionReason: expect.stringContaining('read may not reach "a/b'),
      });
  });

  it("by names is about the rules of listing", async () => {
    const says: WrittenCarve = { list: secrets.read };
    for (const pattern of ["**/*", "*", "src/**", ".env", "src/.env", "**/.e*", "se*/x", "**/"])
      expect(await decisionOf(says, "Glob", { pattern }), pattern).toBe("ask");
    for (const pattern of ["src/*.ts", "src/**/*.{js,ts}"])
      expect(await decisionOf(says, "Glob", { pattern })).toBe("allow");
    expect(await decisionOf(says, "LS", { path: "." })).toBe("ask");
    expect(await decisionOf(says, "LS", { path: "/opt" })).toBe("allow");
    expect(await decisionOf(says, "LS", { path: "/home/me" })).toBe("ask");
    expect(await decisionOf(says, "Grep", { pattern: "x" })).toBe("ask");
    expect(await decisionOf({}, "LS", { path: "." })).toBe("allow");
  });

  it("is asked about where there are too many rules to compare, if one of them could matter", async () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`**/n${i}/**/m${i}`, "allow"] as const));
    const saying = (more: Record<string, string>) => ({ read: { default: "allow", rules: { ...many, ...more } } });
    const grep = (says: WrittenCarve, path: string) => decisionOf(says, "Grep", { pattern: "x", path });
    expect(await grep(saying({}), ".")).toBe("allow");
    expect(await grep(saying({ "secret/**": "deny" }), "src")).toBe("allow");
    expect(await grep(saying({ "src/*": "deny", "src/**": "allow", "src/*/**": "allow" }), ".")).toBe("ask");
    expect(await grep({ read: { ...saying({}).read, default: "ask" } }, "n1/m1")).toBe("ask");
  });

  it("goes by grants as well", async () => {
    const call = {
      hook_event_name: "PreToolUse",
      cwd: worktree,
      tool_name: "Grep",
      tool_input: { pattern: "x", path: "src" },
    };
    const says = { read: { default: "ask", rules: { "src/a/**": "deny" } } };
    const grantOf = (pattern: string, lift: "confirm" | "elevate"): Grant => ({
      id: "g1",
      holder: "me",
      covers: { kind: "pattern", category: "read", pattern },
      lift,
      approver: "operator",
      uses: "run",
    });
    for (const [grants, decision] of [
      [[], "ask"],
      [[grantOf("**", "confirm")], "ask"],
      [[grantOf("**", "elevate")], "allow"],
      [[grantOf("src/*", "elevate"), { ...grantOf("src", "confirm"), id: "g2" }], "ask"],
    ] as const) {
      const { hookSpecificOutput } = await preToolUse(call, holder(says), { readPath, grants });
      expect(hookSpecificOutput?.permissionDecision).toBe(decision);
    }
  });

  it("is denied where its glob is no text", async () => {
    expect(await decisionOf({}, "Grep", { pattern: "x", glob: 5 })).toBe("deny");
  });

  const name = fc.constantFrom("secret", "src", ".env", "a.ts", "x");
  const pattern = fc.array(fc.oneof(name, fc.constantFrom("*", "**", "*.ts", ".*", "s*")), {
    minLength: 1,
    maxLength: 3,
  });
  const word = fc.constantFrom("allow", "ask", "deny");
  const rules = fc.dictionary(
    pattern.map((all) => all.join("/")),
    word,
    { maxKeys: 4 },
  );

  it("is never allowed where it could reach a file that is not", async () => {
    let allowed = 0;
    await fc.assert(
      fc.asyncProperty(
        rules,
        fc.array(fc.constantFrom("secret", "src", ".env", "x"), { maxLength: 2 }),
        fc.array(name, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        async (given, folder, rest, isNamed) => {
          const says: WrittenCarve = { read: { default: "allow", rules: given } };
          const glob = isNamed ? { glob: rest.at(-1) } : {};
          const input = { pattern: "x", path: [".", ...folder].join("/"), ...glob };
          const decision = await decisionOf(says, "Grep", input);
          if (decision === "allow") allowed += 1;
          if (use(holder(says), "read", [...folder, ...rest]) !== "allow") expect(decision).not.toBe("allow");
        },
      ),
      { numRuns: 500 },
    );
    expect(allowed).toBeGreaterThan(0);
  });
});

describe("the names of globs", () => {
  const lets = (globs: string, file: string): boolean => {
    const names = namesOfGlobs(globs);
    return names === "all" || names.some((name) => matchesSegment(name, file));
  };

  it("let through what the globs do", () => {
    for (const [globs, file] of [
      ["*.ts", "a.ts"],
      ["src/*.ts", "a.ts"],
      ["a b", "a b"],
      ["a,b", "a,b"],
      ["a,b", "b"],
      ["{a,b}.{c,d}", "b.c"],
      ["{a/x,b}", "x"],
      ["{a,{b,c}}", "c"],
      ["[", "x"],
      ["", "x"],
      ["**", "x"],
      ["x/", "y"],
      ["!x", "y"],
    ] as const)
      expect(lets(globs, file), globs).toBe(true);
    for (const [globs, file] of [
      ["*.ts", "a.js"],
      ["*.{ts,tsx}", ".env"],
      ["constructor", "__proto__"],
    ] as const)
      expect(lets(globs, file), globs).toBe(false);
    expect(namesOfGlobs("{a,b,c,d}".repeat(8))).toBe("all");
  });
});
