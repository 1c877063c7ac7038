import { sep } from "node:path";
import type { Withheld } from "@polyglav/catalog";
import type { Problem } from "@polyglav/registry";
import type { Line } from "./line.ts";
import { displayPath, displayWhere, type Viewpoint } from "./view/place.ts";
import { visibleLine } from "./visible.ts";

/** Shows what is wrong in the files of the layers, as compilers do: `file:line:column: message`, and what to do. */
export function problemLines(problems: readonly Problem[], viewpoint: Viewpoint): readonly Line[] {
  return problems.map((problem): Line => {
    const where = visibleLine(displayWhere(problem, viewpoint));
    const message = visibleLine(problem.message);
    return [
      where === "" ? "" : `${where}: `,
      [problem.severity === "error" ? "bad" : "warn", `${problem.severity}: `],
      problem.hint === undefined ? message : `${message}. ${visibleLine(problem.hint)}`,
      ["dim", ` [${problem.code}]`],
    ];
  });
}

/** As many names as a note shows before it says how many more there are. */
const SHOWN = 6;

/** Says in one note what a folder that is not trusted may not do, and how it may. */
export function withheldLines(withheld: readonly Withheld[], viewpoint: Viewpoint): readonly Line[] {
  const [first] = withheld;
  if (first === undefined) return [];
  const folders = [...new Set(withheld.map((one) => folderOf(one, viewpoint)))].sort().map(visibleLine);
  const names = [...new Set(withheld.map(nameOf))];
  const more = names.length > SHOWN ? `, and ${names.length - SHOWN} more` : "";
  const list = names.slice(0, SHOWN).map(visibleLine).join(", ");
  return [
    [
      ["warn", "note: "],
      `${folders.join(", ")} ${folders.length === 1 ? "is" : "are"} not trusted, so this has no effect: ${list}${more}. Pass --trust to use it once, or: polyglav trust`,
    ],
  ];
}

/** The folder below the working folder that it lies in: our own, or that of another program whose skills are read. */
function folderOf({ file }: Withheld, viewpoint: Viewpoint): string {
  const [first = ""] = file === undefined ? [] : displayPath(file, viewpoint).split(sep);
  return first.startsWith(".") && first !== ".." ? first : ".polyglav";
}

function nameOf({ kind, name, field }: Withheld): string {
  if (kind === "config") return field === undefined ? "config" : `config ${field}`;
  return `${kind} ${name}${field === undefined ? "" : `.${field}`}`;
}

/** What to do about something that is withheld. */
export function readFirst(withheld: Withheld, viewpoint: Viewpoint): string {
  const where = displayWhere(withheld, viewpoint);
  return where === "" ? "Pass --trust to use it" : `Read ${where}, then pass --trust`;
}
