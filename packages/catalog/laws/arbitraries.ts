import fc from "fast-check";

/** The roles that a folder may write about; the other bundled ones stay as they are. */
export const NAMES: readonly string[] = [
  "assistant",
  "leader",
  "programmer",
  "researcher",
  "writer",
  "mine",
  "__proto__",
  "constructor",
  "",
];
const categories = ["bash", "edit", "web", "read", "delegate", "team", "*", "bash_allow", "Bash", "__proto__"];

/** Words, and what people write instead of them. */
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>("deny", "ask", "allow", null) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>("Allow", true, 1, [], ["git"], {}, { "*": "allow" }) },
);

type Fields = Readonly<Record<string, unknown>>;

const object = (keys: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...keys), value), { selector: ([key]) => key, maxLength: 8 })
    .map((entries) => Object.fromEntries(entries));

const anything = fc.oneof(fc.constant(null), fc.jsonValue());
const carve = fc.oneof({ weight: 9, arbitrary: object(categories, word) }, { weight: 1, arbitrary: anything });
const limits = fc.oneof(
  object(
    ["steps", "tokens", "cost", "ms", "depth", "agents", "stpes"],
    fc.oneof(fc.integer({ min: -1, max: 9 }), anything),
  ),
  anything,
);

const fields = (of: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Fields> =>
  fc.record(of, { requiredKeys: [] });

/** What somebody may have written for a role, garbage included. */
export const writtenRole = fields({
  system_prompt: fc.oneof(fc.string(), anything),
  model: fc.oneof(fc.constantFrom<unknown>("a/b", ["a", "b"], ""), anything),
  skills: fc.oneof(fc.array(fc.string()), anything),
  tags: fc.oneof(fc.array(fc.string()), anything),
  temperature: fc.oneof(fc.constantFrom<unknown>(0, 1, 3), anything),
  inherit_context: fc.oneof(fc.boolean(), anything),
  output: anything,
  tool_permission: carve,
  grant_permission: carve,
  ask_policy: fc.oneof(object(["permission", "direction", "x"], fc.constantFrom("auto", "deny", "lead", 1)), anything),
  accepts_delegation: word,
  limits,
  modle: anything,
  "x-y": anything,
  name: anything,
});

/** A layer of roles as it may stand in a file. */
export const writtenRoles = object(
  NAMES,
  fc.oneof({ weight: 9, arbitrary: writtenRole }, { weight: 1, arbitrary: anything }),
);

/** A config as it may stand in a file. */
export const writtenConfig = fc.oneof(
  {
    weight: 9,
    arbitrary: fields({
      model: anything,
      root_role: fc.oneof(fc.constantFrom(...NAMES), anything),
      assistant_role: anything,
      tool_permission: carve,
      grant_permission: carve,
      ask_policy: anything,
      temporary_roles: word,
      limits,
      retries: fc.oneof(fc.integer(), anything),
      idle_timeout: fc.oneof(fc.constantFrom<unknown>("60s", 5), anything),
      providers: fc.oneof(
        object(NAMES, fc.oneof(fields({ base_url: anything, models: anything }), anything)),
        anything,
      ),
      plugins: anything,
      zzz: anything,
    }),
  },
  { weight: 1, arbitrary: anything },
);
