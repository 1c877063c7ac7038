import { type Authority, CATEGORIES, decide, pass, type Reason, use } from "@polyglav/permissions";
import type { Output } from "../command.ts";
import { followPath } from "../explain/role-chain.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayWhy } from "../view/why.ts";
import { displayWhere } from "../view/place.ts";
import { visibleLine } from "../visible.ts";
import { type ChainRule, rulesAbout } from "./chain-rules.ts";
import { toneOf } from "./tone.ts";

/** What an authority may use and hand down of one category, apart from what rules say. */
interface Row {
  readonly category: string;
  readonly use: string;
  readonly pass: string;
  readonly because: readonly Reason[];
  readonly rules: readonly ChainRule[];
}

/** Shows what the end of a path of roles may use and hand down: a line for each category, and the rules below it. */
export async function showPermissions(path: string | undefined, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const { viewpoint } = session;
  const { roles, holder, refused } = followPath(path, catalog, viewpoint);
  const rows = CATEGORIES.map((category) => rowOf(holder, category));
  const note: readonly Line[] =
    refused === undefined
      ? []
      : [[["warn", "note: "], `${refused.from} may not delegate to ${refused.to}; this is what ${refused.from} has`]];
  return {
    data: { as: roles, ...(refused && { refused: refused.to }), categories: rows },
    lines: [
      [["strong", ["root", ...roles].map(visibleLine).join(" › ")]],
      ...note,
      ...rows.flatMap((row): readonly Line[] => [
        lineOf(row, displayWhy(row.because, viewpoint)),
        ...row.rules.map((rule) => ruleLine(rule, displayWhere(rule.source ?? {}, viewpoint))),
      ]),
    ],
  };
}

function rowOf(holder: Authority, category: string): Row {
  return {
    category,
    use: use(holder, category),
    pass: pass(holder, category),
    because: decide(holder, { actions: [{ category, resource: [] }] }).because,
    rules: rulesAbout(holder, category),
  };
}

function lineOf({ category, use: may, pass: down }: Row, why: string): Line {
  return [
    `  ${visibleLine(category).padEnd(10)}`,
    [toneOf(may), may.padEnd(7)],
    ["dim", "hands down "],
    [toneOf(down), down.padEnd(7)],
    ["dim", why],
  ];
}

function ruleLine({ who, field, pattern, decision }: ChainRule, where: string): Line {
  const down = field === "grant_permission" ? " hands down" : "";
  return [
    "    ",
    [toneOf(decision), decision.padEnd(6)],
    visibleLine(pattern),
    ["dim", `   ${visibleLine(who)}${down}${where === "" ? "" : ` (${visibleLine(where)})`}`],
  ];
}
