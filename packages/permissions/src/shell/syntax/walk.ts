import type {
  Case,
  CommandNode,
  CompoundList,
  Function as FunctionNode,
  If,
  ParsedScript,
  PipelineNode,
  Redirected,
  Statement,
} from "unbash";
import { show } from "../findings.ts";
import { listed } from "../listed.ts";
import { readCommand } from "./command.ts";
import type { Context } from "../context.ts";
import { checkArithmetic, lookInto, noteBashism } from "../words/expansion.ts";
import { walkLoop } from "./loop.ts";
import { readRedirect } from "./redirect.ts";
import { ended, type Flow, merge, mergeFlows, settle, type State, unchanged } from "../state.ts";
import { walkTest } from "./test-command.ts";

/** Reads a script: what its commands do, one after the other. */
export function walkScript({ commands, errors }: ParsedScript, state: State, context: Context): Flow {
  const [error] = errors ?? [];
  if (error !== undefined)
    context.found.advise(`it cannot be read as a command of bash: ${show(error.message).slice(1, -1)}`);
  return walkStatements(commands, state, context);
}

/** Reads commands that follow each other, whether they succeed or not. */
function walkStatements(statements: readonly Statement[], state: State, context: Context): Flow {
  let flow = unchanged(state);
  for (const statement of statements) flow = walkStatement(statement, settle(flow), context);
  return flow;
}

function walkStatement({ command, background }: Statement, state: State, context: Context): Flow {
  const flow =
    command.type === "AndOr"
      ? walkAndOr(command.commands, command.operators, state, context)
      : walkPipeline(command, state, context);
  return background === true ? unchanged(state) : flow;
}

function walkAndOr(
  [first, ...others]: readonly PipelineNode[],
  operators: readonly string[],
  state: State,
  context: Context,
): Flow {
  let flow = first === undefined ? unchanged(state) : walkPipeline(first, state, context);
  for (const [index, next] of others.entries()) {
    if (operators[index] === "&&") {
      const { ok, fail } = walkPipeline(next, flow.ok, context);
      flow = { ok, fail: merge(flow.fail, fail) };
    } else {
      const { ok, fail } = walkPipeline(next, flow.fail, context);
      flow = { ok: merge(flow.ok, ok), fail };
    }
  }
  return flow;
}

function walkPipeline(node: PipelineNode, state: State, context: Context): Flow {
  if (node.type !== "Pipeline") return walkNode(node, state, context);
  if (node.operators.includes("|&")) noteBashism("|&", context);
  if (node.prefixes.some(({ type }) => type === "Time")) {
    noteBashism("time", context);
    context.found.alias("bash", ["time"]);
  }
  const [only = unchanged(state), ...others] = node.commands.map((command) => walkNode(command, state, context));
  // The parts of a pipe are shells of their own.
  if (others.length > 0) return unchanged(state);
  const isTurned = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  return isTurned ? { ok: only.fail, fail: only.ok } : only;
}

/** Reads one command of any kind. */
export function walkNode(node: CommandNode | CompoundList, state: State, context: Context): Flow {
  switch (node.type) {
    case "Command":
      return readCommand(node, state, context);
    case "CompoundList":
      return walkStatements(node.commands, state, context);
    case "BraceGroup":
      return walkNode(node.body, state, context);
    case "Subshell":
      walkNode(node.body, state, context);
      return unchanged(state);
    case "Coproc":
      noteBashism("coproc", context);
      context.found.alias("bash", ["coproc"]);
      lookInto(node.name, state, context);
      walkNode(node.body, state, context);
      return unchanged(state);
    case "Redirected":
      return walkRedirected(node, state, context);
    case "Function":
      return define(node, state, context);
    case "If":
      return walkIf(node, state, context);
    case "Case":
      return walkCase(node, state, context);
    case "For":
    case "Select":
    case "While":
    case "ArithmeticFor":
      return walkLoop(node, state, context);
    case "TestCommand":
      noteBashism("[[", context);
      walkTest(node.expression, state, context);
      return unchanged(state);
    case "ArithmeticCommand":
      noteBashism("((", context);
      checkArithmetic(node.expression, `((${node.body}))`, state, context);
      // For sh these are two subshells.
      if (context.shell === "sh") context.read.text(node.body, state, context);
      return unchanged(state);
  }
}

function walkRedirected({ command, redirects }: Redirected, state: State, context: Context): Flow {
  for (const redirect of redirects) readRedirect(redirect, state, context);
  // Where a file cannot be opened, the command does not run.
  return mergeFlows(walkNode(command, state, context), { ok: ended(state), fail: state });
}

/** The builtins that a function of the same name does not hide in a shell that keeps to POSIX. */
const SPECIAL = new Set(
  listed(". : break continue eval exec exit export readonly return set shift source times trap unset"),
);

function define({ name: { value: name }, body }: FunctionNode, state: State, context: Context): Flow {
  // Commands may be in it that run without a call that is seen, such as by a trap.
  walkNode(body, state, { ...context, jumps: [...context.jumps, []] });
  const isSure = context.shell === "bash" && !SPECIAL.has(name);
  const functions = new Map(state.functions).set(name, { bodies: [body], isSure });
  return unchanged({ ...state, functions });
}

function walkIf(node: If, state: State, context: Context): Flow {
  let test = walkNode(node.clause, state, context);
  let result = walkNode(node.then, test.ok, context);
  for (const { clause, then } of node.elif) {
    test = walkNode(clause, test.fail, context);
    result = mergeFlows(result, walkNode(then, test.ok, context));
  }
  if (node.else !== undefined) return mergeFlows(result, walkNode(node.else, test.fail, context));
  return { ok: merge(result.ok, test.fail), fail: result.fail };
}

function walkCase({ word, items }: Case, state: State, context: Context): Flow {
  lookInto(word, state, context);
  let result = unchanged(state);
  let before = state;
  for (const { pattern, body, terminator } of items) {
    for (const each of pattern) lookInto(each, state, context);
    const flow = walkNode(body, before, context);
    result = mergeFlows(result, flow);
    const goesOn = terminator === ";&" || terminator === ";;&";
    if (goesOn) noteBashism(terminator, context);
    before = goesOn ? merge(state, settle(flow)) : state;
  }
  return result;
}
