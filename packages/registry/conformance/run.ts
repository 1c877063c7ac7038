/**
 * Does what a case says with this package, and compares. The README shows the heart of it for other implementations.
 *
 * @module
 */
import { createRegistry, type Registry, type StandardSchema, type Where } from "@polyglav/registry";
import type { Case, Explain, Fields, Step } from "./case.ts";

/** One line for each step that is answered otherwise than its case wants. */
export function faultsOf({ id, rules = {}, defaults = {}, steps }: Case): readonly string[] {
  const schemas = Object.fromEntries(Object.entries(defaults).map(([field, filled]) => [field, filling(filled)]));
  const registry = createRegistry<Fields>({ layers: ["bundled", "plugin", "global", "local"], rules, schemas });
  return steps.flatMap((step, index) =>
    answersTo(step, registry).flatMap(([given, wanted]) => {
      const [got, want] = [JSON.stringify(given ?? null), JSON.stringify(wanted)];
      return got === want ? [] : [`${id}, step ${index + 1}: ${got}, not ${want}`];
    }),
  );
}

const filling = (filled: Fields): StandardSchema => ({
  "~standard": {
    version: 1,
    vendor: "conformance",
    validate: (value) => ({ value: typeof value === "object" ? { ...filled, ...value } : value }),
  },
});

type Pair = readonly [given: unknown, wanted: unknown];

function answersTo(step: Step, registry: Registry<Fields>): readonly Pair[] {
  if ("to" in step) {
    const entries = new Map(Object.entries(step.to));
    for (const [name, field] of step.undefined ?? []) entries.set(name, { ...entries.get(name), [field]: undefined });
    registry.set(step.set, { entries });
    return [];
  }
  if ("parts" in step) {
    const parts = step.parts.map(({ source, entries }) => ({ source, entries: new Map(Object.entries(entries)) }));
    registry.set(step.set, parts);
    return [];
  }
  if ("put" in step) {
    registry.put(step.put, step.name, step.patch);
    return [];
  }
  if ("delete" in step) return [[registry.delete(step.delete, step.name), step.gives]];
  if ("get" in step) return [[registry.get(step.get), step.gives]];
  if ("names" in step) return [[registry.names(), step.names]];
  if ("origin" in step) return [[registry.origin(step.origin), step.gives]];
  if ("problems" in step) return [[registry.problems().map(({ code }) => code), step.problems]];
  return explained(step, registry);
}

const place = ({ layer, source }: Where): string => (source === undefined ? layer : `${layer}/${source}`);

function explained(step: Explain, registry: Registry<Fields>): readonly Pair[] {
  const entry = registry.explain(step.explain);
  const field = step.field === undefined ? undefined : entry?.fields[step.field];
  const key = step.key === undefined ? undefined : field?.keys?.[step.key];
  const about = step.key === undefined ? field : key;
  const given: Readonly<Record<string, unknown>> = {
    value: about?.value,
    from: about && [about.from].flat().map(place),
    shadowed: about?.shadowed.map((one) => [place(one), one.value]),
    layers: entry?.layers,
    hiddenBy: entry?.hiddenBy && place(entry.hiddenBy),
  };
  const wanted = Object.entries(step).filter(([asked]) => Object.hasOwn(given, asked));
  if (wanted.length === 0) throw new Error(`the explanation of ${step.explain} wants nothing`);
  return wanted.map(([asked, want]) => [given[asked], want]);
}
