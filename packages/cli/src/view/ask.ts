import type { Ask } from "@polyglav/permissions/gate";
import type { Line } from "../line.ts";
import { visibleLine } from "../visible.ts";
import type { Viewpoint } from "./place.ts";
import { displayWhy } from "./why.ts";

/** Says what a yes would allow; never cut, for a person is about to permit it. */
export function wantedBy({ scope, request }: Pick<Ask, "scope" | "request">): string {
  const category = request.actions[0]?.category ?? "";
  return scope === "category" ? `any one ${category} call` : (request.summary ?? request.tool ?? category);
}

/** What a person has to know before the answer: what the agent says for itself, why it is asked, what to mind. */
export function whyAskedLines(ask: Ask, who: string, viewpoint: Viewpoint): readonly Line[] {
  const { request, verdict, question } = ask;
  const why = displayWhy(verdict.because, viewpoint);
  return [
    ...(question === undefined ? [] : [[`  ${who} says: ${visibleLine(question)}`]]),
    ...(why === "" ? [] : [[["dim", `  why it is asked: ${why}`]] satisfies Line]),
    ...(request.advice ?? []).map((advice): Line => [["warn", `  mind: ${visibleLine(advice.why)}`]]),
  ];
}
