import { type Problem } from "@polyglav/registry";
import { isObject, describe, type Parsed } from "./subject.ts";

/** A model that somebody said may be used. */
export interface ModelApproval {
  readonly provider: string;
  readonly model: string;
  /** When it was approved, and when it was last used: times as `Date.prototype.toISOString` writes them. */
  readonly added_at: string;
  readonly last_used: string | undefined;
  /** Who approved it: a person, a flag of a command. */
  readonly by: string;
}

/** What an approval is about. */
export type ApprovedModel = Pick<ModelApproval, "provider" | "model">;

/**
 * Tells whether a model was approved: the provider and the model as they are, capitals and all. A model whose provider
 * could not be told is not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { approveModel, isApproved } from "@polyglav/catalog";
 *
 * const approved = approveModel([], { provider: "local", model: "qwen3" }, { by: "operator", at: new Date(0) });
 *
 * assert.ok(isApproved(approved, { provider: "local", model: "qwen3" }));
 * assert.ok(!isApproved(approved, { provider: "mine", model: "qwen3" }));
 * assert.equal(approved[0]?.added_at, "1970-01-01T00:00:00.000Z");
 * ```
 */
export function isApproved(
  list: readonly ModelApproval[],
  ref: { readonly provider: string | undefined; readonly model: string },
): boolean {
  return ref.model !== "" && list.some((each) => isSame(each, ref));
}

/** Adds an approval. One that is there stays as it was: the first yes is the one that counts. */
export function approveModel(
  list: readonly ModelApproval[],
  { provider, model }: ApprovedModel,
  { by, at }: { readonly by: string; readonly at: Date },
): readonly ModelApproval[] {
  if (list.some((each) => isSame(each, { provider, model }))) return list;
  return [...list, { provider, model, added_at: at.toISOString(), last_used: undefined, by }];
}

/** Notes that an approved model was used. A model that is not approved does not become so. */
export function noteModelUse(list: readonly ModelApproval[], ref: ApprovedModel, at: Date): readonly ModelApproval[] {
  return list.map((each) => (isSame(each, ref) ? { ...each, last_used: at.toISOString() } : each));
}

/** Takes an approval back. */
export function disapproveModel(list: readonly ModelApproval[], ref: ApprovedModel): readonly ModelApproval[] {
  return list.filter((each) => !isSame(each, ref));
}

/**
 * Reads a list of approvals as a file holds it. Never throws. An entry that names no provider and no model is left out,
 * with an `error` problem; one that does not say when and by whom was written by an older version and counts.
 */
export function parseApprovals(written: unknown): Parsed<readonly ModelApproval[]> {
  if (written === undefined) return { value: [], problems: [] };
  if (!Array.isArray(written)) return { value: [], problems: [wrong("the approved models", "a list", written, [])] };
  const value: ModelApproval[] = [];
  const problems: Problem[] = [];
  for (const [index, entry] of written.entries()) {
    const read = readApproval(entry);
    if (read === undefined) {
      const expected = 'an object such as { "provider": "local", "model": "qwen3" }';
      problems.push(wrong(`approved model ${index}`, expected, entry, [String(index)]));
    } else if (!value.some((each) => isSame(each, read))) value.push(read);
  }
  return { value, problems };
}

function readApproval(entry: unknown): ModelApproval | undefined {
  if (!isObject(entry)) return undefined;
  const { provider, model, added_at, last_used, by } = entry;
  if (!isName(provider) || !isName(model)) return undefined;
  return {
    provider,
    model,
    added_at: typeof added_at === "string" ? added_at : "",
    last_used: typeof last_used === "string" ? last_used : undefined,
    by: typeof by === "string" ? by : "",
  };
}

function wrong(what: string, expected: string, found: unknown, path: readonly string[]): Problem {
  return {
    code: "approvals/wrong-type",
    severity: "error",
    message: `Cannot read ${what}: expected ${expected}, found ${describe(found)}`,
    ...(path.length > 0 && { field: path.join(".") }),
  };
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

const isSame = (a: ApprovedModel, b: { readonly provider: string | undefined; readonly model: string }): boolean =>
  a.provider === b.provider && a.model === b.model;
