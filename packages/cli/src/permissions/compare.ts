import { type Action, type Authority, type Decision, patternOf, pass, use } from "@polyglav/permissions";
import { type Comparison, compareAuthorities } from "@polyglav/permissions/analysis";
import type { Output } from "../command.ts";
import { followPath } from "../explain/role-chain.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { visibleLine } from "../visible.ts";
import { toneOf } from "./tone.ts";

const SAYS: Readonly<Record<Comparison["order"], string>> = {
  equal: "the same as",
  narrower: "less than",
  wider: "more than",
  incomparable: "in part more and in part less than",
  unknown: "not comparable with, within reasonable time,",
};

/** Compares what the ends of two paths may use and hand down, with a call for each difference. */
export async function comparePermissions(first: string, second: string, session: Session): Promise<Output> {
  const catalog = await session.catalog();
  const [a, b] = [first, second].map((path) => followPath(path, catalog, session.viewpoint).holder);
  if (a === undefined || b === undefined) throw new TypeError("two paths give two authorities");
  const compared = compareAuthorities(a, b);
  const isEqual = compared.use.order === "equal" && compared.pass.order === "equal";
  return {
    data: { first, second, ...compared },
    lines: [
      ...linesOf("use", compared.use, {
        first,
        second,
        decide: (of, action) => use(of, action.category, action.resource),
        a,
        b,
      }),
      ...linesOf("hand down", compared.pass, {
        first,
        second,
        decide: (of, action) => pass(of, action.category, action.resource),
        a,
        b,
      }),
    ],
    ...(!isEqual && { exit: "differs" as const }),
  };
}

interface Sides {
  readonly first: string;
  readonly second: string;
  readonly a: Authority;
  readonly b: Authority;
  readonly decide: (of: Authority, action: Action) => Decision;
}

function linesOf(verb: string, { order, less, more }: Comparison, sides: Sides): readonly Line[] {
  const { first, second, a, b, decide } = sides;
  const differences = [more, less].filter((action) => action !== undefined);
  return [
    [["name", visibleLine(first)], ` may ${verb} ${SAYS[order]} `, ["name", visibleLine(second)]],
    ...differences.map((action): Line => {
      const [left, right] = [decide(a, action), decide(b, action)];
      const what = patternOf(action.category, action.resource) ?? action.resource.join(" ");
      return [
        `  ${visibleLine(`${action.category} ${what}`)}   `,
        [toneOf(left), left],
        ["dim", " against "],
        [toneOf(right), right],
      ];
    }),
  ];
}
