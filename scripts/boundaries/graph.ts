/**
 * Draws the arrows between the packages.
 *
 * @module
 */
import { arrowsOf, type Member } from "./rules.ts";

/** Draws the dependency graph as a Markdown page: a diagram, then the same as a list. */
export function drawGraph(members: readonly Member[]): string {
  const order = [...members].sort((a, b) => depth(a, members) - depth(b, members) || (label(a) < label(b) ? -1 : 1));
  const arrows = order.flatMap((member) => targets(member, members).map((target) => [label(member), label(target)]));
  return [
    "# Dependency graph",
    "",
    "Drawn by `scripts/check-boundaries.ts` from what the packages declare and import. Do not edit it: run",
    "`npm run check:boundaries` after a change. Which arrows are allowed is written in",
    "[scripts/boundaries/arrows.ts](../scripts/boundaries/arrows.ts), and why in ARCHITECTURE.md.",
    "",
    "```mermaid",
    "graph TD",
    ...order.map((member) => `  ${label(member)}["${title(member)}"]`),
    ...arrows.map(([from = "", to = ""]) => `  ${from} --> ${to}`),
    "```",
    "",
    "The same as a list. An arrow to a package covers its public entries only.",
    "",
    ...order.map((member) => `- \`${title(member)}\` ${sentence(member, members)}`),
    "",
  ].join("\n");
}

function sentence(member: Member, members: readonly Member[]): string {
  const ours = targets(member, members).map((target) => `\`${title(target)}\``);
  const imports = ours.length === 0 ? "imports no package of ours" : `imports ${ours.join(", ")}`;
  const entries = member.manifest.exports.filter((entry) => entry !== "./package.json" && entry !== ".");
  return entries.length === 0
    ? imports
    : `${imports}; further entries ${entries.map((entry) => `\`${entry.slice(1)}\``).join(", ")}`;
}

function targets(member: Member, members: readonly Member[]): readonly Member[] {
  const names = arrowsOf(member);
  return members.filter(({ manifest }) => names.includes(manifest.name));
}

/** The longest way down to a package that imports nothing. Circles are cut; the check reports them. */
function depth(member: Member, members: readonly Member[], above: readonly Member[] = []): number {
  const below = targets(member, members).filter((target) => target !== member && !above.includes(target));
  return Math.max(-1, ...below.map((target) => depth(target, members, [...above, member]))) + 1;
}

function label({ folder }: Member): string {
  return folder.slice(folder.indexOf("/") + 1);
}

function title({ folder, manifest }: Member): string {
  return manifest.private ? folder : manifest.name;
}
