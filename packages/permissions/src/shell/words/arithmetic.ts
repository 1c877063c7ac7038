import type { ArithmeticExpression, WordPart } from "unbash";

/** Called with the parts of the words in an expression: commands may be in them. */
type Visit = (parts: readonly WordPart[]) => void;

/**
 * Tells whether an arithmetic expression is made of numbers alone. Anything else can run commands: bash takes the
 * value of a variable for an expression again, and `a[$(date)]` is one.
 */
export function isPlainArithmetic(expression: ArithmeticExpression | undefined, visit: Visit): boolean {
  let isPlain = true;
  const waiting = [expression];
  while (waiting.length > 0) {
    const node = waiting.pop();
    switch (node?.type) {
      case undefined:
        break;
      case "ArithmeticBinary":
        waiting.push(node.left, node.right);
        break;
      case "ArithmeticUnary":
        waiting.push(node.operand);
        break;
      case "ArithmeticTernary":
        waiting.push(node.test, node.consequent, node.alternate);
        break;
      case "ArithmeticGroup":
        waiting.push(node.expression);
        break;
      case "ArithmeticWord":
        visit(node.parts ?? []);
        isPlain &&= isNumber(node.value);
        break;
      case "ArithmeticCommandExpansion":
        visit([{ ...node, type: "CommandExpansion", script: node.script }]);
        isPlain = false;
        break;
    }
  }
  return isPlain;
}

/** Numbers, and what always is one: how many arguments there are, the last exit code, the id of the process. */
export const isNumber = (text: string): boolean => NUMBER.test(text.trim());

const NUMBER = /^(?:[+-]?(?:0[xX][\da-fA-F]+|\d+(?:#[\w@]+)?)|\$[#?$]|\$\{#\w*(?:\[[@*]\])?\}|)$/;

/** The subscripts that are no expressions of variables. */
export const isPlainSubscript = (text: string): boolean => text === "@" || text === "*" || isNumber(text);
