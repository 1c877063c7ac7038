import type { Verdict } from "@polyglav/permissions";
import type { Refusal } from "@polyglav/permissions/gate";

/** A call that cannot be made whatever the permissions say, such as one delegation too deep. Its text goes to the model. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
  readonly code: string;
  readonly hint: string | undefined;

  constructor(error: { readonly code: string; readonly message: string; readonly hint?: string }) {
    super(error.message);
    this.code = error.code;
    this.hint = error.hint;
  }
}

/**
 * Says to a model why its call was refused: what, by which rule, and what it can do now. Short on purpose: it names the
 * scope, so that the model does not try every other spelling, and not the whole rule book.
 */
export function denialText(
  summary: string,
  role: string,
  refusal: Pick<Refusal, "reason" | "verdict" | "because">,
): string {
  const why = refusal.verdict.because.map((reason) => reason.text).join("; ");
  const category = deniedCategory(refusal.verdict);
  switch (refusal.reason) {
    case "denied": {
      const scope = category === undefined ? "" : ` Other ${category} calls by ${role} are refused, too.`;
      return `denied: ${summary}: ${why}.${scope} ${remedy(refusal.verdict, category)}`;
    }
    case "rejected":
      return `denied: ${summary}: the operator said no${refusal.because === undefined ? "" : `: ${refusal.because}`}. Do not try it again in other words.`;
    case "no-approver":
      return `denied: ${summary}: it must be asked for (${why}) and nobody is there to answer. Finish without it.`;
    case "cancelled":
      return `cancelled: ${summary}: the run was stopped`;
  }
}

/** What the model can do now. It is told to ask only where a yes could help. */
function remedy({ liftable }: Verdict, category: string | undefined): string {
  if (liftable === "no" || category === undefined) return "Nobody can allow it: finish without it.";
  return `Ask for it with ask(kind: "permission", permission: "${category}"), or finish without it.`;
}

/** The kind of a refusal, for the guard that ends a run which keeps trying: the tool and what was denied. */
export function refusalKind(tool: string, verdict: Verdict): string {
  return `${tool}: ${deniedCategory(verdict) ?? "refused"}`;
}

function deniedCategory(verdict: Verdict): string | undefined {
  return verdict.because.find((reason) => reason.category !== undefined)?.category;
}
