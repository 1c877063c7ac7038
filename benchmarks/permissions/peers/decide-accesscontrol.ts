import { AccessControl } from "accesscontrol";
import { decideCell } from "../decide/decide-cell.ts";
import { rightsOf, strictestOf } from "../decide/two-valued.ts";

// It knows no patterns, so it is told which rule matches: a gift that no engine with patterns gets.
await decideCell((chain) =>
  strictestOf(
    chain.map((link) => {
      const control = new AccessControl();
      for (const rule of link) {
        control.grant("agent").action("none", String(rule.number), ["*"]);
        for (const right of rightsOf(rule)) control.grant("agent").action(right, String(rule.number), ["*"]);
      }
      control.lock();
      return (right, { rule }) => rule !== undefined && control.can("agent").do(right, String(rule)).granted;
    }),
  ),
);
