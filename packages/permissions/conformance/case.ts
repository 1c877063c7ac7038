/**
 * What stands in the files of `cases/`, as `schema.json` says it.
 *
 * @module
 */
import type { Decision, Grant, ResourceKind } from "@polyglav/permissions";

/** A carve as people write it; what is wrong with one may be the point of a case. */
export type Carve = Readonly<Record<string, unknown>>;

export interface CaseFile {
  readonly $schema: string;
  readonly about: string;
  readonly cases: readonly Case[];
}

export interface Case {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly places?: { readonly worktree?: string; readonly home?: string };
  /** The root first; each further link is delegated to by the one before it. */
  readonly chain?: readonly [RootLink, ...RoleLink[]];
  readonly grants?: readonly Grant[];
  readonly questions: readonly Question[];
}

export interface RootLink {
  /** One carve, or the layers of one owner, of which the later wins. */
  readonly tool_permission?: Carve | readonly Carve[];
  readonly floor?: Decision;
  readonly grant_permission?: Carve;
  /** All of them count: what none of them names is not capped. */
  readonly caps?: readonly Carve[];
  readonly untrusted?: Untrusted;
  readonly categories?: Readonly<Record<string, ResourceKind>>;
}

export interface RoleLink {
  readonly role: string;
  /** The role's name where it is not said. */
  readonly id?: string;
  readonly tool_permission?: Carve | readonly Carve[];
  readonly grant_permission?: Carve;
  readonly untrusted?: Untrusted;
  readonly temporary?: true;
}

interface Untrusted {
  readonly tool_permission?: Carve;
  readonly grant_permission?: Carve;
}

export interface Target {
  readonly role: string;
  readonly tool_permission?: Carve;
  readonly accepts_delegation?: Decision;
  readonly untrusted?: { readonly tool_permission?: Carve; readonly accepts_delegation?: Decision };
}

/** `at` is the id of a link; without it, `root`. */
interface At {
  readonly at?: string;
}

/** What is wanted of a decision; what is not said may be anything. */
interface Wanted {
  readonly decision: Decision;
  readonly because?: string;
  readonly kind?: string;
  readonly liftable?: string;
  readonly spends?: readonly string[];
  readonly ci?: "allow" | "deny";
}

export type Question =
  /** What is decided, with these of the case's grants, or with all. */
  | (At & Wanted & { readonly decide: unknown; readonly grants?: readonly string[] })
  /** What the caller and the target say to a delegation. */
  | (At & Wanted & { readonly to: Target })
  /** What a link may use, or hand down. */
  | (At & {
      readonly may: "use" | "pass";
      readonly category: string;
      readonly resource?: readonly string[];
      readonly word: Decision;
    })
  /** Which tools are shown, with these of the case's grants, or with all. */
  | (At & { readonly visible: readonly Tool[]; readonly names: readonly string[]; readonly grants?: readonly string[] })
  /** A link that nobody can delegate to. */
  | (At & { readonly refuses: RoleLink })
  /** A carve, its problems as code, category and severity, and what it denies without being able to say so. */
  | {
      readonly carve: unknown;
      readonly problems: readonly (readonly [string, string | null, string])[];
      readonly denies?: readonly string[];
    }
  /** Which texts a pattern is about. */
  | {
      readonly category: string;
      readonly pattern: string;
      readonly matches: readonly string[];
      readonly misses: readonly string[];
    }
  /** What is probably a mistake in a carve: each finding's code, and the keys from the category down to its place. */
  | { readonly lint: unknown; readonly findings: readonly (readonly string[])[] }
  /** What no pattern can be. */
  | { readonly category: string; readonly unreadable: string }
  /** The segments of a text, `null` where it has none. */
  | { readonly category: string; readonly text: string; readonly resource: readonly string[] | null }
  /** The pattern that is about one resource alone, `null` where there is none. */
  | { readonly category: string; readonly resource: readonly string[]; readonly pattern: string | null };

interface Tool {
  readonly name: string;
  readonly category: string;
  readonly resource?: readonly string[];
}
