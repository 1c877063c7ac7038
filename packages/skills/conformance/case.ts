/**
 * What stands in the files of `cases/`, as `case.schema.json` says it.
 *
 * @module
 */
import type { Withheld } from "@polyglav/skills";
import type { PluginSkills } from "@polyglav/skills/file";

export interface CaseFile {
  readonly $schema: string;
  readonly about: string;
  readonly cases: readonly Case[];
}

export type Case = TextCase | ListCase | NameCase | FileCase;

interface Titled {
  readonly id: string;
  readonly title: string;
}

export interface TextCase extends Titled {
  readonly text: string;
  /** `s` when absent. */
  readonly name?: string;
  readonly frontmatter?: "keep";
  readonly expect: {
    readonly fields: Readonly<Record<string, unknown>>;
    /** All of them, in order; what a problem does not say here does not matter. */
    readonly problems: readonly Readonly<Record<string, unknown>>[];
    /** Any other field of the skill. */
    readonly [field: string]: unknown;
  };
}

export interface ListCase extends Titled {
  readonly skills: Readonly<Record<string, string | { readonly content: string; readonly path: string }>>;
  readonly lists: readonly (readonly (string | null)[])[];
  readonly budget?: number;
  readonly untrusted?: readonly string[];
  readonly prompt?: string;
  readonly expect: {
    readonly skills: readonly string[];
    readonly missing: readonly string[];
    readonly repeated: readonly string[];
    readonly withheld: readonly Withheld[];
    readonly tokens?: number;
    readonly prompt?: string;
  };
}

export interface NameCase extends Titled {
  readonly good?: readonly string[];
  readonly bad?: readonly string[];
}

export interface FileCase extends Titled {
  readonly plugins?: readonly PluginSkills[];
  readonly trusted?: boolean;
  readonly steps: readonly Step[];
}

/** Changes, and then what there is. */
export interface Step {
  readonly write?: Readonly<Record<string, string>>;
  readonly link?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  readonly plugins?: readonly PluginSkills[];
  readonly expect: {
    readonly names: readonly string[];
    readonly contents?: Readonly<Record<string, string>>;
    readonly descriptions?: Readonly<Record<string, string>>;
    readonly licenses?: Readonly<Record<string, string | null>>;
    readonly origins?: Readonly<Record<string, string>>;
    readonly changed?: readonly string[];
    readonly withheld?: readonly string[];
    /** Code and name of each; none when absent. */
    readonly problems?: readonly string[];
  };
}
