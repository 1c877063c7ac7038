import type { Explanation, Reason, Request, Step } from "@polyglav/permissions";
import type { Delegation, RoleChain } from "./role-chain.ts";

/** An explanation for programs. `winner` is the first step that decides; it alone holds the verdict where it is. */
export function explanationData(request: Request, chain: RoleChain, explanation: Explanation): object {
  const { verdict, steps, would, remedies } = explanation;
  const winner = steps.find((step) => step.decides);
  return {
    verdict: verdict.decision,
    as: chain.roles,
    request: requestData(request),
    winner: winner === undefined ? null : stepData(winner),
    steps: steps.map(stepData),
    delegations: chain.asked.map(delegationData),
    would,
    remedies,
  };
}

/** A chain that would not come about. */
export function refusalData(request: Request, chain: RoleChain, refused: Delegation): object {
  const steps = refused.verdict.because.map((reason) => ({ ...reasonData(reason), decides: true }));
  return {
    verdict: "deny",
    as: chain.roles,
    request: requestData(request),
    winner: steps[0] ?? null,
    steps,
    delegations: [...chain.asked, refused].map(delegationData),
    would: { tty: "deny", ci: "deny" },
    remedies: [],
  };
}

function requestData({ tool, actions, summary }: Request): object {
  return { ...(tool === undefined ? {} : { tool }), actions, summary };
}

function stepData(step: Step): object {
  const { decides, unused, note } = step;
  return {
    ...reasonData(step),
    decides,
    ...(unused === undefined ? {} : { unused }),
    ...(note === undefined ? {} : { note }),
  };
}

function reasonData({ kind, who, category, decision, source, text }: Reason): object {
  return {
    kind,
    who,
    ...(category === undefined ? {} : { category }),
    value: decision,
    text,
    ...(source?.layer === undefined ? {} : { layer: source.layer }),
    ...(source?.file === undefined ? {} : { file: source.file }),
    ...(source?.line === undefined ? {} : { line: source.line }),
    ...(source?.column === undefined ? {} : { column: source.column }),
    ...(source?.path === undefined ? {} : { path: source.path }),
  };
}

function delegationData({ from, to, verdict }: Delegation): object {
  return { from, to, verdict: verdict.decision, because: verdict.because.map(reasonData) };
}
