import type { TestExpression, Word } from "unbash";
import { isNumber } from "../words/arithmetic.ts";
import type { Context } from "../context.ts";
import { lookInto } from "../words/expansion.ts";
import { show } from "../findings.ts";
import type { State } from "../state.ts";

/** Between `[[` and `]]` these take both sides for arithmetic. */
const ARITHMETIC = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Reads what stands between `[[` and `]]`. */
export function walkTest(expression: TestExpression, state: State, context: Context): void {
  switch (expression.type) {
    case "TestUnary":
      lookInto(expression.operand, state, context);
      if (/^-[vR]$/.test(expression.operator) && !isName(expression.operand))
        context.found.advise(
          `a test of a variable can run commands: ${show(`[[ ${expression.operator} ${expression.operand.text} ]]`)}`,
        );
      return;
    case "TestBinary":
      for (const side of [expression.left, expression.right]) {
        lookInto(side, state, context);
        if (ARITHMETIC.has(expression.operator) && !isNumber(side.text))
          context.found.advise(`arithmetic with variables can run commands: ${show(side.text)}`);
      }
      return;
    case "TestLogical":
      for (const operand of expression.operands) walkTest(operand, state, context);
      return;
    case "TestNot":
      walkTest(expression.operand, state, context);
      return;
    case "TestGroup":
      walkTest(expression.expression, state, context);
  }
}

const isName = ({ text }: Word): boolean => /^\w+$/.test(text);
