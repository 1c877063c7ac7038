/**
 * Decides which packages owe their users a changeset.
 *
 * @module
 */
import type { Finding } from "../finding.ts";

/** One file of `.changeset`: which packages it announces, and what it tells their users. */
export interface Changeset {
  readonly file: string;
  readonly bumps: ReadonlyMap<string, string>;
  readonly summary: string;
}

/** What happened to a package since its version was last set. */
export type History =
  | { readonly kind: "never versioned" }
  | { readonly kind: "changed"; readonly files: readonly string[] }
  | { readonly kind: "unknown"; readonly why: string };

export interface Released {
  readonly name: string;
  readonly folder: string;
  readonly history: History;
}

export interface Judgement {
  readonly findings: readonly Finding[];
  /** Packages that could not be judged, with the reason. */
  readonly notes: string[];
}

/** Reads a changeset: lines `"package": bump` between two `---`, then a text. */
export function parseChangeset(file: string, text: string): Changeset {
  const [, head = "", summary = ""] = /^---\n([\s\S]*?)\n?---\n?([\s\S]*)$/.exec(text.replaceAll("\r\n", "\n")) ?? [];
  const lines = head.matchAll(/^\s*(["']?)([^"':\s]+)\1\s*:\s*(["']?)(\w+)\3\s*$/gm);
  return {
    file,
    bumps: new Map([...lines].map(([, , name = "", , bump = ""]) => [name, bump])),
    summary: summary.trim(),
  };
}

/** Checks that changesets are well formed, and that every changed package is named in one. */
export function judge(packages: readonly Released[], changesets: readonly Changeset[]): Judgement {
  const announced = new Set(changesets.flatMap(({ bumps }) => [...bumps.keys()]));
  const waiting = packages.filter(({ name }) => !announced.has(name));
  return {
    findings: [...changesets.flatMap((each) => checkForm(each, packages)), ...waiting.flatMap(debtOf)],
    notes: waiting.flatMap(({ name, history }) =>
      history.kind === "unknown" ? [`Cannot judge ${name}: ${history.why}`] : [],
    ),
  };
}

/** Whether a change to a file of a package can reach its users. Tests and laws cannot. */
export function reachesUsers(file: string): boolean {
  return !/\.(test|test-d|suite)\.ts$|(^|\/)(laws|tests)\/|CHANGELOG\.md$/.test(file);
}

function checkForm({ file, bumps, summary }: Changeset, packages: readonly Released[]): readonly Finding[] {
  const at = (message: string): Finding => ({ file, message });
  return [
    ...(bumps.size === 0 ? [at("Cannot read this changeset: it names no package")] : []),
    ...(summary === "" ? [at("Cannot use this changeset: it tells users nothing")] : []),
    ...[...bumps].flatMap(([name, bump]) => {
      if (!packages.some((known) => known.name === name))
        return [at(`Cannot announce "${name}": no package has that name`)];
      return ["patch", "minor", "major"].includes(bump)
        ? []
        : [at(`Cannot raise "${name}" by "${bump}": say patch, minor or major`)];
    }),
  ];
}

function debtOf({ name, folder, history }: Released): readonly Finding[] {
  if (history.kind === "unknown") return [];
  const files = history.kind === "changed" ? history.files.filter(reachesUsers) : [];
  if (history.kind === "changed" && files.length === 0) return [];
  const why =
    history.kind === "never versioned"
      ? "it was never released"
      : `changed since its last version: ${files.slice(0, 3).join(", ")}${files.length > 3 ? `, and ${files.length - 3} more` : ""}`;
  return [{ file: folder, message: `Cannot release ${name} without a changeset: ${why}` }];
}
