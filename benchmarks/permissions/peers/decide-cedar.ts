import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { wordGiven } from "../../runner/cell.ts";
import { decideCell } from "../decide/decide-cell.ts";
import { type Right, rightsOf, strictestOf } from "../decide/two-valued.ts";
import type { Query, Rule } from "../decide/workload.ts";

/** Policies that match texts, or, with `scoped`, policies that name one resource each: then it is told which rule matches. */
interface Layout {
  readonly policy: (rule: Rule, actions: readonly string[]) => string;
  readonly resource: (query: Query) => string;
}

const LIKE: Layout = {
  policy: ({ kind, text }, actions) =>
    `permit(principal, action in [${actions.join(", ")}], resource) when { ${
      kind === "exact" ? `context.text == ${JSON.stringify(text)}` : `context.text like ${JSON.stringify(`${text}*`)}`
    } };`,
  resource: () => "any",
};

const SCOPED: Layout = {
  policy: ({ number }, actions) =>
    `permit(principal, action in [${actions.join(", ")}], resource == Resource::"${number}");`,
  resource: ({ rule }) => String(rule ?? "none"),
};

await decideCell((chain, { given }) => {
  const { policy, resource } = wordGiven(given, "layout") === "scoped" ? SCOPED : LIKE;
  for (const [index, link] of chain.entries()) {
    const policies = link
      .filter((rule) => rightsOf(rule).length > 0)
      .map((rule) =>
        policy(
          rule,
          rightsOf(rule).map((right) => `Action::"${right} ${rule.category}"`),
        ),
      );
    const parsed = preparsePolicySet(`link-${index}`, { staticPolicies: policies.join("\n") });
    if (parsed.type === "failure") throw new Error(`Cannot parse the policies: ${JSON.stringify(parsed.errors)}`);
  }
  return strictestOf(
    chain.map((_, index) => (right, query) => isPermitted(`link-${index}`, right, resource(query), query)),
  );
});

function isPermitted(set: string, right: Right, resource: string, { category, text }: Query): boolean {
  const answer = statefulIsAuthorized({
    principal: { type: "Agent", id: "agent" },
    action: { type: "Action", id: `${right} ${category}` },
    resource: { type: "Resource", id: resource },
    context: { text },
    preparsedPolicySetId: set,
    entities: [],
    validateRequest: false,
  });
  if (answer.type === "failure") throw new Error(`Cannot decide: ${JSON.stringify(answer.errors)}`);
  return answer.response.decision === "allow";
}
