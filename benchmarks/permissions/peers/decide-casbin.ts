import { newEnforcer, newModelFromString } from "casbin";
import { decideCell } from "../decide/decide-cell.ts";
import { rightsOf, strictestOf } from "../decide/two-valued.ts";
import { globOf } from "../decide/workload.ts";

const MODEL = `
[request_definition]
r = category, text, right

[policy_definition]
p = category, text, right

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = r.category == p.category && r.right == p.right && keyMatch(r.text, p.text)
`;

await decideCell(async (chain) => {
  const enforcers = await Promise.all(
    chain.map(async (link) => {
      const enforcer = await newEnforcer(newModelFromString(MODEL));
      await enforcer.addPolicies(
        link.flatMap((rule) => rightsOf(rule).map((right) => [rule.category, globOf(rule), right])),
      );
      return enforcer;
    }),
  );
  return strictestOf(
    enforcers.map(
      (enforcer) =>
        (right, { category, text }) =>
          enforcer.enforceSync(category, text, right),
    ),
  );
});
