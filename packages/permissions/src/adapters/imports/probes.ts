import { commandLine, quoteWord, requestFor } from "./calls.ts";
import type { Probe } from "./differences.ts";
import type { ImportPlaces } from "./imported.ts";
import { pairsFor, type Resources, resourcesFor } from "./probe.ts";

/** The calls to try, and whether they are one for each combination of rules. */
export interface Probes {
  readonly probes: readonly Probe[];
  readonly isComplete: boolean;
}

/** What to try in the categories that every import is about. */
export interface Found {
  readonly bash: Resources;
  readonly delegate: Resources;
  readonly edit: Resources;
  readonly list: Resources;
  readonly mcp: Resources;
  readonly read: Resources;
  readonly web: Resources;
}

/** One resource of each category for every way in which its patterns can match together. */
export const findResources = (patternsOf: (category: string) => readonly string[], places: ImportPlaces): Found => ({
  bash: resourcesFor(patternsOf("bash"), "command", {}),
  delegate: resourcesFor(patternsOf("delegate"), "name", {}),
  edit: resourcesFor(patternsOf("edit"), "path", places),
  list: resourcesFor(patternsOf("list"), "path", places),
  mcp: pairsFor(patternsOf("mcp")),
  read: resourcesFor(patternsOf("read"), "path", places),
  web: resourcesFor(patternsOf("web"), "url", {}),
});

/** Tells whether all that there is to try was found. */
export const isAll = ({ bash, delegate, edit, list, mcp, read, web }: Found): boolean =>
  [bash, delegate, edit, list, mcp, read, web].every(({ isComplete }) => isComplete);

/** Names of skills for every way in which patterns of the category match them; none where nothing is written of it. */
export function findSkills(patterns: readonly string[]): Resources {
  if (patterns.length === 0) return { resources: [], isComplete: true };
  const { resources, isComplete } = resourcesFor([...patterns, "skill/*"], "names", {});
  const isSkill = ([kind, name = "", ...more]: readonly string[]): boolean =>
    kind === "skill" && name !== "" && more.length === 0;
  return { resources: resources.filter(isSkill), isComplete };
}

/** A command as a call of a tool, usually spelled or not. */
export function commandProbe(tool: string, words: readonly string[], spelling?: string): Probe {
  const line = commandLine(words);
  const call = { tool, input: { command: spelling ?? line } };
  return { call, request: requestFor("bash", words, line), ...(spelling !== undefined && { note: SPELLING }) };
}

/** A command as it is usually written, and the same one in other letters. */
export function commandProbes(tool: string, words: readonly string[]): readonly Probe[] {
  const [first = "", ...rest] = words;
  const loose = rest.length === 0 ? [] : [commandProbe(tool, words, words.map(quoteWord).join("  "))];
  const quoted = commandProbe(tool, words, [`"${first}"`, ...rest.map(quoteWord)].join(" "));
  return [commandProbe(tool, words), ...loose, quoted];
}

const SPELLING = "letters are compared there, and words here: the same command can be spelled in other ways";

/** A call for an agent of this name. */
export const agentProbe = (tool: string, name: string): Probe => ({
  call: { tool, input: { subagent_type: name, prompt: "..." } },
  request: requestFor("delegate", [name], name),
});
