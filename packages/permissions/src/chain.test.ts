import { describe, expect, it } from "vitest";
import { type Authority, delegate, root, type RoleOptions } from "./authority.ts";
import { type Carve, type PartialCarve, total } from "./carve.ts";
import { pass, use } from "./chain.ts";
import { carve, type WrittenCarve } from "./parse.ts";

interface WrittenRole {
  readonly use?: WrittenCarve;
  readonly pass?: WrittenCarve;
  readonly n?: WrittenCarve;
  readonly m?: WrittenCarve;
  readonly temporary?: boolean;
}

/** A chain from a config down to the last role. */
function chain(config: WrittenRole & { readonly cap?: WrittenCarve }, ...roles: readonly WrittenRole[]): Authority {
  const start: Authority = root({
    id: "root",
    use: total(carve(config.use ?? {}), "ask"),
    pass: config.pass && carve(config.pass),
    cap: config.cap && total(carve(config.cap), "allow"),
    bound: boundOf(config),
  });
  return roles.reduce<Authority>((from, role, i) => delegate(from, roleOptions(role, `r${i}`)), start);
}

const roleOptions = (role: WrittenRole, id: string): RoleOptions => ({
  id,
  role: id,
  use: role.use && carve(role.use),
  pass: role.pass && carve(role.pass),
  bound: boundOf(role),
  temporary: role.temporary,
});

const boundOf = ({ n, m }: WrittenRole): { use: PartialCarve | undefined; pass: PartialCarve | undefined } => ({
  use: n && carve(n),
  pass: m && carve(m),
});

const everything = { use: { "*": "allow" } };

describe("who may do what", () => {
  it("a read-only planner has no child that edits", () => {
    expect(use(chain(everything, { use: { edit: "deny" } }, { use: { edit: "allow" } }), "edit")).toBe("deny");
  });

  it("a leader that may not edit hands editing to whoever names it, and to nobody else", () => {
    const leader = { use: { edit: "deny", bash: "deny" }, pass: { edit: "allow", bash: "allow" } };
    expect(use(chain(everything, leader), "edit")).toBe("deny");
    expect(use(chain(everything, leader, { use: { edit: "allow", bash: "allow" } }), "edit")).toBe("allow");
    expect(use(chain(everything, leader, {}), "edit")).toBe("deny");
    expect(use(chain(everything, leader, { use: { edit: "ask" } }), "edit")).toBe("ask");
  });

  it("a grandchild keeps every limit above it, also through a role that says nothing", () => {
    expect(use(chain(everything, { use: { edit: "deny" } }, {}, { use: { edit: "allow" } }), "edit")).toBe("deny");
  });

  it("a deny stays a deny for the child, it does not become an ask", () => {
    expect(use(chain(everything, { use: { web: "deny" } }, { use: { web: "allow" } }), "web")).toBe("deny");
  });

  it("what the leader hands down is capped by what was handed to it", () => {
    const leader = { use: { bash: "deny" }, pass: { bash: "allow" } };
    expect(use(chain({ use: { bash: "ask" } }, leader, { use: { bash: "allow" } }), "bash")).toBe("ask");
    expect(use(chain({ use: { bash: "allow" } }, leader, { use: { bash: "allow" } }), "bash")).toBe("allow");
  });

  it("a config may hand down what the root may not use", () => {
    expect(use(chain({ use: { bash: "ask" }, pass: { bash: "allow" } }, { use: { bash: "allow" } }), "bash")).toBe(
      "allow",
    );
  });

  it("a partial grant_permission speaks of what it names alone", () => {
    const leader = chain(everything, { use: { bash: "ask", web: "deny" }, pass: { web: "allow" } });
    expect([pass(leader, "web"), pass(leader, "bash"), pass(leader, "read")]).toEqual(["allow", "ask", "allow"]);
  });

  it("a star in tool_permission is no star in grant_permission", () => {
    const leader = chain(everything, { use: { "*": "deny" }, pass: { edit: "allow" } });
    expect([use(leader, "edit"), pass(leader, "edit"), pass(leader, "bash")]).toEqual(["deny", "allow", "deny"]);
  });

  it("a star in grant_permission hands down everything that is not named there", () => {
    const leader = chain(everything, { use: { "*": "deny" }, pass: { "*": "allow", bash: "deny" } });
    expect([pass(leader, "edit"), pass(leader, "bash")]).toEqual(["allow", "deny"]);
  });

  it("the hard cap holds for the root, its grants and everybody below", () => {
    const config = { use: { "*": "allow" }, pass: { "*": "allow" }, cap: { bash: "deny", edit: "ask" } };
    const coder = chain(config, { use: { bash: "allow", edit: "allow" }, pass: { "*": "allow" } });
    expect([
      use(coder, "bash"),
      pass(coder, "bash"),
      use(coder, "edit"),
      pass(coder, "edit"),
      use(coder, "read"),
    ]).toEqual(["deny", "deny", "ask", "ask", "allow"]);
  });

  it("an empty config asks", () => {
    expect([use(chain({}), "bash"), pass(chain({}), "bash")]).toEqual(["ask", "ask"]);
  });

  it("a category that nobody knows is denied, whatever its name", () => {
    for (const name of ["shell", "constructor", "__proto__", "toString", "", "*"]) {
      expect([use(chain(everything), name), pass(chain(everything), name)]).toEqual(["deny", "deny"]);
    }
  });
});

it("what somebody put on the prototype of all objects says nothing", () => {
  Object.defineProperty(Object.prototype, "bash", { value: { decision: "allow" }, configurable: true });
  try {
    const child = chain({ use: { "*": "deny" } }, { use: { read: "allow" }, pass: { read: "allow" } });
    expect([use(child, "bash"), pass(child, "bash")]).toEqual(["deny", "deny"]);
  } finally {
    Reflect.deleteProperty(Object.prototype, "bash");
  }
});

describe("layers that are not trusted", () => {
  it("lower what a role may use and hand down, and raise nothing", () => {
    const open = chain(everything, {
      use: { bash: "allow", web: "ask" },
      n: { bash: "ask", web: "allow" },
      m: { edit: "deny" },
    });
    expect([use(open, "bash"), use(open, "web"), pass(open, "edit"), use(open, "edit")]).toEqual([
      "ask",
      "ask",
      "deny",
      "allow",
    ]);
  });

  it("lower the root, for itself and for what it hands down", () => {
    const lowered = chain({ ...everything, n: { bash: "ask" }, m: { edit: "deny" } });
    expect([use(lowered, "bash"), pass(lowered, "bash"), use(lowered, "edit"), pass(lowered, "edit")]).toEqual([
      "ask",
      "ask",
      "allow",
      "deny",
    ]);
  });

  it("do not lower what the trusted grant_permission hands down past the role's own use", () => {
    const leader = chain(everything, { use: { bash: "deny" }, pass: { bash: "allow" }, n: { bash: "deny" } });
    expect(pass(leader, "bash")).toBe("allow");
  });

  it("say with a star what they say about everything that they do not name", () => {
    const lowered = chain(everything, { n: { "*": "ask", read: "allow" } });
    expect([use(lowered, "bash"), use(lowered, "read")]).toEqual(["ask", "allow"]);
  });
});

describe("temporary roles", () => {
  it("get what they name, under their caller's own use, and hand nothing down", () => {
    const leader = { use: { bash: "ask", edit: "deny" }, pass: { "*": "allow" } };
    const temporary = chain(everything, leader, {
      use: { bash: "allow", edit: "allow", read: "allow" },
      pass: { "*": "allow" },
      temporary: true,
    });
    expect(["bash", "edit", "read", "web"].map((category) => use(temporary, category))).toEqual([
      "ask",
      "deny",
      "allow",
      "deny",
    ]);
    expect(pass(temporary, "read")).toBe("deny");
  });

  it("get nothing without words", () => {
    expect(use(chain(everything, { temporary: true }), "read")).toBe("deny");
  });

  it("get by a star what they do not name, under their caller's own use", () => {
    expect(use(chain({ use: { read: "ask" } }, { use: { "*": "allow" }, temporary: true }), "read")).toBe("ask");
  });

  it("are lowered by layers that are not trusted, too", () => {
    expect(use(chain(everything, { use: { read: "allow" }, n: { read: "ask" }, temporary: true }), "read")).toBe("ask");
  });
});

describe("a role's own delegating", () => {
  it("is not limited by an ask that is meant for those who delegate to it", () => {
    expect(use(chain(everything, { use: { delegate: "ask" } }), "delegate")).toBe("allow");
    expect(use(chain({ use: { delegate: "ask" } }, { use: { delegate: "ask" } }), "delegate")).toBe("ask");
    expect(use(chain(everything, { n: { delegate: "ask" } }), "delegate")).toBe("allow");
  });

  it("is what the star says where the word is such an ask", () => {
    expect(use(chain(everything, { use: { delegate: "ask", "*": "deny" } }), "delegate")).toBe("deny");
  });

  it("is denied by a deny, and by one in a layer that is not trusted", () => {
    expect(use(chain(everything, { use: { delegate: "deny" } }), "delegate")).toBe("deny");
    expect(use(chain(everything, { n: { delegate: "deny" } }), "delegate")).toBe("deny");
  });

  it("is asked about where the config asks, for a config is no target", () => {
    expect(use(chain({ use: { delegate: "ask" } }), "delegate")).toBe("ask");
  });

  it("can be handed down as an ask", () => {
    expect(pass(chain(everything, { pass: { delegate: "ask" } }), "delegate")).toBe("ask");
  });
});

describe("root() and delegate()", () => {
  const me = chain(everything);

  it("refuse an id that is in the chain already, for grants are held by it", () => {
    const child = delegate(me, { id: "r1", role: "a" });
    expect(() => delegate(child, { id: "r1", role: "b" })).toThrow(
      new RangeError('Cannot delegate to id "r1": it is already in the chain'),
    );
    expect(() => delegate(child, { id: "root", role: "b" })).toThrow(RangeError);
    expect(() => delegate(child, { id: "r1.1", role: "b" })).not.toThrow();
  });

  it("refuse the written JSON where a carve belongs", () => {
    const written: unknown = { bash: "allow" };
    expect(() => root({ id: "x", use: written as Carve })).toThrow(TypeError);
    expect(() => root({ id: "x", use: total(carve({}), "ask"), pass: written as PartialCarve })).toThrow(TypeError);
    expect(() => root({ id: "x", use: total(carve({}), "ask"), cap: written as Carve })).toThrow(TypeError);
    expect(() => root({ id: "x", use: total(carve({}), "ask"), bound: { use: written as PartialCarve } })).toThrow(
      TypeError,
    );
    for (const field of ["use", "pass"] as const) {
      expect(() => delegate(me, { id: "x", role: "x", [field]: written as PartialCarve })).toThrow(TypeError);
      expect(() => delegate(me, { id: "x", role: "x", bound: { [field]: written as PartialCarve } })).toThrow(
        TypeError,
      );
    }
  });

  it("make authorities that cannot be changed", () => {
    const child = delegate(me, { id: "r1", role: "a", bound: { use: carve({}) } });
    for (const part of [me, me.says, child, child.says, child.says.bound]) expect(Object.isFrozen(part)).toBe(true);
  });

  it("go as deep as one likes", () => {
    let deep: Authority = chain(everything);
    for (let i = 0; i < 5_000; i++) deep = { ...delegate(chain(everything), { id: `r${i}`, role: "x" }), from: deep };
    expect(use(deep, "bash")).toBe("allow");
  });
});
