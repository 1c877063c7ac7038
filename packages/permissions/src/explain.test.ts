import { describe, expect, it } from "vitest";
import { type Authority, delegate, root } from "./authority.ts";
import { total } from "./carve.ts";
import { explain, type Step } from "./explain.ts";
import type { Grant } from "./grant.ts";
import { carve, type WrittenCarve } from "./parse.ts";
import { requestDelegation } from "./target.ts";

const bash = { tool: "bash", actions: [{ category: "bash", resource: ["npm", "test"] }] };
const config = (words: WrittenCarve, grants?: WrittenCarve): Authority =>
  root({ id: "root", use: total(carve(words), "ask"), pass: grants && carve(grants) });
const under = (from: Authority, role: string, use?: WrittenCarve, pass?: WrittenCarve): Authority =>
  delegate(from, { id: `${from.id}.${role}`, role, use: use && carve(use), pass: pass && carve(pass) });

/** One line for each step, as a table of the CLI would show it. */
const lines = (steps: readonly Step[]): readonly string[] =>
  steps.map(({ kind, who, decision, text, decides, unused, note }) =>
    [
      unused ? "(not used)" : kind,
      who,
      decision,
      text,
      ...(decides ? ["<- decides"] : []),
      ...(note ? [`| ${note}`] : []),
    ].join(" "),
  );

describe("explain() of a chain", () => {
  it("shows which written value in which file and line decides, and the word that limits the leader alone", () => {
    const place = (line: number, path: string) => ({
      layer: "local",
      file: ".polyglav/roles.json",
      line,
      column: 27,
      path,
    });
    const leader = delegate(config({ "*": "allow" }), {
      id: "r1",
      role: "leader",
      use: carve({ bash: "deny" }, { source: place(9, "leader.tool_permission") }),
      pass: carve({ bash: "ask" }, { source: place(14, "leader.grant_permission") }),
    });
    const programmer = delegate(leader, { id: "r2", role: "programmer", use: carve({ bash: "allow" }) });
    const { verdict, steps, would, remedies } = explain(programmer, bash);
    expect(lines(steps)).toEqual([
      "wants programmer allow programmer.tool_permission.bash",
      "may-receive leader ask leader.grant_permission.bash <- decides",
      "(not used) leader deny leader.tool_permission.bash | limits leader, not what it hands down",
      "config root allow config.tool_permission.* | config.grant_permission.bash is not set: root hands down what it may use",
    ]);
    expect(verdict.because[0]?.source).toEqual(place(14, "leader.grant_permission.bash"));
    expect(steps[2]?.source?.line).toBe(9);
    expect(would).toEqual({ tty: "ask", ci: "deny" });
    expect(remedies).toEqual([
      'set leader.grant_permission.bash to "allow"',
      "answer the question with yes, for this call",
    ]);
  });

  it("goes through the caller's own word where its grant_permission is silent", () => {
    const programmer = under(under(config({ "*": "allow" }), "planner", { bash: "deny" }), "programmer", {
      bash: "allow",
    });
    const { steps, remedies } = explain(programmer, bash);
    expect(lines(steps)).toEqual([
      "wants programmer allow programmer.tool_permission.bash",
      "keeps planner deny planner.tool_permission.bash <- decides | planner.grant_permission.bash is not set: planner hands down what it may use",
      "config root allow config.tool_permission.* | config.grant_permission.bash is not set: root hands down what it may use",
    ]);
    expect(remedies).toEqual([
      'set planner.grant_permission.bash to "allow"',
      'set planner.tool_permission.bash to "allow"',
      "ask the operator to grant this one call",
    ]);
  });

  it("shows a role without words that it gets its caller's own use, not what the caller hands down", () => {
    const leader = under(config({ "*": "allow" }), "leader", { bash: "deny" }, { bash: "allow" });
    const { steps, remedies } = explain(under(leader, "helper"), bash);
    expect(lines(steps).slice(0, 2)).toEqual([
      "wants leader deny leader.tool_permission.bash <- decides | helper names no bash: it gets what leader may use",
      "may-receive leader allow leader.grant_permission.bash",
    ]);
    expect(remedies[0]).toBe('set helper.tool_permission.bash to "allow"');
  });

  it("follows silence up to the config", () => {
    const quiet = under(under(config({ bash: "ask" }), "assistant"), "helper");
    expect(lines(explain(quiet, bash).steps)).toEqual([
      "config root ask config.tool_permission.bash <- decides | assistant names no bash: it gets what root may use",
    ]);
    expect(lines(explain(config({}), bash).steps)).toEqual(["floor root ask the config names no bash <- decides"]);
  });

  it("marks every word that holds the verdict, for each would have to change", () => {
    const leader = under(config({ bash: "ask" }), "leader", { bash: "deny" }, { bash: "ask" });
    const { steps, remedies } = explain(under(leader, "programmer", { bash: "allow" }), bash);
    expect(steps.filter(({ decides }) => decides).map(({ text }) => text)).toEqual([
      "leader.grant_permission.bash",
      "config.tool_permission.bash",
    ]);
    expect(remedies[0]).toBe('set config.grant_permission.bash and leader.grant_permission.bash to "allow"');
  });

  it("prefers the fewest fields, then those that leave a caller's own limits alone", () => {
    const assistant = under(config({ bash: "ask" }), "assistant");
    const { remedies } = explain(under(assistant, "programmer", { bash: "allow" }), bash);
    expect(remedies.slice(0, 2)).toEqual([
      'set config.tool_permission.bash to "allow"',
      'set config.grant_permission.bash and assistant.grant_permission.bash to "allow"',
    ]);
  });

  it("tells the config's own word apart from what the config hands down", () => {
    const coder = under(config({ bash: "deny" }, { bash: "allow" }), "programmer", { bash: "allow" });
    expect(lines(explain(coder, bash).steps)).toEqual([
      "wants programmer allow programmer.tool_permission.bash <- decides",
      "config root allow config.grant_permission.bash",
      "(not used) root deny config.tool_permission.bash | limits root, not what it hands down",
    ]);
  });

  it("marks one word where everything allows", () => {
    const coder = under(config({ "*": "allow" }), "programmer", { bash: "allow" });
    const { steps, remedies } = explain(coder, bash);
    expect(steps.filter(({ decides }) => decides)).toHaveLength(1);
    expect(remedies).toEqual([]);
  });
});

describe("explain() of other limits", () => {
  it("shows a cap that caps, and says who can raise it", () => {
    const capped = root({
      id: "root",
      use: total(carve({ "*": "allow" }), "ask"),
      cap: total(carve({ bash: "ask" }), "allow"),
    });
    const { steps, remedies } = explain(capped, bash);
    expect(lines(steps)).toEqual(["config root allow config.tool_permission.*", "cap root ask cap.bash <- decides"]);
    expect(remedies).toEqual(["raise the operator's cap.bash", "answer the question with yes, for this call"]);
    expect(lines(explain(capped, { actions: [{ category: "read", resource: [] }] }).steps)).toHaveLength(1);
  });

  it("shows a layer that is not trusted", () => {
    const path = "programmer.tool_permission";
    const coder = delegate(config({ "*": "allow" }), {
      id: "r",
      role: "programmer",
      bound: { use: carve({ bash: "deny" }, { source: { file: "x.json", path } }), pass: carve({ bash: "deny" }) },
    });
    const { steps, remedies } = explain(coder, bash);
    expect(lines(steps)[0]).toBe(
      "bound programmer deny programmer.tool_permission.bash <- decides | from a layer that is not trusted: it can only lower",
    );
    expect(steps).toHaveLength(2);
    expect(remedies[0]).toBe("trust the folder that says programmer.tool_permission.bash");
    const grandchild = under(coder, "helper", { bash: "allow" });
    expect(lines(explain(grandchild, bash).steps)).toContain(
      "bound programmer deny programmer.grant_permission.bash <- decides | from a layer that is not trusted: it can only lower",
    );
  });

  it("shows the root's layers that are not trusted, of both fields", () => {
    const bounded = root({
      id: "root",
      use: total(carve({ "*": "allow" }), "ask"),
      bound: { use: carve({ bash: "ask" }), pass: carve({ bash: "deny" }) },
    });
    expect(lines(explain(bounded, bash).steps).map((line) => line.split(" |")[0])).toEqual([
      "config root allow config.tool_permission.*",
      "bound root ask config.tool_permission.bash <- decides",
    ]);
    const texts = explain(under(bounded, "a", { bash: "allow" }), bash).steps.map(
      ({ kind, text, decision }) => `${kind} ${text} ${decision}`,
    );
    expect(texts).toContain("bound config.grant_permission.bash deny");
  });

  it("shows why a temporary role gets nothing, and that only a catalog entry can delegate", () => {
    const temporary = delegate(config({ "*": "allow" }), { id: "t", role: "helper", temporary: true });
    expect(lines(explain(temporary, bash).steps)).toEqual([
      "floor helper deny helper names no bash and is temporary <- decides",
      "config root allow config.tool_permission.* | helper is temporary and never exceeds its caller",
    ]);
    expect(explain(temporary, bash).remedies[0]).toBe('set helper.tool_permission.bash to "allow"');
    const below = explain(under(temporary, "x", { bash: "allow" }), bash);
    expect(lines(below.steps)[1]).toBe("floor helper deny helper is temporary and hands nothing down <- decides");
    expect(below.remedies[0]).toBe("put helper into the catalog (helper is temporary and hands nothing down)");
  });

  it("shows advice, which no field changes", () => {
    const { steps, remedies } = explain(config({ bash: "allow" }), {
      ...bash,
      advice: [{ atMost: "ask", why: "outside the worktree" }],
    });
    expect(lines(steps)).toEqual([
      "config root allow config.tool_permission.bash",
      "advice bash ask outside the worktree <- decides",
    ]);
    expect(remedies).toEqual(["answer the question with yes, for this call"]);
  });

  it("shows both sides of a delegation", () => {
    const leader = under(config({ "*": "allow" }), "leader", { delegate: "ask" });
    const { steps, remedies } = explain(
      leader,
      requestDelegation({ role: "writer", use: carve({ delegate: "deny" }) }),
    );
    expect(lines(steps)).toEqual([
      "(not used) leader ask leader.tool_permission.delegate | asks those who delegate to leader, does not limit its own delegating",
      "config root allow config.tool_permission.* | leader names no delegate: it gets what root may use",
      "target writer deny writer.tool_permission.delegate <- decides",
    ]);
    expect(remedies).toEqual(['set writer.tool_permission.delegate to "allow"']);
  });

  it("names the star where it speaks for a role that only asks those who delegate to it", () => {
    const leader = under(config({ "*": "allow" }), "leader", { delegate: "ask", "*": "deny" });
    const { steps } = explain(leader, { actions: [{ category: "delegate", resource: ["writer"] }] });
    expect(lines(steps).slice(0, 2)).toEqual([
      "wants leader deny leader.tool_permission.* <- decides",
      "(not used) leader ask leader.tool_permission.delegate | asks those who delegate to leader, does not limit its own delegating",
    ]);
  });

  it("says what is unknown or missing", () => {
    const unknown = explain(config({}), { actions: [{ category: "shell", resource: [] }] });
    expect(lines(unknown.steps)[0]).toMatch(/^unknown-category root deny "shell" is no category \(they are ask, /);
    expect(unknown.remedies).toEqual(["use a known category"]);
    const empty = explain(config({}), { actions: [] });
    expect(lines(empty.steps)).toEqual(["nothing-asked root deny the request names no action <- decides"]);
    expect(empty.remedies).toEqual([]);
  });
});

describe("explain() of grants", () => {
  const grant = (id: string, more: Partial<Grant> = {}): Grant => ({
    id,
    holder: "root",
    covers: { kind: "category", category: "bash" },
    lift: "confirm",
    approver: "operator",
    uses: "once",
    ...more,
  });

  it("shows which one lifts, which is not needed and which lifts nothing", () => {
    const grants = [
      grant("a"),
      grant("b"),
      grant("c", { approver: { id: "x" } }),
      grant("d", { holder: "you" }),
      grant("e", { covers: { kind: "category", category: "web" } }),
    ];
    const { steps, verdict, remedies } = explain(config({ bash: "ask" }), bash, grants);
    expect(verdict).toMatchObject({ decision: "allow", grants: ["a"] });
    expect(lines(steps)).toEqual([
      "config root ask config.tool_permission.bash",
      "grant operator allow confirmed by operator, once (a) <- decides",
      "(not used) operator allow confirmed by operator, once (b) | not needed",
      "(not used) x ask confirmed by x, once (c) | lifts nothing here",
    ]);
    expect(remedies).toEqual([]);
  });

  it("shows that a yes to any call does not answer what asks about this one", () => {
    const advised = { ...bash, advice: [{ atMost: "ask" as const, why: "outside the worktree" }] };
    const note = "for any one bash call: what asks about this one needs a yes of its own";
    expect(lines(explain(config({ bash: "allow" }), advised, [grant("a")]).steps)).toEqual([
      "config root allow config.tool_permission.bash",
      "advice bash ask outside the worktree <- decides",
      `(not used) operator ask confirmed by operator, once (a) | ${note}`,
    ]);
    const { steps, verdict, remedies } = explain(config({ bash: "deny" }), advised, [grant("a", { lift: "elevate" })]);
    expect(verdict).toMatchObject({ decision: "ask", grants: ["a"] });
    expect(lines(steps)).toEqual([
      "config root deny config.tool_permission.bash",
      "advice bash ask outside the worktree <- decides",
      `grant operator ask elevated by operator, once (a) | ${note}`,
    ]);
    expect(remedies).toEqual(["ask the operator to grant this one call"]);
  });

  it("shows that a yes from before the advice does not answer it, and one that cannot lift lifts nothing", () => {
    const advised = { ...bash, advice: [{ atMost: "ask" as const, why: "outside the worktree" }] };
    const before = grant("a", { covers: { kind: "request", ...bash } });
    expect(lines(explain(config({ bash: "ask" }), advised, [before]).steps).at(-1)).toBe(
      "(not used) operator ask confirmed by operator, once (a) | given before this advice, which needs a yes of its own",
    );
    expect(lines(explain(config({ bash: "deny" }), advised, [before]).steps).at(-1)).toBe(
      "(not used) operator deny confirmed by operator, once (a) | lifts nothing here",
    );
  });

  it("shows that a cap of ask does not yield to a standing yes", () => {
    const capped = root({ id: "root", use: total(carve({}), "allow"), cap: total(carve({ bash: "ask" }), "allow") });
    expect(lines(explain(capped, bash, [grant("a", { uses: "run" })]).steps).at(-1)).toBe(
      "(not used) operator ask confirmed by operator, for this run (a) | lifts nothing here",
    );
  });
});

it("explain() of several categories shows each, and marks what holds the whole", () => {
  const me = config({ bash: "ask", edit: "deny", read: "allow" });
  const { steps, remedies } = explain(me, {
    actions: ["read", "bash", "edit"].map((category) => ({ category, resource: [] })),
  });
  expect(steps.map(({ category, decides }) => [category, decides])).toEqual([
    ["read", false],
    ["bash", false],
    ["edit", true],
  ]);
  expect(remedies[0]).toBe('set config.tool_permission.bash and config.tool_permission.edit to "allow"');
});

describe("explain() of rules", () => {
  const edit = (...resource: readonly string[]) => ({ actions: [{ category: "edit", resource }] });
  const rules = { edit: { default: "deny", rules: { "src/**": "allow", "src/gen/**": "ask" } } };

  it("names the rule that decides, the default, or that there is neither", () => {
    const coder = under(config({ "*": "allow" }), "coder", rules);
    expect(lines(explain(coder, edit("src", "gen", "a")).steps)[0]).toBe(
      'wants coder ask coder.tool_permission.edit["src/gen/**"] <- decides',
    );
    expect(explain(coder, edit("src", "gen", "a")).verdict.because[0]).toMatchObject({ pattern: "src/gen/**" });
    expect(lines(explain(coder, edit("x")).steps)[0]).toBe(
      "wants coder deny coder.tool_permission.edit.default <- decides",
    );
    const bare = under(config({ "*": "allow" }), "coder", { edit: { rules: { a: "deny" } } });
    expect(lines(explain(bare, edit("b")).steps)[0]).toBe(
      "wants coder ask coder.tool_permission.edit: no rule matches, and there is no default <- decides",
    );
    const temporary = delegate(config({ "*": "allow" }), {
      id: "t",
      role: "t",
      use: carve({ edit: { rules: { a: "allow" } } }),
      temporary: true,
    });
    expect(lines(explain(temporary, edit("b")).steps)[0]).toMatch(
      /^wants t deny t.tool_permission.edit: no rule matches/,
    );
  });

  it("shows where the rule was written", () => {
    const source = { file: "roles.json", path: "coder.tool_permission" };
    const sourceOf = (_: string, within: readonly string[]) => (within[1] === "src/**" ? { line: 7 } : undefined);
    const coder = delegate(config({ "*": "allow" }), {
      id: "r",
      role: "coder",
      use: carve(rules, { source, sourceOf }),
    });
    expect(explain(coder, edit("src", "a")).steps[0]).toMatchObject({
      text: 'coder.tool_permission.edit["src/**"]',
      pattern: "src/**",
      source: { file: "roles.json", line: 7, path: 'coder.tool_permission.edit["src/**"]' },
    });
    expect(explain(coder, edit("x")).steps[0]).toMatchObject({
      source: { path: "coder.tool_permission.edit.default" },
    });
  });

  it("shows rules that are not read, and those of what is handed down", () => {
    const lead = under(config({ "*": "allow" }), "lead", rules, {
      edit: { default: "ask", rules: { "docs/**": "allow" } },
    });
    expect(lines(explain(under(lead, "coder", { edit: "allow" }), edit("docs", "a")).steps)).toEqual([
      "wants coder allow coder.tool_permission.edit <- decides",
      'may-receive lead allow lead.grant_permission.edit["docs/**"]',
      "(not used) lead deny lead.tool_permission.edit.default | limits lead, not what it hands down",
      "config root allow config.tool_permission.* | config.grant_permission.edit is not set: root hands down what it may use",
    ]);
  });

  it("shows rules of bounds, of the config and of the cap", () => {
    const top = root({
      id: "root",
      use: total(carve({ edit: { default: "allow", rules: { "a/**": "ask" } } }), "ask"),
      pass: carve({ edit: { default: "allow", rules: { "b/**": "ask" } } }),
      cap: total(
        carve({ edit: { default: "allow", rules: { "c/**": "deny" } } }, { source: { file: "policy.json" } }),
        "allow",
      ),
      bound: { use: carve({ edit: { default: "allow", rules: { "d/**": "ask" } } }) },
    });
    const texts = (a: Authority, ...names: readonly string[]) =>
      explain(a, edit(...names))
        .steps.filter(({ decides }) => decides)
        .map(({ kind, text, pattern }) => `${kind} ${text} ${pattern ?? "-"}`);
    expect(texts(top, "a", "x")).toEqual(['config config.tool_permission.edit["a/**"] a/**']);
    expect(texts(top, "c", "x")).toEqual(['cap edit["c/**"] c/**']);
    expect(texts(top, "d", "x")).toEqual(['bound config.tool_permission.edit["d/**"] d/**']);
    expect(texts(under(top, "r", { edit: "allow" }), "b", "x")).toEqual([
      'config config.grant_permission.edit["b/**"] b/**',
    ]);
    expect(explain(top, edit("c", "x")).remedies).toEqual(['raise the operator\'s edit["c/**"]']);
    expect(explain(top, edit("q")).steps.some(({ kind }) => kind === "cap")).toBe(false);
  });

  it("names the cap's rule, default, floor and prefixes where nobody says where they were written", () => {
    const capped = (words: WrittenCarve, floor: "deny" | "ask" | "allow") =>
      explain(root({ id: "root", use: total(carve({ "*": "allow" }), "ask"), cap: total(carve(words), floor) }), bash)
        .steps.filter(({ kind }) => kind === "cap")
        .map(({ text, decision }) => `${text} ${decision}`);
    expect(capped({ bash: { default: "ask", rules: { "npm test **": "deny" } } }, "allow")).toEqual([
      'cap.bash["npm test **"] deny',
    ]);
    expect(capped({ bash: { default: "ask" } }, "allow")).toEqual(["cap.bash.default ask"]);
    expect(capped({ bash: { rules: {} } }, "ask")).toEqual(["cap.bash: no rule matches, and there is no default ask"]);
    expect(capped({ "*": "ask" }, "allow")).toEqual(["cap.* ask"]);
    expect(capped({}, "deny")).toEqual(["cap.* deny"]);
    expect(capped({ bash: "ask", bash_allow: ["ls"] }, "allow")).toEqual(["cap.bash ask", "cap.bash_allow deny"]);
    expect(capped({ bash_allow: ["npm"] }, "allow")).toEqual([]);
  });

  it("shows what bash_allow leaves out, and is silent where it leaves nothing out", () => {
    const coder = under(config({ "*": "allow" }), "coder", { bash: "allow", bash_allow: ["git", "ls"] });
    expect(lines(explain(coder, bash).steps)).toEqual([
      "wants coder allow coder.tool_permission.bash",
      "wants coder deny coder.tool_permission.bash_allow <- decides | only what bash_allow begins with",
      "config root allow config.tool_permission.* | config.grant_permission.bash is not set: root hands down what it may use",
    ]);
    const git = { actions: [{ category: "bash", resource: ["git", "log"] }] };
    expect(explain(coder, git).steps.some(({ text }) => text.includes("bash_allow"))).toBe(false);
    for (const lists of [
      [{}, { bash_allow: ["git"] }],
      [{ bash: "allow" }, { bash: "allow", bash_allow: ["git"] }],
    ] as const) {
      const lead = under(config({ "*": "allow" }), "lead", ...lists);
      expect(explain(under(lead, "c", { bash: "allow" }), bash).verdict.because[0]?.text).toBe(
        "lead.grant_permission.bash_allow",
      );
    }
  });
});

describe("explain() of several resources", () => {
  it("names the action of every step, and gives one remedy for all that are stuck", () => {
    const me = config({ edit: { default: "deny", rules: { "src/**": "allow", "docs/**": "ask" } } });
    const actions = [["src", "a"], ["docs", "b"], ["x y"]].map((resource) => ({ category: "edit", resource }));
    const { steps, remedies, verdict } = explain(me, { actions });
    expect(steps.map(({ action, decision, decides }) => [action?.resource.join("/"), decision, decides])).toEqual([
      ["src/a", "allow", false],
      ["docs/b", "ask", false],
      ["x y", "deny", true],
    ]);
    expect(verdict.because[0]?.action?.resource).toEqual(["x y"]);
    expect(remedies).toEqual([
      'set config.tool_permission.edit["docs/b"] and config.tool_permission.edit["x y"] to "allow"',
      "ask the operator to grant this one call",
    ]);
  });

  it("names no action where there is only one", () => {
    expect(explain(config({}), bash).steps[0]).not.toHaveProperty("action");
  });

  it("marks one step where all of them are allowed", () => {
    const me = config({ edit: { default: "allow", rules: { a: "allow" } } });
    const { steps } = explain(me, { actions: [["a"], ["b"]].map((resource) => ({ category: "edit", resource })) });
    expect(steps.map(({ decides }) => decides)).toEqual([true, false]);
  });
});

describe("remedies with rules", () => {
  const edit = { actions: [{ category: "edit", resource: ["a b", "*"] }] };
  const remedy = (a: Authority, request = edit) => explain(a, request).remedies[0];

  it("are one more rule where there are rules, else the word", () => {
    expect(remedy(config({ edit: { default: "ask", rules: { x: "deny" } } }))).toBe(
      'set config.tool_permission.edit["a b/\\\\*"] to "allow"',
    );
    expect(remedy(config({ edit: "ask" }))).toBe('set config.tool_permission.edit to "allow"');
    expect(remedy(config({ "*": "ask" }))).toBe('set config.tool_permission.edit to "allow"');
  });

  it("replace a rule for exactly this, and strict rules as a whole", () => {
    expect(remedy(config({ edit: { rules: { "a b/\\*": "deny", "a b/*": "ask" } } }))).toBe(
      'set config.tool_permission.edit["a b/\\\\*"] to "allow"',
    );
    expect(remedy(config({ edit: { strict: true, rules: { "**": "ask" } } }))).toBe(
      'set config.tool_permission.edit to "allow"',
    );
  });

  it("set what a caller hands down where that is the least, by its rules too", () => {
    const lead = under(
      config({ "*": "allow" }),
      "lead",
      { edit: "deny" },
      { edit: { default: "deny", rules: { x: "allow" } } },
    );
    expect(explain(under(lead, "c", { edit: "allow" }), edit).remedies).toEqual([
      'set lead.grant_permission.edit["a b/\\\\*"] to "allow"',
      "ask the operator to grant this one call",
    ]);
  });

  it("get past bash_allow", () => {
    const coder = under(config({ "*": "allow" }), "coder", { bash_allow: ["git"] });
    expect(remedy(coder, bash)).toBe('set coder.tool_permission.bash_allow["npm test"] to "allow"');
    const asked = under(config({ "*": "allow" }), "coder", { bash: "ask", bash_allow: ["git"] });
    expect(remedy(asked, bash)).toBe(
      'set coder.tool_permission.bash and coder.tool_permission.bash_allow["npm test"] to "allow"',
    );
  });

  it("name the field where nothing can name the thing", () => {
    const me = config({ bash: { rules: { ls: "allow" } } });
    expect(remedy(me, { actions: [{ category: "bash", resource: [] }] })).toBe(
      'set config.tool_permission.bash to "allow"',
    );
  });
});
