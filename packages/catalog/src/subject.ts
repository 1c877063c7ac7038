import { type LayerData, type Position, type Problem } from "@polyglav/registry";
import { nearest } from "./nearest.ts";

/** What a parser returns: everything it understood, and all that was wrong, at once. It never throws. */
export interface Parsed<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

/** Where a path inside a written thing stands; `undefined` when nobody knows. */
export type Locate = (path: readonly string[]) => Position | undefined;

/** The thing that is being read, so that each problem can say what it is about. */
export interface Subject {
  /** The first half of problem codes. */
  readonly area: "role" | "team" | "config" | "policy";
  /** The entry; absent for a config, which has no name. */
  readonly name?: string;
  readonly layer?: string;
  /** Where the subject stands in the thing with that name; every path below starts there. */
  readonly base?: readonly string[];
  readonly locate: Locate;
}

type Kind = "wrong-type" | "unknown-field" | "not-an-object" | "other-name";
type Details = Partial<Pick<Problem, "hint" | "severity">>;

/** Builds a problem of a subject, at the place of `path` in its file. */
export function problemAt(
  subject: Subject,
  code: string,
  path: readonly string[],
  message: string,
  details: Details = {},
): Problem {
  const full = [...(subject.base ?? []), ...path];
  return {
    code,
    severity: "error",
    message,
    ...details,
    ...(subject.layer !== undefined && { layer: subject.layer }),
    ...subject.locate(full),
    ...(subject.name !== undefined && { name: subject.name }),
    ...(full.length > 0 && { field: full.join(".") }),
  };
}

/** Which entry is read, and where it stands. */
export interface EntryOptions {
  readonly name: string;
  /** Where the entry comes from, for problems; absent for something that belongs to no layer. */
  readonly layer?: string;
  /** As in the data of a layer: where a field, or a key of a field, was written. */
  readonly where?: LayerData<never>["where"] | undefined;
}

/** Makes the subject of an entry. What has no place of its own has that of the nearest thing around it. */
export function entrySubject(area: "role" | "team", { name, layer, where }: EntryOptions): Subject {
  const locate: Locate = ([field, key, ...within]) =>
    where?.(name, field, key, ...within) ?? where?.(name, field, key) ?? where?.(name, field) ?? where?.(name);
  return { area, name, locate, ...(layer !== undefined && { layer }) };
}

/** An entry that is no object at all. */
export function notAnObject(subject: Subject, written: unknown): Problem {
  const message = `Cannot read ${titleOf(subject, [])}: expected an object, found ${describe(written)}`;
  return problemAt(subject, codeOf(subject, "not-an-object"), [], message);
}

/** An entry may repeat its name, as it must in a list. The key wins, and another name is worth a warning. */
export function otherName(subject: Subject, inner: unknown): readonly Problem[] {
  if (inner === subject.name) return [];
  const message = `Cannot use name ${describe(inner)} of ${titleOf(subject, [])}: the key of the entry is its name`;
  return [problemAt(subject, codeOf(subject, "other-name"), ["name"], message, { severity: "warning" })];
}

/** A value that is not what its field takes. */
export function wrongType(subject: Subject, path: readonly string[], expected: string, value: unknown): Problem {
  // People paste keys here, of which a message must not show anything.
  const isSecret = ["api_key_env", "base_url"].includes(path.at(-1) ?? "");
  const found = isSecret ? "something else" : describe(value);
  const message = `Cannot read ${titleOf(subject, path)}: expected ${expected}, found ${found}`;
  return problemAt(subject, codeOf(subject, "wrong-type"), path, message);
}

/** A field that nobody reads; a warning, for it may belong to a newer version. */
export function unknownField(subject: Subject, path: readonly string[], known: Iterable<string>): Problem {
  const near = nearest(path.at(-1) ?? "", known);
  const message = `Cannot use ${titleOf(subject, path)}: there is no such ${subject.area === "config" ? "key" : "field"}`;
  return problemAt(subject, codeOf(subject, "unknown-field"), path, message, {
    severity: "warning",
    ...(near !== undefined && { hint: `Did you mean "${near}"?` }),
  });
}

/** Names a field of a subject for people: `field "limits.steps" of role "writer"`. */
export function titleOf(subject: Subject, path: readonly string[]): string {
  const full = [...(subject.base ?? []), ...path].join(".");
  if (subject.area === "config") return full === "" ? "the config" : `config key "${full}"`;
  return full === ""
    ? `${subject.area} "${subject.name ?? ""}"`
    : `field "${full}" of ${subject.area} "${subject.name ?? ""}"`;
}

/** Describes a value that somebody wrote, cut short where it is long. */
export function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value);
  return value === undefined ? "nothing" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

const codeOf = (subject: Subject, kind: Kind): string => `${subject.area}/${kind}`;

/** Plain data from outside is an object when it is neither a list nor nothing. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
