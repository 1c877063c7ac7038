/**
 * Carves and requests as agents have them, the same ones in every run.
 *
 * No two rules of a category match the same request, so that engines where the first match wins, the last, the most
 * specific or the strictest give the same answer: speeds are compared at equal meaning.
 *
 * @module
 */
export type Word = "deny" | "ask" | "allow";

/** One rule of a carve. Half of them name one thing, half all that begins alike. */
export interface Rule {
  readonly number: number;
  readonly category: Category;
  /** What it names, or what that begins with. */
  readonly text: string;
  readonly kind: "exact" | "prefix";
  readonly word: Word;
}

/** One link of a chain: what one principal permits. */
export type Link = readonly Rule[];

/** One thing that is asked for. */
export interface Query {
  readonly category: Category;
  readonly text: string;
  /** The number of the one rule that matches; engines that know no patterns are told. */
  readonly rule: number | undefined;
}

export const CATEGORIES = ["edit", "bash", "web", "read", "delegate", "team", "mcp", "list"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Makes a chain: every link has rules for the same things, with words of its own. */
export function chainOf(rules: number, depth: number): readonly Link[] {
  return Array.from({ length: depth }, (_, link) => {
    const random = randomFrom(1_000 + link);
    return Array.from({ length: rules }, (__, number) => ({ ...shapeOf(number), word: wordFor(random()) }));
  });
}

/** Makes requests: four of five are matched by a rule, the others look the same and are matched by none. */
export function queriesFor(rules: number, count = 1_024): readonly Query[] {
  const random = randomFrom(7);
  return Array.from({ length: count }, (_, index) => {
    const isHit = random() < 0.8;
    const number = Math.floor(random() * rules);
    const { category, kind, text } = shapeOf(isHit ? number : index);
    if (!isHit) return { category, text: `${stemOf(category, "none", index)}f${index}`, rule: undefined };
    return { category, text: kind === "exact" ? text : `${text}${belowOf(category, index % 97)}`, rule: number };
  });
}

/** Answers a query by the definition: the strictest word of the chain, and no rule is a deny. */
export function rightAnswer(chain: readonly Link[], { rule }: Query): Word {
  const words = chain.map((link) => (rule === undefined ? "deny" : (link[rule]?.word ?? "deny")));
  return words.includes("deny") ? "deny" : words.includes("ask") ? "ask" : "allow";
}

/** What a glob for the rule is, where one star matches anything. */
export const globOf = ({ kind, text }: Rule): string => (kind === "exact" ? text : `${text}*`);

function shapeOf(number: number): Omit<Rule, "word"> {
  const category = CATEGORIES[number % CATEGORIES.length] ?? "edit";
  const stem = stemOf(category, "some", number);
  return Math.floor(number / CATEGORIES.length) % 2 === 0
    ? { number, category, kind: "exact", text: `${stem}main` }
    : { number, category, kind: "prefix", text: stem };
}

function stemOf(category: Category, which: "some" | "none", number: number): string {
  const name = `${which}${String(number).padStart(6, "0")}`;
  switch (category) {
    case "bash":
      return `${name} run `;
    case "web":
      return `https://${name}.example.test/`;
    case "delegate":
    case "team":
      return `${name}-`;
    case "mcp":
      return `${name}/`;
    case "edit":
    case "read":
    case "list":
      return `src/${name}/`;
  }
}

function belowOf(category: Category, number: number): string {
  if (category === "bash") return `deep --flag f${number}`;
  return category === "delegate" || category === "team" ? `deep-f${number}` : `deep/f${number}`;
}

/** Nine of ten are allowed, one in fifty is denied. */
const wordFor = (chance: number): Word => (chance < 0.9 ? "allow" : chance < 0.98 ? "ask" : "deny");

/** Numbers from 0 to 1 that look random and are the same for the same seed (Marsaglia's xorshift, 32 bits). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 8; i += 1) next();
  return next;
}
