import { type PartialCarve, type Places } from "@polyglav/permissions";
import { type Problem } from "@polyglav/registry";
import { type WrittenConfigLayers } from "./config-layers.ts";
import { CONFIG_LAYERS, type ConfigLayer } from "./config.ts";
import { nearest } from "./nearest.ts";
import { readCarve } from "./policy.ts";
import { describe, isObject, problemAt, type Subject, titleOf, wrongType } from "./subject.ts";

/** Modes that need not be written. `plan` looks and thinks, and changes nothing. */
export const MODES: Readonly<Record<string, Readonly<Record<string, "deny">>>> = {
  build: {},
  plan: { bash: "deny", edit: "deny", vcs: "deny" },
};

/** The modes that can be chosen, and the caps that they are. */
export interface Modes {
  readonly names: readonly string[];
  /** Gives what a mode caps with: all of it is met. One that is not there, or cannot be read, is an error. */
  readonly read: (name: string, places: Places) => ModeCaps;
}

export interface ModeCaps {
  readonly caps: readonly PartialCarve[];
  readonly problems: readonly Problem[];
}

/**
 * Finds the modes of all layers that count. The operator's own, in the global config or a file that a command names, may
 * say a bundled one anew. What a folder says only comes on top: it is a cap, and a folder, trusted or not, lifts none
 * ([ADR 0011](../../../docs/decisions/0011-caps-come-from-outside.md)).
 */
export function modesOf(config: WrittenConfigLayers, trusted: boolean): Modes {
  const layers = CONFIG_LAYERS.filter((layer) => layer !== "local" || trusted);
  const written = layers.map((layer) => [layer, mapOf(config[layer]?.value)] as const);
  const names = [...new Set([...Object.keys(MODES), ...written.flatMap(([, modes]) => [...modes.keys()])])];
  return {
    names,
    read(name, places) {
      const said = written.filter(([, modes]) => modes.has(name));
      const own = said.findLast(([layer]) => layer !== "local");
      const counting = said.filter((each) => each === own || each[0] === "local");
      if (own === undefined && Object.hasOwn(MODES, name)) {
        const bundled = readCarve(MODES[name], [], subjectOf("default", name, config), places);
        return meet([bundled, ...counting.map(([layer, modes]) => readMode(modes.get(name), layer))]);
      }
      return counting.length === 0
        ? { caps: [], problems: [unknownMode(name, names)] }
        : meet(counting.map(([layer, modes]) => readMode(modes.get(name), layer)));

      function readMode(mode: unknown, layer: ConfigLayer) {
        return readWrittenMode(mode, subjectOf(layer, name, config), places);
      }
    },
  };
}

/** What is wrong with any of the modes of one config, for those who write them. */
export function problemsOfModes(config: unknown, places: Places): readonly Problem[] {
  return [...mapOf(config)].flatMap(([name, mode]) => [
    ...readWrittenMode(mode, { area: "config", base: ["modes", name], locate: () => undefined }, places).problems,
  ]);
}

function readWrittenMode(mode: unknown, subject: Subject, places: Places): ReturnType<typeof readCarve> {
  if (!isObject(mode)) return { problems: [wrongType(subject, [], "an object with a tool_permission", mode)] };
  // A key that is not understood may have been meant to cap something.
  const odd = Object.keys(mode).filter((key) => !KEYS.includes(key) && !key.startsWith("x-"));
  const read = readCarve(mode.tool_permission ?? {}, ["tool_permission"], subject, places);
  return { ...read, problems: [...odd.map((key) => oddKey(subject, key)), ...read.problems] };
}

const KEYS = ["description", "tool_permission"];

function oddKey(subject: Subject, key: string): Problem {
  const near = nearest(key, KEYS);
  const hint = near === undefined ? `A mode has ${KEYS.join(" and ")}` : `Did you mean "${near}"?`;
  const message = `Cannot use ${titleOf(subject, [key])}: a mode has no such key`;
  return problemAt(subject, "config/unknown-field", [key], message, { hint });
}

function unknownMode(name: string, names: readonly string[]): Problem {
  const near = nearest(name, names);
  const hint = near === undefined ? `The modes are ${names.join(", ")}` : `Did you mean "${near}"?`;
  const message = `Cannot use mode ${describe(name)}: there is no such mode`;
  return { code: "config/unknown-mode", severity: "error", message, hint };
}

const subjectOf = (layer: ConfigLayer | "default", name: string, config: WrittenConfigLayers): Subject => ({
  area: "config",
  layer,
  base: ["modes", name],
  locate: (path) => (layer === "default" ? undefined : config[layer]?.where?.(path)),
});

/** The modes of a config by name. `null` says nothing. */
function mapOf(config: unknown): ReadonlyMap<string, unknown> {
  const modes = isObject(config) ? config.modes : undefined;
  return new Map(isObject(modes) ? Object.entries(modes).filter(([, mode]) => mode !== null) : []);
}

const meet = (read: readonly ReturnType<typeof readCarve>[]): ModeCaps => ({
  caps: read.flatMap(({ cap }) => (cap === undefined ? [] : [cap])),
  problems: read.flatMap(({ problems }) => problems),
});
