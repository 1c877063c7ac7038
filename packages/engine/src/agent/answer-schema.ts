import { z } from "zod";

/** An answer that was read by its schema, or what is wrong with it, in words for its model. */
export type ReadAnswer =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Checks that a schema can be used. Gives what is wrong with it, in words. */
export function schemaFault(schema: unknown): string | undefined {
  try {
    compile(schema);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** Tells whether a schema has a regular expression: one that a model wrote could keep the process busy for ever. */
export function hasPattern(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  return Object.entries(schema).some(
    ([key, value]) => key === "pattern" || key === "patternProperties" || hasPattern(value),
  );
}

/** Says to a model what its final answer has to be. */
export function schemaNote(schema: unknown): string {
  return `## Your final answer\n\nEnd with one JSON value that fits this JSON Schema, and nothing around it:\n\n${JSON.stringify(schema)}`;
}

/** Says to a model why its answer cannot be taken, so that the next one can. */
export function repairNote(problem: string): string {
  return `Your answer cannot be used: ${problem}. Answer again with the JSON value alone, nothing around it.`;
}

/**
 * Reads the JSON value of an answer: the whole of it, or its only block in a fence, as models like to write it. Never
 * guesses at a value within prose.
 */
export function readAnswer(text: string, schema: unknown): ReadAnswer {
  const candidate = jsonIn(text);
  let value: unknown;
  try {
    value = JSON.parse(candidate);
  } catch (cause) {
    return { ok: false, problem: `it is no JSON (${cause instanceof Error ? cause.message : String(cause)})` };
  }
  const read = compile(schema).safeParse(value);
  if (read.success) return { ok: true, value, text: JSON.stringify(value) };
  return { ok: false, problem: z.prettifyError(read.error).replaceAll("\n", "; ") };
}

function jsonIn(text: string): string {
  const blocks = [...text.matchAll(/```(?:json)?[^\S\n]*\n([\s\S]*?)\n\s*```/g)];
  const [only] = blocks;
  return blocks.length === 1 && only?.[1] !== undefined ? only[1] : text.trim();
}

const compiled = new WeakMap<object, z.ZodType>();

/** Throws for what is no schema, or one with words that are not understood. */
function compile(schema: unknown): z.ZodType {
  if (schema === true) return z.unknown();
  if (schema === false) return z.never();
  if (!isObject(schema)) throw new TypeError("a JSON Schema is an object");
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = z.fromJSONSchema(schema);
  compiled.set(schema, made);
  return made;
}

const isObject = (value: unknown): value is z.core.JSONSchema.JSONSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
