import type { PluginEntries, WrittenLayers } from "@polyglav/catalog";

/** What layers say, and what has to come of it. The fields are described in the README. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Default: true. */
  readonly trusted?: boolean;
  readonly roles?: WrittenLayers;
  readonly teams?: WrittenLayers;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly plugins?: readonly PluginEntries[];
  readonly expect: Expect;
}

type By<T> = Readonly<Record<string, T>>;

/** Every part that is there is compared; of an object, the fields that are named. */
export interface Expect {
  readonly counts?: { readonly roles?: number; readonly teams?: number };
  readonly roles?: By<unknown>;
  readonly origins?: By<string>;
  readonly teams?: By<unknown>;
  readonly stages?: By<readonly string[]>;
  readonly loops?: By<unknown>;
  readonly config?: unknown;
  readonly models?: readonly { readonly ref: string; readonly caller?: string; readonly is: string }[];
  /** What a role may use of a category when the operator runs it. */
  readonly may?: By<By<string>>;
  readonly problems?: readonly string[];
  readonly withheld?: readonly string[];
}
