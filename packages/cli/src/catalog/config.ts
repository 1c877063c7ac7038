import { type Catalog, CONFIG_DEFAULTS, configSchema } from "@polyglav/catalog";
import type { FieldExplanation, KeyExplanation, Shadowed, Where } from "@polyglav/registry";
import { pathOf, valueOf } from "../argv/edit-flags.ts";
import type { Output } from "../command.ts";
import { usageError } from "../command-error.ts";
import type { Line } from "../line.ts";
import { notFound } from "../not-found.ts";
import type { Session } from "../session.ts";
import { displayPath, displayWhere, type Viewpoint } from "../view/place.ts";
import { displayValue } from "../view/role.ts";
import { shortened, visible, visibleLine } from "../visible.ts";
import { notWritten } from "./written.ts";

/** Gives the value that counts, defaults included. */
export async function getConfig(key: string, session: Session): Promise<Output> {
  const value = valueAt(await session.catalog(), key);
  const text = typeof value === "string" ? visible(value) : displayValue(value);
  return { data: { key, value: value ?? null }, lines: [[value === undefined ? "(not set)" : text]] };
}

/** Lists every key that has a value, and where it comes from. */
export async function listConfig(session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const keys = Object.entries(viewOf(catalog))
    .filter(([, value]) => value !== undefined && displayValue(value) !== "")
    .map(([key, value]) => ({
      key,
      value,
      from: whereOf(catalog, key).map((one) => displayWhere(one, session.viewpoint)),
    }));
  return {
    data: { config: keys },
    lines: keys.map(({ key, value, from }) => [
      ["name", `${visibleLine(key)} `.padEnd(18)],
      shortened(displayValue(value), 90),
      ["dim", ` (${from.length === 0 ? "default" : visibleLine(from.join(", "))})`],
    ]),
  };
}

/** Says where a value was written, what that hides, and what counts where nobody writes anything. */
export async function explainConfig(key: string, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const value = valueAt(catalog, key);
  const [field = key, ...within] = pathOf(key);
  const found = explanationOf(catalog, field, within);
  const fallback = within.reduce<unknown>(below, below(CONFIG_DEFAULTS, field));
  return {
    data: { key, ...found, value: value ?? null, default: fallback ?? null },
    lines: [
      [["name", visibleLine(key)], ` = ${shown(value)}`],
      ...found.from.map((one): Line => sourceLine(found.value, one, session.viewpoint, "")),
      ...found.shadowed.toReversed().map((one): Line => sourceLine(one.value, one, session.viewpoint, "  hidden")),
      ...(fallback === undefined ? [] : [[`  ${shown(fallback).padEnd(32)} `, ["dim", "default"]] satisfies Line]),
    ],
  };
}

/** Writes a key of one layer, if it takes the value. */
export async function setConfig(
  { key, written, layer }: { readonly key: string; readonly written: string; readonly layer: "global" | "local" },
  session: Session,
): Promise<Output> {
  const value = valueOf(written);
  const file = await edit({ path: pathOf(key), value }, layer, session);
  const shownFile = visibleLine(displayPath(file.file, session.viewpoint));
  return {
    data: { key, value, layer, file: file.file, changed: file.changed },
    lines: [[`Set ${visibleLine(key)} = ${shown(value)} (${layer}) - ${shownFile}`]],
  };
}

/** Takes a key out of one layer, so that the others count. */
export async function unsetConfig(
  { key, layer }: { readonly key: string; readonly layer: "global" | "local" },
  session: Session,
): Promise<Output> {
  const { file, changed } = await edit({ path: pathOf(key) }, layer, session);
  if (!changed) throw usageError(`Cannot unset "${key}": ${displayPath(file, session.viewpoint)} does not say it`);
  return { data: { key, layer, file }, lines: [[`Unset ${visibleLine(key)} (${layer})`]] };
}

async function edit(
  change: { readonly path: readonly string[]; readonly value?: unknown },
  layer: "global" | "local",
  { places, viewpoint }: Session,
): Promise<{ readonly file: string; readonly changed: boolean }> {
  const { editConfig } = await import("@polyglav/catalog/file");
  const edited = editConfig(places(), layer, [change]);
  if (!edited.ok) throw notWritten(edited.problem, viewpoint);
  return edited;
}

/** The config as files write it, with everything filled in. */
function viewOf({ config, settings }: Catalog): Readonly<Record<string, unknown>> {
  const { providers, model_aliases, idle_timeout_ms, rest, ...fields } = config;
  return {
    ...fields,
    providers: Object.fromEntries([...providers].map(([id, { id: _, ...provider }]) => [id, provider])),
    model_aliases: Object.fromEntries(model_aliases),
    idle_timeout: settings.get("config")?.idle_timeout ?? CONFIG_DEFAULTS.idle_timeout,
    ...Object.fromEntries(rest),
  };
}

/** The value of a key, or of what is inside it. Throws for a key that there is not. */
function valueAt(catalog: Catalog, key: string): unknown {
  const [field = key, ...within] = pathOf(key);
  const view = viewOf(catalog);
  const known = new Set([...Object.keys(configSchema.shape), ...Object.keys(view)]);
  if (!known.has(field)) throw notFound({ one: "config key", list: "polyglav config list" }, field, known);
  return within.reduce<unknown>(below, below(view, field));
}

const below = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined;

interface Found {
  readonly value: unknown;
  readonly from: readonly Where[];
  readonly shadowed: readonly Shadowed[];
}

const NOWHERE: Found = { value: undefined, from: [], shadowed: [] };

function explanationOf(catalog: Catalog, field: string, [key, ...deeper]: readonly string[]): Found {
  if (field === "providers") {
    const explained = key === undefined ? undefined : catalog.providers.explain(key);
    const [inner] = deeper;
    const fields = new Map<string, FieldExplanation>(Object.entries(explained?.fields ?? {}));
    return (inner === undefined ? undefined : fields.get(inner)) ?? NOWHERE;
  }
  const explained = catalog.settings.explain("config");
  const fields = new Map<string, FieldExplanation | undefined>(Object.entries(explained?.fields ?? {}));
  const found = fields.get(field);
  if (found === undefined || key === undefined) return found ?? NOWHERE;
  const keys = new Map<string, KeyExplanation>(Object.entries(found.keys ?? {}));
  const each = keys.get(key);
  return each === undefined ? NOWHERE : { value: each.value, from: [each.from], shadowed: each.shadowed };
}

function whereOf(catalog: Catalog, key: string): readonly Where[] {
  if (key !== "providers") return explanationOf(catalog, key, []).from;
  const layers = new Map<string, Where>();
  for (const id of catalog.providers.names())
    for (const layer of catalog.providers.explain(id)?.layers ?? []) layers.set(layer, { layer });
  return [...layers.values()];
}

function sourceLine(value: unknown, where: Where, viewpoint: Viewpoint, note: string): Line {
  return [`  ${shown(value).padEnd(32)} `, ["dim", `${visibleLine(displayWhere(where, viewpoint))}${note}`]];
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return "(not set)";
  const text = displayValue(value);
  return text === "" ? JSON.stringify(value) : shortened(text, 60);
};
