import { type Decision, DECISIONS } from "@polyglav/permissions";
import { type Position, type Problem } from "@polyglav/registry";
import { z } from "zod";
import { type Limits, LIMITS, limitsOf, limitsSchema } from "./limits.ts";
import { readFields } from "./read-fields.ts";
import { type Subject, wrongType } from "./subject.ts";
import { type Permission, type Permissions, readPermissions, setPermissions, wordOf } from "./permissions.ts";

/** Something in a folder that is not trusted, which has no effect. */
export interface Withheld extends Position {
  readonly kind: "role" | "team" | "skill" | "config";
  /** The entry; `config` for the config. */
  readonly name: string;
  /** What of the entry, such as `tool_permission.bash`; absent when all of it is withheld. */
  readonly field?: string;
  readonly layer: string;
  readonly why: "untrusted";
}

/** What a layer that is not trusted may say about permissions and limits: how far things go at most. */
export interface RoleBound {
  readonly tool_permission: Permissions;
  readonly grant_permission: Permissions;
  readonly accepts_delegation?: Decision;
  /** Upper bounds that hold beside those of the role and of the engine. */
  readonly limits: Limits;
}

/** What the layers that are trusted say about the same. */
export interface Below {
  readonly tool_permission?: Permissions;
  readonly grant_permission?: Permissions;
  readonly accepts_delegation?: Decision | undefined;
  readonly limits?: Limits;
}

export interface Restricted {
  readonly bound: RoleBound;
  /** The paths of what does not count. */
  readonly withheld: readonly (readonly string[])[];
  readonly problems: readonly Problem[];
}

/**
 * Takes from an entry what can only lower: words and limits under those of the trusted layers, as bounds. Everything
 * else is withheld, a `null` too, for taking away a word may widen. A word that cannot be read is `deny`, as always.
 */
export function restrict(written: Readonly<Record<string, unknown>>, below: Below, subject: Subject): Restricted {
  const withheld: string[][] = [];
  const problems: Problem[] = [];
  const words: { tool_permission?: Permissions; grant_permission?: Permissions } = {};
  let accepts: Decision | undefined;
  let limits: Limits = {};

  for (const [field, value] of Object.entries(written)) {
    if (field === "name" || field === "$schema") continue;
    if (value === null) withheld.push([field]);
    else if (field === "tool_permission" || field === "grant_permission") {
      const read = readPermissions(value, field, subject);
      problems.push(...read.problems);
      const lowers = ([category, entry]: readonly [string, Permission | null]): boolean => {
        const word = wordOf(entry);
        // Rules are met with those below, so each of them can only lower; an empty `bash_allow` bounds nothing.
        if (word === undefined) return entry !== null && !(Array.isArray(entry) && entry.length === 0);
        return word !== "allow" && !isHigher(word, wordOf(ownValue(below[field], category)));
      };
      withheld.push(
        ...Object.entries(read.value)
          .filter((entry) => !lowers(entry))
          .map(([category]) => [field, category]),
      );
      words[field] = setPermissions(Object.fromEntries(Object.entries(read.value).filter(lowers)));
    } else if (field === "accepts_delegation" && subject.area === "role") {
      const word = DECISIONS.find((decision) => decision === value);
      if (word === undefined) problems.push(wrongType(subject, [field], 'one of "deny", "ask", "allow"', value));
      if (word === "allow" || (word !== undefined && isHigher(word, below.accepts_delegation))) withheld.push([field]);
      else accepts = word ?? "deny";
    } else if (field === "limits") {
      const read = readFields({ limits: value }, limitsOnly, subject, { maps: ["limits"] });
      problems.push(...read.problems);
      const set = limitsOf(read.value.limits);
      const lowers = (key: keyof Limits): boolean => (set[key] ?? Infinity) < (below.limits?.[key] ?? Infinity);
      limits = limitsOf(Object.fromEntries(LIMITS.filter(lowers).map((key) => [key, set[key]])));
      const asked = Object.keys(read.value.limits ?? {});
      withheld.push(...LIMITS.filter((key) => asked.includes(key) && !lowers(key)).map((key) => [field, key]));
    } else withheld.push([field]);
  }
  const bound: RoleBound = {
    tool_permission: words.tool_permission ?? {},
    grant_permission: words.grant_permission ?? {},
    ...(accepts !== undefined && { accepts_delegation: accepts }),
    limits,
  };
  return { bound, withheld, problems };
}

/** Lists something of an entry as withheld. */
export function withheldAt(kind: Withheld["kind"], subject: Subject, path: readonly string[]): Withheld {
  const field = path.length === 0 ? {} : { field: path.join(".") };
  return { kind, name: subject.name ?? "config", ...field, layer: "local", why: "untrusted", ...subject.locate(path) };
}

const limitsOnly = z.strictObject({ limits: limitsSchema.optional() });

const ownValue = (words: Permissions | undefined, category: string): Permission | undefined =>
  words !== undefined && Object.hasOwn(words, category) ? words[category] : undefined;

const isHigher = (word: Decision, below: Decision | undefined): boolean =>
  below !== undefined && DECISIONS.indexOf(word) > DECISIONS.indexOf(below);
