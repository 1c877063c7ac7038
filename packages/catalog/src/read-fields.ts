import { type Problem } from "@polyglav/registry";
import { z } from "zod";
import { type Parsed, type Subject, unknownField, wrongType } from "./subject.ts";

type Fields = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

export interface FieldsOptions {
  /** Fields that are maps of independent keys: a wrong key is dropped alone and the rest of the map stays. */
  readonly maps?: readonly string[];
}

/**
 * Reads an object field by field: what the schema does not take is dropped and becomes a problem, everything else is
 * kept. An unknown key, at any depth, is a warning. The schema must have optional fields only, and each of its parts
 * an `error` that says what is expected, for that text is shown to people.
 */
export function readFields<Schema extends z.ZodObject>(
  written: Fields,
  schema: Schema,
  subject: Subject,
  options: FieldsOptions = {},
): Parsed<z.output<Schema>> {
  const problems: Problem[] = [];
  // Own entries only, in a fresh object: from here on `__proto__` and `constructor` are keys like others.
  let rest: unknown = Object.fromEntries(Object.entries(written));

  // Each round drops at least one path, so the rounds end; one or two suffice for all but nested unknown keys.
  for (;;) {
    const result = schema.safeParse(rest);
    if (result.success) return { value: result.data, problems };
    for (const issue of result.error.issues) {
      for (const fault of faultsOf(issue, options)) {
        const path = fault.at.map(String);
        const isKnown = fault.kind === "wrong";
        problems.push(
          isKnown
            ? wrongType(subject, path, issue.message, valueAt(written, fault.at))
            : unknownField(subject, path, keysAt(schema, fault.at.slice(0, -1))),
        );
        rest = withoutPath(rest, fault.drop);
      }
    }
  }
}

interface Fault {
  readonly kind: "wrong" | "unknown";
  readonly at: Path;
  readonly drop: Path;
}

function faultsOf(issue: z.core.$ZodIssue, options: FieldsOptions): readonly Fault[] {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ kind: "unknown", at: [...path, key], drop: [...path, key] }));
  }
  const [field] = path;
  const isKeyOfMap = path.length > 1 && typeof field === "string" && options.maps?.includes(field);
  return [{ kind: "wrong", at: path, drop: path.slice(0, isKeyOfMap ? 2 : 1) }];
}

/** The keys that the schema knows at a path, for the hint of an unknown one. */
function keysAt(schema: z.core.$ZodType, path: Path): readonly string[] {
  const bare = unwrap(schema);
  const [first, ...rest] = path;
  if (bare instanceof z.ZodArray) return keysAt(bare.element, rest);
  if (!(bare instanceof z.ZodObject)) return [];
  if (first === undefined) return Object.keys(bare.shape);
  const inner: unknown = Object.entries(bare.shape).find(([key]) => key === first)?.[1];
  return inner instanceof z.ZodType ? keysAt(inner, rest) : [];
}

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional ? unwrap(schema.unwrap()) : schema;

function valueAt(value: unknown, path: Path): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  return valueAt(ownEntries(value).find(([key]) => key === String(first))?.[1], rest);
}

/** Copies plain data without what stands at a path; the element of a list leaves no hole. */
function withoutPath(value: unknown, path: Path): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  const kept = ownEntries(value)
    .filter(([key]) => rest.length > 0 || key !== String(first))
    .map(([key, item]): [string, unknown] => [key, key === String(first) ? withoutPath(item, rest) : item]);
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

const ownEntries = (value: unknown): readonly [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];
