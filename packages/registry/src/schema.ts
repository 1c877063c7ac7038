/**
 * Any schema of a library that speaks Standard Schema (https://standardschema.dev), such as zod, valibot or arktype; or
 * one by hand: an object with such a `validate`. Only schemas that answer at once can be used.
 */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}

/** What a schema says about a value: what counts instead of it, or what is wrong with it. */
export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** One thing that is wrong, and where within the value. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What is wrong with a value, and the keys that lead to it. */
export interface Fault {
  readonly state: string;
  readonly path: readonly string[];
}

export type Validated =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly faults: readonly Fault[] };

/** Asks a schema. Whatever it does comes back as a value. */
export function validate(schema: StandardSchema, value: unknown): Validated {
  try {
    const result = schema["~standard"].validate(value);
    if (result instanceof Promise) {
      // A refusal that comes later is nobody's: without this it would end the process.
      result.catch(() => undefined);
      return refused("its schema answers with a promise");
    }
    return result.issues === undefined
      ? { ok: true, value: result.value }
      : { ok: false, faults: result.issues.map(faultOf) };
  } catch (error) {
    return refused(`its schema threw ${thrown(error)}`);
  }
}

const refused = (state: string): Validated => ({ ok: false, faults: [{ state, path: [] }] });

function faultOf({ message, path = [] }: SchemaIssue): Fault {
  const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
  const state = message.replace(/\.$/, "");
  return { state: keys.length === 0 ? state : `${keys.join(".")}: ${state}`, path: keys };
}

/** Words whatever was thrown, for a message. */
export const thrown = (error: unknown): string =>
  error instanceof Error ? `${error.name} "${error.message}"` : typeof error;
