import { describe, expect, it } from "vitest";
import { root } from "./authority.ts";
import { total } from "./carve.ts";
import { CATEGORIES, type ResourceKind, withCategories } from "./category.ts";
import { use } from "./chain.ts";
import { decide } from "./decide.ts";
import { parseCarve, type ParseOptions } from "./parse.ts";
import type { CarveProblem } from "./source.ts";

/** Line and column of each key, as if each stood on its own line, in the order of the object. */
const placesOf = (...lines: readonly string[]): Pick<ParseOptions, "source" | "sourceOf"> => ({
  source: { file: "roles.json", path: "me.tool_permission" },
  sourceOf: (category, within) => {
    const line = lines.indexOf([category, ...within].join(" ")) + 1;
    return line === 0 ? undefined : { line };
  },
});
const problemsOf = (written: unknown, options?: ParseOptions) => parseCarve(written, options).problems;
const brief = ({ code, message, hint }: CarveProblem) => [code, message, ...(hint === undefined ? [] : [hint])];
const at = ({ source, category, within }: CarveProblem) => [source?.line, source?.path, category, within];
const says = (written: unknown, category: string, resource: readonly string[], options?: ParseOptions) =>
  use(root({ id: "x", use: total(parseCarve(written, options).value, "allow") }), category, resource);

describe("a map of rules", () => {
  it("says nothing but what it says", () => {
    for (const written of [
      {},
      { rules: {} },
      { rules: null },
      { default: null, strict: null, rules: null, examples: null },
    ]) {
      expect(problemsOf({ bash: written })).toEqual([]);
      expect(says({ bash: written }, "bash", ["ls"])).toBe("allow"); // the floor
    }
    expect(says({ bash: { default: "deny" } }, "bash", ["ls"])).toBe("deny");
    expect(problemsOf({ bash: { rules: { "ls|": null } } })).toEqual([]);
    expect(says({ bash: { default: "ask", rules: { ls: null } } }, "bash", ["ls"])).toBe("ask");
  });

  it("is read in every category", () => {
    const texts: Readonly<Record<ResourceKind, string>> = {
      path: "a/b",
      command: "a b",
      url: "https://b.a/",
      names: "a/b",
      name: "a",
    };
    const resources: Readonly<Record<ResourceKind, readonly string[]>> = {
      path: ["a", "b"],
      command: ["a", "b"],
      url: ["https", "a", "b", "/", ""],
      names: ["a", "b"],
      name: ["a"],
    };
    const kinds: Readonly<Record<string, ResourceKind>> = {
      ask: "names",
      bash: "command",
      catalog: "names",
      delegate: "name",
      edit: "path",
      handoff: "name",
      list: "path",
      mcp: "names",
      read: "path",
      team: "name",
      vcs: "command",
      web: "url",
    };
    expect(Object.keys(kinds)).toEqual([...CATEGORIES]);
    for (const [category, kind] of Object.entries(kinds)) {
      const written = { [category]: { default: "ask", rules: { [texts[kind]]: "deny" } } };
      expect(problemsOf(written)).toEqual([]);
      expect(says(written, category, resources[kind])).toBe("deny");
      expect(says(written, category, ["q"])).toBe("ask");
    }
  });

  it("is complete: what its rules do not match is never the caller's", () => {
    expect(says({ "*": "allow", bash: { rules: { ls: "allow" } } }, "bash", ["rm"])).toBe("allow"); // the floor is allow here
    const me = root({
      id: "x",
      use: total(parseCarve({ "*": "allow", bash: { rules: { ls: "allow" } } }).value, "ask"),
    });
    expect(use(me, "bash", ["rm"])).toBe("ask");
  });

  it("cannot be under a star, which has no resources of its own", () => {
    expect(problemsOf({ "*": { default: "deny" } }).map(brief)).toEqual([
      ["carve/unknown-word", 'Cannot use an object for "*": rules need a category by name'],
    ]);
    expect(says({ "*": { default: "allow" } }, "bash", [])).toBe("deny");
  });

  it("denies its category for every trouble, whatever its other rules say", () => {
    const troubles: readonly unknown[] = [
      { default: "Allow", rules: { "**": "allow" } },
      { rules: { "**": "allow", x: "maybe" } },
      { rules: { "**": "allow", "a|b": "deny" } },
      { rules: { "**": "allow" }, strict: "yes" },
      { rules: { "**": "allow" }, extra: 1 },
      { rules: { "**": "allow" }, examples: { deny: ["ls"] } },
      { rules: ["**"] },
      { rules: { "**": "allow" }, examples: [] },
    ];
    for (const written of troubles) {
      expect(problemsOf({ bash: written }).map(({ severity }) => severity)).toEqual(["error"]);
      expect(says({ bash: written }, "bash", ["ls"])).toBe("deny");
      expect(says({ bash: written, read: "allow" }, "read", ["ls"])).toBe("allow");
    }
  });
});

describe("every problem has a position", () => {
  it("of the key that it is about", () => {
    const written = {
      bash: { default: "Deny", rules: { "a|b": "allow", ls: "alow", "ls ?": "deny" }, strict: 1, ruls: {} },
    };
    const places = placesOf(
      "bash",
      "bash default",
      "bash rules a|b",
      "bash rules ls",
      "bash rules ls ?",
      "bash strict",
      "bash ruls",
    );
    const problems = problemsOf(written, places);
    expect(problems.map(at)).toEqual([
      [7, "me.tool_permission.bash.ruls", "bash", ["ruls"]],
      [6, "me.tool_permission.bash.strict", "bash", ["strict"]],
      [2, "me.tool_permission.bash.default", "bash", ["default"]],
      [3, 'me.tool_permission.bash["a|b"]', "bash", ["rules", "a|b"]],
      [4, 'me.tool_permission.bash["ls"]', "bash", ["rules", "ls"]],
      [5, 'me.tool_permission.bash["ls ?"]', "bash", ["rules", "ls ?"]],
    ]);
    expect(problems.map(brief)).toEqual([
      ["carve/bad-rules", 'Cannot use "bash": there is no key "ruls"', 'did you mean "rules"?'],
      ["carve/bad-rules", 'Cannot use "bash": strict is 1, not true or false'],
      ["carve/unknown-word", 'Cannot use "bash": "Deny" is not deny, ask or allow', 'did you mean "deny"?'],
      [
        "carve/bad-pattern",
        'Cannot use "bash": "a|b" cannot be read: "|" makes it more than one simple command',
        "a command is judged part by part, so write a rule for each part; quote what is meant as it is",
      ],
      ["carve/unknown-word", 'Cannot use "bash": "alow" is not deny, ask or allow', 'did you mean "allow"?'],
      ["carve/bad-pattern", 'Cannot use "bash": "ls ?" cannot be read: "?" is no wildcard here', 'write "\\?"'],
    ]);
  });

  it("of the example that does not come out", () => {
    const written = {
      edit: {
        default: "deny",
        rules: { "src/**": "allow", "src/gen/**": "ask" },
        examples: { allow: ["src/a", "src/gen/a"], deny: ["x", 7, ""], ask: ["../y", "q"], never: [], Allow: null },
      },
    };
    const problems = problemsOf(written, placesOf("edit examples allow 1", "edit examples deny 1"));
    expect(problems.map(at)).toEqual([
      [1, "me.tool_permission.edit.examples.allow.1", "edit", ["examples", "allow", "1"]],
      [2, "me.tool_permission.edit.examples.deny.1", "edit", ["examples", "deny", "1"]],
      [undefined, "me.tool_permission.edit.examples.deny.2", "edit", ["examples", "deny", "2"]],
      [undefined, "me.tool_permission.edit.examples.ask.0", "edit", ["examples", "ask", "0"]],
      [undefined, "me.tool_permission.edit.examples.ask.1", "edit", ["examples", "ask", "1"]],
      [undefined, "me.tool_permission.edit.examples.never", "edit", ["examples", "never"]],
      [undefined, "me.tool_permission.edit.examples.Allow", "edit", ["examples", "Allow"]],
    ]);
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'carve/example-fails Cannot use "edit": "src/gen/a" is an example of allow, and comes to ask: the rule "src/gen/**" decides',
      'carve/bad-rules Cannot use "edit": 7 is not a text',
      'carve/bad-pattern Cannot use "edit": "" cannot be read: it is empty',
      'carve/bad-pattern Cannot use "edit": "../y" cannot be read: it leaves the worktree by ".."',
      'carve/example-fails Cannot use "edit": "q" is an example of ask, and comes to deny: no rule matches it',
      'carve/unknown-word Cannot use "edit": "never" is not deny, ask or allow',
      'carve/unknown-word Cannot use "edit": "Allow" is not deny, ask or allow',
    ]);
  });

  it("of the whole entry where the whole entry is wrong", () => {
    const problems = problemsOf(
      { bash: 7, edit: { rules: [] }, read: { examples: { deny: "x" } } },
      placesOf("bash", "edit rules"),
    );
    expect(problems.map(at)).toEqual([
      [1, "me.tool_permission.bash", "bash", undefined],
      [2, "me.tool_permission.edit.rules", "edit", ["rules"]],
      [undefined, "me.tool_permission.read.examples.deny", "read", ["examples", "deny"]],
    ]);
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'carve/unknown-word Cannot use 7 for "bash": it is not deny, ask or allow',
      'carve/bad-rules Cannot use "edit": rules is a list, not an object',
      'carve/bad-rules Cannot use "read": it is "x", not a list',
    ]);
  });
});

describe("an unknown key", () => {
  const hint = (written: Record<string, unknown>) => problemsOf({ bash: written })[0]?.hint;

  it("with a word is probably a pattern in the wrong place", () => {
    expect(hint({ "npm test **": "allow" })).toBe(
      'write patterns under "rules", and the word for the rest under "default"',
    );
  });

  it("is probably a slip, or nothing that anybody knows", () => {
    expect(hint({ defualt: 1 })).toBe('did you mean "default"?');
    expect(hint({ mode: 1 })).toBe("the keys are default, strict, rules, examples");
  });

  it("is whatever is not a key of its own, also with a hostile name", () => {
    const hostile: unknown = JSON.parse('{"bash": {"__proto__": {"default": "allow"}, "constructor": "allow", "": 1}}');
    expect(problemsOf(hostile).map(({ code }) => code)).toEqual([
      "carve/bad-rules",
      "carve/bad-rules",
      "carve/bad-rules",
    ]);
    expect(says(hostile, "bash", ["ls"])).toBe("deny");
    expect(says({ bash: Object.create({ default: "deny" }) }, "bash", ["ls"])).toBe("allow");
  });
});

it("rules are read as own properties, whatever somebody put on the prototype of all objects", () => {
  Object.defineProperty(Object.prototype, "default", { value: "deny", configurable: true });
  Object.defineProperty(Object.prototype, "rules", { value: { ls: "deny" }, configurable: true });
  try {
    expect(says({ bash: {} }, "bash", ["ls"])).toBe("allow");
  } finally {
    Reflect.deleteProperty(Object.prototype, "default");
    Reflect.deleteProperty(Object.prototype, "rules");
  }
});

it("a pattern may be called anything", () => {
  const hostile: unknown = JSON.parse(
    '{"mcp": {"default": "ask", "rules": {"__proto__": "deny", "constructor/**": "deny"}}}',
  );
  expect(problemsOf(hostile)).toEqual([]);
  expect(says(hostile, "mcp", ["__proto__"])).toBe("deny");
  expect(says(hostile, "mcp", ["constructor", "x"])).toBe("deny");
  expect(says(hostile, "mcp", ["toString"])).toBe("ask");
});

describe("examples", () => {
  it("that come out are no problem", () => {
    const bash = {
      default: "ask",
      strict: false,
      rules: { "npm test **": "allow", "npm publish **": "deny" },
      examples: { allow: ["npm test", "npm test 'a b'"], deny: ["npm publish"], ask: ["npm run x"] },
    };
    expect(problemsOf({ bash })).toEqual([]);
  });

  it("without a default come to ask, as the floor of a role says", () => {
    expect(problemsOf({ bash: { rules: { ls: "allow" }, examples: { ask: ["rm"] } } })).toEqual([]);
  });

  it("are tried against strict rules as those are", () => {
    const rules = { "a/**": "deny", "a/b": "allow" };
    expect(problemsOf({ edit: { rules, strict: true, examples: { deny: ["a/b"] } } })).toEqual([]);
    expect(problemsOf({ edit: { rules, examples: { deny: ["a/b"] } } }).map(({ code }) => code)).toEqual([
      "carve/example-fails",
    ]);
  });

  it("are read where the carve is", () => {
    const edit = {
      default: "ask",
      rules: { "~/p/src/**": "allow" },
      examples: { allow: ["src/a", "/home/u/p/src/a", "~/p/src/a"] },
    };
    expect(problemsOf({ edit }, { worktree: "/home/u/p", home: "/home/u" })).toEqual([]);
    expect(problemsOf({ edit }).map(({ code }) => code)).toEqual(["carve/bad-pattern"]);
  });

  it("are not tried while the rules are not understood", () => {
    expect(problemsOf({ bash: { default: "Deny", examples: { allow: ["x"] } } })).toHaveLength(1);
  });
});

describe("bash_allow", () => {
  const written = { bash: "allow", bash_allow: ["git status", "npm run 'a b'", "ls"] };

  it("allows what begins like that, word by word, and nothing else", () => {
    expect(says(written, "bash", ["git", "status"])).toBe("allow");
    expect(says(written, "bash", ["git", "status", "-s", "\0$x"])).toBe("allow");
    expect(says(written, "bash", ["npm", "run", "a b", "c"])).toBe("allow");
    for (const argv of [["git"], ["git", "push"], ["git", "statusx"], ["lsof"], [], ["sudo", "ls"]])
      expect(says(written, "bash", argv)).toBe("deny");
    expect(says(written, "vcs", ["git", "push"])).toBe("allow");
  });

  it("is a bound: it never raises the word of the category", () => {
    expect(says({ ...written, bash: "ask" }, "bash", ["ls"])).toBe("ask");
    expect(says({ ...written, bash: "deny" }, "bash", ["ls"])).toBe("deny");
    expect(says({ ...written, bash: { default: "ask", rules: { "ls -a": "deny" } } }, "bash", ["ls", "-a"])).toBe(
      "deny",
    );
    expect(says({ bash_allow: ["ls"] }, "bash", ["ls"])).toBe("allow");
    expect(says({ bash_allow: ["ls"], "*": "ask" }, "bash", ["rm"])).toBe("deny");
  });

  it("may have stars of its own", () => {
    const stars = { bash_allow: ["npm *", "git log **", "node *.js"] };
    expect(says(stars, "bash", ["npm", "x", "y"])).toBe("allow");
    expect(says(stars, "bash", ["npm"])).toBe("deny");
    expect(says(stars, "bash", ["git", "log"])).toBe("allow");
    expect(says(stars, "bash", ["node", "a.js", "b"])).toBe("allow");
  });

  it("says which prefix it cannot read, and then denies the whole of bash", () => {
    const problems = problemsOf(
      { bash_allow: ["ls", "a && b", 7, ""] },
      placesOf("bash_allow", "bash_allow 1", "bash_allow 2", "bash_allow 3"),
    );
    expect(problems.map(at)).toEqual([
      [2, "me.tool_permission.bash_allow.1", "bash_allow", ["1"]],
      [3, "me.tool_permission.bash_allow.2", "bash_allow", ["2"]],
      [4, "me.tool_permission.bash_allow.3", "bash_allow", ["3"]],
    ]);
    expect(problems.map(({ message }) => message)).toEqual([
      'Cannot use "bash_allow": "a && b" cannot be read: "&" makes it more than one simple command',
      'Cannot use "bash_allow": 7 is not the beginning of a command',
      'Cannot use "bash_allow": "" cannot be read: it is empty',
    ]);
    expect(says({ bash_allow: ["ls", 7] }, "bash", ["ls"])).toBe("deny");
    expect(problemsOf({ bash_allow: "ls" })[0]?.message).toBe(
      'Cannot use "bash_allow": it is "ls", not a list of commands',
    );
    expect(problemsOf({ bash_allow: { ls: "allow" } })[0]?.message).toBe(
      'Cannot use "bash_allow": it is an object, not a list of commands',
    );
  });

  it("carries along where each prefix was written", () => {
    const { value } = parseCarve(written, placesOf("bash_allow", "bash_allow 0"));
    expect(value.bashAllow?.rules[0]?.source).toMatchObject({ line: 2, path: "me.tool_permission.bash_allow.0" });
    expect(value.bashAllow?.otherwise?.source).toMatchObject({ line: 1, path: "me.tool_permission.bash_allow" });
  });
});

it("rules carry along where each word was written", () => {
  const written = { bash: { default: "ask", rules: { ls: "allow" } } };
  const entry = parseCarve(written, placesOf("bash default", "bash rules ls")).value.named.bash;
  expect(entry).toMatchObject({
    kind: "rules",
    strict: false,
    otherwise: { decision: "ask", source: { line: 1, path: "me.tool_permission.bash.default" } },
    rules: [{ decision: "allow", pattern: "ls", source: { line: 2, path: 'me.tool_permission.bash["ls"]' } }],
  });
  for (const part of [
    entry,
    ...(entry !== undefined && "rules" in entry ? [entry.rules, entry.rules[0], entry.otherwise] : []),
  ])
    expect(Object.isFrozen(part)).toBe(true);
  expect(parseCarve(written).value.named.bash).not.toHaveProperty("source");
});

describe("categories of a plugin", () => {
  const categories = withCategories({ payment: "names", vault: "path" });

  it("are words and rules like the others", () => {
    const written = { payment: { default: "ask", rules: { "refund/**": "deny" } }, vault: "allow" };
    expect(problemsOf(written, { categories })).toEqual([]);
    const me = root({ id: "x", use: total(parseCarve(written, { categories }).value, "ask"), categories });
    expect(use(me, "payment", ["refund", "7"])).toBe("deny");
    expect(use(me, "payment", ["order"])).toBe("ask");
    expect(use(me, "vault", ["x"])).toBe("allow");
    expect(decide(me, { actions: [{ category: "vault", resource: [] }] }).decision).toBe("allow");
  });

  it("are unknown where nobody adds them", () => {
    expect(problemsOf({ payment: { default: "deny" } })).toMatchObject([
      { code: "carve/unknown-category", severity: "error" },
    ]);
    const me = root({
      id: "x",
      use: total(parseCarve({ vault: "allow", "*": "allow" }, { categories }).value, "allow"),
    });
    expect(use(me, "vault", [])).toBe("deny");
  });

  it("are offered where a name is nearly theirs", () => {
    expect(problemsOf({ paymnt: "deny" }, { categories })[0]?.hint).toBe('did you mean "payment"?');
    expect(problemsOf({ qqqqqqq: "deny" }, { categories })[0]?.hint).toMatch(/web, payment, vault$/);
  });

  it("are denied with the others where the carve is no object", () => {
    expect(parseCarve("x", { categories }).value.named.vault).toEqual({ decision: "deny" });
  });
});
