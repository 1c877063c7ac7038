import {
  type Decision,
  decide,
  explain,
  type Explanation,
  type Grant,
  isCategory,
  join,
  leq,
  meet,
  type Step,
} from "@polyglav/permissions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineOf, isExact } from "./answers.ts";
import { idOf, runs, type World, world, type Written, type WrittenEntry } from "./cases.ts";

const law = (name: string, holds: (w: World, explained: Explanation) => void): void => {
  it(name, () => {
    fc.assert(
      fc.property(world, (w) => {
        holds(w, explain(engineOf(w), w.request, w.grants));
      }),
      { numRuns: runs(1_500) },
    );
  });
};

describe("an explanation is what was decided (L19)", () => {
  law("it has the verdict of decide", (w, { verdict }) => {
    expect(verdict).toEqual(decide(engineOf(w), w.request, w.grants));
  });

  law("its steps alone give the decision again", (_, { verdict, steps }) => {
    expect(rederived(steps)).toBe(verdict.decision);
  });

  law("the reasons of a verdict are never empty and meet in its decision", (_, { verdict }) => {
    expect(verdict.because).not.toHaveLength(0);
    expect(meet(...verdict.because.map(({ decision }) => decision))).toBe(verdict.decision);
  });

  law("every reason is a step that is marked as deciding", (_, { verdict, steps }) => {
    const deciding = steps.filter((step) => step.decides);
    for (const { kind, who, text, decision } of verdict.because) {
      expect(deciding).toContainEqual(expect.objectContaining({ kind, who, text, decision }));
    }
  });

  law("a step decides only where it was used and says just that", (_, { verdict, steps }) => {
    for (const step of steps.filter(({ decides }) => decides)) {
      expect(step.unused).toBeUndefined();
      expect(step.decision).toBe(verdict.decision);
    }
  });

  law("the grants of a verdict are those whose steps were used", (_, { verdict, steps }) => {
    const used = steps
      .filter(({ kind, unused }) => kind === "grant" && unused !== true)
      .map(({ text }) => /\((g\d)\)/.exec(text)?.[1]);
    expect(new Set(used)).toEqual(new Set(verdict.grants));
  });

  law("with a terminal it is the decision, in CI an ask is a denial", (_, { verdict, would }) => {
    expect(would).toEqual({ tty: verdict.decision, ci: verdict.decision === "allow" ? "allow" : "deny" });
  });
});

describe("what a verdict says about changing it (L19)", () => {
  law("a yes of the named kind is enough, and a smaller one is not", (w, { verdict }) => {
    const withYes = (lift: Grant["lift"]): Decision =>
      decide(engineOf(w), w.request, [...w.grants, freshYes(w, lift)]).decision;
    if (verdict.decision === "allow") expect(verdict.liftable).toBe("no");
    else if (verdict.liftable === "no") expect(withYes("elevate")).not.toBe("allow");
    else {
      expect(withYes(verdict.liftable)).toBe("allow");
      if (verdict.liftable === "elevate") expect(withYes("confirm")).not.toBe("allow");
    }
  });

  law("without its grants the decision is less, and what it does not name is not needed", (w, { verdict }) => {
    const held = engineOf(w);
    const chosen = w.grants.filter(({ id }) => verdict.grants.includes(id));
    expect(decide(held, w.request, chosen).decision).toBe(verdict.decision);
    if (chosen.length > 0) expect(leq(verdict.decision, decide(held, w.request).decision)).toBe(false);
  });

  law("what asks about the call itself is the reason, not the grant that could not answer it", (w, { verdict }) => {
    const [reason] = verdict.because;
    const asks = (w.request.advice ?? []).some(({ atMost }) => atMost === "ask");
    if (asks && verdict.decision === "ask") expect(reason?.kind).not.toBe("grant");
  });

  law("a yes to any call, or one that did not see the advice, is never named where an advised call is allowed", (w) => {
    const asks = (w.request.advice ?? []).some(({ atMost }) => atMost === "ask");
    const { decision, grants } = decide(engineOf(w), w.request, [...w.grants, freshYes(w, "elevate")]);
    if (!asks || decision !== "allow") return;
    expect(grants).not.toHaveLength(0);
    for (const grant of w.grants.filter(({ id }) => grants.includes(id))) expect(isExact(grant, w.request)).toBe(true);
  });

  law("setting the fields that a remedy names is enough", (w, { verdict, remedies }) => {
    expect(remedies.length === 0 || verdict.decision !== "allow").toBe(true);
    if (!isNamed(w)) return;
    for (const fields of remedies.flatMap(fieldsOf)) expect(decisionWith(w, fields)).toBe("allow");
  });

  law("each field that a remedy names is needed, as long as there are no grants and one thing is asked", (w) => {
    const [asked] = w.request.actions;
    const bare = { ...w, grants: [], request: { ...w.request, actions: asked === undefined ? [] : [asked] } };
    // Two configs under one name, and a star for what nobody can know, make a text say more than one thing.
    const isPlain = w.config.parts.length === 1 && asked?.resource.every((text) => !text.startsWith("\0"));
    if (!isNamed(bare) || isPlain !== true) return;
    for (const fields of explain(engineOf(bare), bare.request).remedies.flatMap(fieldsOf)) {
      for (const field of fields) {
        const others = fields.filter((other) => other !== field);
        expect(decisionWith(bare, others)).not.toBe("allow");
      }
    }
  });

  it("most of what is not allowed has a remedy that only sets fields", () => {
    const samples = fc.sample(world, { numRuns: 1_000, seed: 7 }).map((w) => explain(engineOf(w), w.request, w.grants));
    const stuck = samples.filter(({ verdict }) => verdict.decision !== "allow");
    expect(
      stuck.filter(({ remedies }) => remedies.some((remedy) => fieldsOf(remedy).length > 0)).length,
    ).toBeGreaterThan(stuck.length / 3);
  });
});

/** What the steps alone come to: for each action its words and what has no category, lifted by its grants. */
function rederived(steps: readonly Step[]): Decision {
  const used = steps.filter(({ unused }) => unused !== true);
  const general = used.filter(({ category }) => category === undefined).map(({ decision }) => decision);
  const about = ({ category, action }: Step): string => JSON.stringify([category, action]);
  const actions = [...new Set(used.filter(({ category }) => category !== undefined).map(about))];
  const each = actions.map((key) => {
    const own = used.filter((step) => about(step) === key);
    const words = own.filter(({ kind }) => kind !== "grant").map(({ decision }) => decision);
    const lifts = own.filter(({ kind }) => kind === "grant").map(({ decision }) => decision);
    return join(meet(...words, ...general), ...lifts);
  });
  return actions.length === 0 ? meet(...general) : meet(...each);
}

function freshYes({ roles, request }: World, lift: Grant["lift"]): Grant {
  const { tool, actions, advice } = request;
  return {
    id: "fresh",
    holder: idOf(roles.length),
    covers: { kind: "request", tool, actions, advice },
    lift,
    approver: "operator",
    uses: "once",
  };
}

/** Whether what is asked for can be named in a file; no command at all cannot. */
const isNamed = ({ request: { actions } }: World): boolean => actions.every(({ resource }) => resource.length > 0);

/** The fields of a remedy that does nothing but setting fields. */
function fieldsOf(remedy: string): readonly string[][] {
  const fields = /^set (.+) to "allow"$/.exec(remedy)?.[1];
  return fields === undefined ? [] : [fields.split(/, | and /)];
}

/** Does what a remedy says: a rule where it names one, else the word, or one more beginning of a command. */
function decisionWith(w: World, fields: readonly string[]): Decision {
  const set = (owner: string, field: string, words: Written): Written => {
    const named = fields.filter((each) => each.startsWith(`${owner}.${field}.`));
    return named.reduce((before, each) => {
      const [, key = "", quoted] = /^([a-z_]+)(?:\[(".*")\])?$/.exec(each.slice(`${owner}.${field}.`.length)) ?? [];
      expect(isCategory(key) || key === "bash_allow").toBe(true);
      if (key === "bash_allow" && before[key] === undefined) return before; // another part of the config has the list
      return {
        ...before,
        [key]: entryWith(before[key], quoted === undefined ? undefined : String(JSON.parse(quoted))),
      };
    }, words);
  };
  const changed: World = {
    ...w,
    config: {
      ...w.config,
      parts: w.config.parts.map((part) => set("config", "tool_permission", part)),
      pass: set("config", "grant_permission", w.config.pass),
    },
    roles: w.roles.map((role, depth) => ({
      ...role,
      use: set(`role${depth}`, "tool_permission", role.use),
      pass: set(`role${depth}`, "grant_permission", role.pass),
    })),
  };
  return decide(engineOf(changed), w.request, w.grants).decision;
}

function entryWith(entry: WrittenEntry | undefined, pattern: string | undefined): WrittenEntry {
  if (entry === undefined || typeof entry === "string" || pattern === undefined) return "allow";
  if ("rules" in entry) return { ...entry, rules: { ...entry.rules, [pattern]: "allow" } };
  return entry.length === 0 ? entry : [...entry, pattern]; // an empty list bounds nothing already
}
