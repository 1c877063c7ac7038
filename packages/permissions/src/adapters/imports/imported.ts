import type { Decision } from "../../decision.ts";
import type { WrittenCarve } from "../../parse.ts";
import type { Request } from "../../request.ts";

/** A call of a tool, as the other side names it. */
export interface ForeignCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

/** A call about which the imported carve decides otherwise than the settings did. */
export interface Difference {
  readonly call: ForeignCall;
  /** The same call, as tools here would ask for it. */
  readonly request: Request;
  readonly theirs: Decision;
  readonly ours: Decision;
  /** `"wider"`: the carve permits more than the settings did. */
  readonly kind: "stricter" | "wider";
  /** The rules that decide, there and here, and why they do not agree where that is known. */
  readonly why: string;
}

/** Something in the settings that does not mean here what it means there, or means nothing. */
export interface ImportProblem {
  readonly code:
    | "import/not-json"
    | "import/not-settings"
    | "import/unknown-word"
    | "import/unreadable-rule"
    | "import/approximated"
    | "import/not-carried-over"
    | "import/without-effect";
  /** An error: the rule could not be read, and what it is about is closed; or it was lost and would have closed something. */
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint?: string;
  /** Where it stands, such as `permissions.deny[2]`. */
  readonly path?: string;
}

/** What an import gives. */
export interface Imported {
  /** A `tool_permission` as it is written in JSON; it needs the same `worktree` and `home` when it is read. */
  readonly carve: WrittenCarve;
  /** One call for each way in which the two do not agree, the calls that are permitted more first. */
  readonly differs: readonly Difference[];
  readonly problems: readonly ImportProblem[];
  /** `false`: there were too many combinations of rules to compare all of them, so there may be more differences. */
  readonly isComplete: boolean;
}

/** Where the settings apply: absolute paths, with `/` between names. */
export interface ImportPlaces {
  /** The folder in which the agent works. */
  readonly worktree: string;
  /** What `~` stands for. */
  readonly home: string;
}

/** Checks what a programmer says about places: everything that follows is named from there. */
export function mustBePlaces(places: ImportPlaces): ImportPlaces {
  const { worktree, home } = places;
  for (const [name, path] of Object.entries({ worktree, home })) {
    if (typeof path !== "string" || !path.startsWith("/") || /(?:^|\/)\.\.?(?:\/|$)|\0/.test(path))
      throw new TypeError(`Cannot import settings: ${name} ${JSON.stringify(path)} is not an absolute path`);
  }
  return { worktree: withoutSlash(worktree), home: withoutSlash(home) };
}

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, "") || "/" : path);
