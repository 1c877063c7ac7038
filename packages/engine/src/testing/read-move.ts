import { z } from "zod";
import type { Move } from "./script.ts";

/** What is wrong with a move, at a path inside it. */
export type MoveFault =
  | {
      readonly kind: "unknown-key";
      readonly path: readonly string[];
      readonly key: string;
      readonly known: readonly string[];
    }
  | { readonly kind: "missing-key" | "wrong-type"; readonly path: readonly string[]; readonly what: string }
  | { readonly kind: "no-move"; readonly path: readonly string[] };

/** Reads one move; never throws. The key that makes it a move decides which others may stand beside it. */
export function readMove(written: unknown): { readonly move: Move | undefined; readonly faults: readonly MoveFault[] } {
  if (typeof written !== "object" || written === null || Array.isArray(written)) {
    return { move: undefined, faults: [{ kind: "wrong-type", path: [], what: "it must be an object" }] };
  }
  const main = MAIN_KEYS.find((key) => Object.hasOwn(written, key));
  if (main === undefined) {
    const unknown =
      z
        .strictObject(EXTRAS)
        .safeParse(written)
        .error?.issues.flatMap((issue) => toFaults(issue, written)) ?? [];
    const misspelt = unknown.some((fault) => fault.kind === "unknown-key");
    return { move: undefined, faults: misspelt ? unknown : [...unknown, { kind: "no-move", path: [] }] };
  }
  const read = MOVES[main].safeParse(written);
  if (read.success) return { move: read.data, faults: [] };
  return { move: undefined, faults: read.error.issues.flatMap((issue) => toFaults(issue, written)) };
}

const tokens = z.int().nonnegative();
const milliseconds = z.number().nonnegative();

const EXTRAS = {
  waitMs: milliseconds.exactOptional(),
  usage: z.strictObject({ input: tokens, output: tokens }).exactOptional(),
  repeat: z.boolean().exactOptional(),
};

// Taken as it is: a record would drop the key __proto__, which a model may write, too.
const input = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);
const call = z.strictObject({ tool: z.string(), input });
const fault = z.strictObject({
  status: z.int().min(400).max(599),
  retryAfterMs: milliseconds.exactOptional(),
  message: z.string(),
});

const MOVES = {
  call: z.strictObject({ call: z.array(call).min(1), text: z.string().exactOptional(), ...EXTRAS }),
  text: z.strictObject({ text: z.string(), ...EXTRAS }),
  throw: z.strictObject({ throw: fault, ...EXTRAS }),
  hang: z.strictObject({ hang: z.literal(true), ...EXTRAS }),
  chunkThenSilence: z.strictObject({ chunkThenSilence: z.string(), ...EXTRAS }),
} satisfies Record<string, z.ZodType<Move>>;

/** The keys that make a move; `call` comes first, because a text may stand beside it. */
export const MAIN_KEYS = ["call", "text", "throw", "hang", "chunkThenSilence"] as const;
const MOVE_KEYS: readonly string[] = [...MAIN_KEYS, ...Object.keys(EXTRAS)];

/** What may stand in the objects inside a move, by the key that they stand under. */
const INNER_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ["call", ["tool", "input"]],
  ["throw", ["status", "retryAfterMs", "message"]],
  ["usage", ["input", "output"]],
]);

function toFaults(issue: z.core.$ZodIssue, written: object): readonly MoveFault[] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const known = INNER_KEYS.get(path[0] ?? "") ?? MOVE_KEYS;
    return issue.keys.map((key) => ({ kind: "unknown-key", path: [...path, key], key, known }));
  }
  const name = path.reduce((so, key) => (/^\d+$/.test(key) ? `${so}[${key}]` : so === "" ? key : `${so}.${key}`), "");
  if (valueAt(written, path) === undefined) return [{ kind: "missing-key", path, what: `${name} is missing` }];
  return [{ kind: "wrong-type", path, what: `${name} ${inWords(issue)}` }];
}

function inWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPES.get(issue.expected) ?? issue.expected}`;
    case "invalid_value":
      return `must be ${issue.values.map(String).join(" or ")}`;
    case "too_small":
      return issue.origin === "array" ? "must not be empty" : `must be ${String(issue.minimum)} or more`;
    case "too_big":
      return `must be ${String(issue.maximum)} or less`;
    default:
      return issue.message;
  }
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["string", "a string"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined),
    value,
  );
}
