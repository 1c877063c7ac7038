import { type Decision, DECISIONS, isDecision, parseCarve } from "@polyglav/permissions";
import { type Problem } from "@polyglav/registry";
import { z } from "zod";
import { isObject, type Parsed, problemAt, type Subject, titleOf } from "./subject.ts";

/** Rules of one category as files write them; what their patterns mean says `@polyglav/permissions`. */
export interface WrittenRules {
  /** What no rule matches. Without it that is asked about. */
  readonly default?: Decision | null | undefined;
  /** The strictest of all rules that match decides, so that there are no exceptions. */
  readonly strict?: boolean | null | undefined;
  readonly rules?: Readonly<Record<string, Decision | null>> | null | undefined;
  /** What has to come to which word; tried when the file is read. */
  readonly examples?: Readonly<Partial<Record<Decision, readonly string[]>>> | null | undefined;
}

/** What one key of a permission field says: a word, rules, or for `bash_allow` a list of beginnings of commands. */
export type Permission = Decision | WrittenRules | readonly string[];

/** What somebody said about each category that was named; `"*"` stands for all that are not named. */
export type Permissions = Readonly<Record<string, Permission>>;

/** The same in one layer, where `null` takes away what lower layers say about a category. */
export type WrittenPermissions = Readonly<Record<string, Permission | null>>;

const word = z.enum(DECISIONS);

/** A permission field as files write it, for editors; `readPermissions` reads it. */
export const permissionsSchema = z.record(
  z.string(),
  z
    .union([
      word,
      z.array(z.string()),
      z.strictObject({
        default: word.nullable().optional(),
        strict: z.boolean().nullable().optional(),
        rules: z.record(z.string(), word.nullable()).nullable().optional(),
        examples: z.partialRecord(word, z.array(z.string())).nullable().optional(),
      }),
    ])
    .nullable(),
);

/**
 * Reads a permission field. `parseCarve` decides what it means: an entry with anything in it that cannot be read is
 * `deny`, and so is every category of a field that is no map. What the layers merge is whole entries, never parts.
 */
export function readPermissions(written: unknown, field: string, subject: Subject): Parsed<WrittenPermissions> {
  const { value, problems } = parseCarve(written, SOMEWHERE);
  const denied = new Set(problems.filter(({ severity }) => severity === "error").map(({ category }) => category));
  const entries = isObject(written)
    ? Object.entries(written).flatMap(([key, entry]) => readEntry(key, entry, denied.has(key)))
    : [...Object.keys(value.named), "*"].map((category) => [category, "deny"] as const);
  return {
    // `bash_allow` that cannot be read denies the category that it bounds, also where `bash` comes after it.
    value: { ...Object.fromEntries(entries), ...(denied.has("bash_allow") && { bash: "deny" }) },
    problems: problems.map(({ code, message, hint, severity, category, within = [] }): Problem => {
      const path = category === undefined ? [field] : [field, category, ...within];
      const title = titleOf(subject, path.slice(0, 2));
      const details = { severity, ...(hint !== undefined && { hint: sentence(hint) }) };
      return problemAt(subject, code, path, `${message} (${title})`, details);
    }),
  };
}

/** Takes what is set. */
export function setPermissions(written: WrittenPermissions | undefined): Permissions {
  const set = Object.entries(written ?? {}).filter((entry): entry is [string, Permission] => entry[1] !== null);
  return Object.fromEntries(set);
}

/** The word of an entry that is nothing else. */
export const wordOf = (permission: Permission | null | undefined): Decision | undefined =>
  isDecision(permission) ? permission : undefined;

function readEntry(key: string, entry: unknown, isDenied: boolean): readonly (readonly [string, Permission | null])[] {
  if (isDenied) return key === "bash_allow" ? [] : [[key, "deny"]];
  if (entry === null || isPermission(entry)) return [[key, entry]];
  return [];
}

/** `parseCarve` has found nothing wrong with it, so its outline says what it is. */
const isPermission = (entry: unknown): entry is Permission =>
  isDecision(entry) || Array.isArray(entry) || isObject(entry);

/** Whether a pattern can be read does not depend on where the folders are; what it means is settled by the chain. */
const SOMEWHERE = { home: "/home/me", worktree: "/home/me/worktree" };

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
