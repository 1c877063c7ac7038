import { createMongoAbility } from "@casl/ability";
import { decideCell } from "../decide/decide-cell.ts";
import { rightsOf, strictestOf } from "../decide/two-valued.ts";

// A category is a subject, what is asked for is a field, and fields may be patterns.
await decideCell((chain) =>
  strictestOf(
    chain.map((link) => {
      const ability = createMongoAbility(
        link.flatMap((rule) => {
          const fields = [rule.kind === "exact" ? rule.text : `${rule.text}**`];
          return rightsOf(rule).map((action) => ({ action, subject: rule.category, fields }));
        }),
      );
      return (right, { category, text }) => ability.can(right, category, text);
    }),
  ),
);
