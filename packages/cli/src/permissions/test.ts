import { resolve } from "node:path";
import { decide } from "@polyglav/permissions";
import type { Output } from "../command.ts";
import { requestOf } from "../explain/request-of.ts";
import { followPath } from "../explain/role-chain.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { displayWhy } from "../view/why.ts";
import { visibleLine } from "../visible.ts";
import { type Expectation, readExpectations } from "./expectations.ts";

/** An expectation, and what it came to. */
interface Tried extends Expectation {
  readonly decision: string;
  readonly why: string;
}

/** Decides every expectation of a file as a run would to which nobody said yes: grants of this machine do not count. */
export async function testPermissions(file: string, session: Session): Promise<Output> {
  const { viewpoint } = session;
  const expectations = readExpectations(resolve(viewpoint.cwd, file), viewpoint);
  const tried: Tried[] = [];
  for (const expectation of expectations) tried.push(await tryOne(expectation, session));
  const wrong = tried.filter(({ decision, is }) => decision !== is);
  const count = `${tried.length} ${tried.length === 1 ? "expectation" : "expectations"}, ${wrong.length} not met`;
  return {
    data: { expectations: tried },
    lines: [...wrong.map(lineOf), [count]],
    ...(wrong.length > 0 && { exit: "differs" as const }),
  };
}

async function tryOne(expectation: Expectation, session: Session): Promise<Tried> {
  const catalog = await session.catalog();
  const { viewpoint } = session;
  const { holder, refused } = followPath(expectation.as, catalog, viewpoint);
  const request = await requestOf(expectation.what, expectation.args, catalog, session);
  const { decision, because } = refused?.verdict ?? decide(holder, request);
  return { ...expectation, decision, why: displayWhy(because, viewpoint) };
}

function lineOf({ place, as, what, args, is, decision, why }: Tried): Line {
  const call = visibleLine([what, ...args].join(" "));
  return [
    ["bad", "differs  "],
    visibleLine(`${place}: ${as ?? "root"} ${call} is ${decision}, not ${is}`),
    ["dim", `   ${why}`],
  ];
}
