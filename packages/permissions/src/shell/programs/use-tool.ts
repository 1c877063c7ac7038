import type { Call } from "../context.ts";
import { show } from "../findings.ts";
import { adviseOptions, useValue } from "./given.ts";
import { fill, useOperands } from "./operands.ts";
import { isGiven, type ParsedOptions, parseOptions } from "./options.ts";
import { known, sourceOf } from "../words/reading.ts";
import { SPECIAL } from "./special.ts";
import { type Tool, TOOLS } from "../tables/tools.ts";
import { touch } from "../touch.ts";

/** Notes what a program does to files and hosts, where that is known. */
export function useTool(name: string, call: Call): void {
  const tool = TOOLS.get(name);
  if (tool === undefined || tool.isBlind === true) call.context.found.leaveUnseen(name);
  if (tool === undefined) return;
  const parsed = parseOptions(call.args, tool.options);
  SPECIAL.get(name)?.(parsed, call, applyTool);
  applyTool(tool, parsed, call);
}

/** Notes what the tables say about a tool that is called with some options and operands. */
function applyTool(tool: Tool, parsed: ParsedOptions, call: Call): void {
  const { state, context, words } = call;
  const { operands } = parsed;
  for (const given of parsed.given) useValue(given, call);
  if (tool.isBlind !== true) adviseOptions(tool.options, parsed, call);
  if (tool.opens !== undefined && !isGiven(parsed, tool.opens))
    context.found.advise(`what it runs is decided by what it reads: ${show(sourceOf(words))}`);
  const isFilling = tool.fills !== undefined && !isGiven(parsed, tool.fills);
  if (isFilling && operands.length < (tool.fillsBelow ?? Number.POSITIVE_INFINITY))
    fill(state, context, known("."), tool.isFlat);
  const [, roles = tool.operands] = tool.when.find(([names]) => isGiven(parsed, names)) ?? [];
  // What may be the value of an option is an operand, and it is none.
  const doubtful = parsed.given.map(({ value, isDoubtful }) => (isDoubtful === true ? value : undefined));
  const sure = operands.filter((word) => !doubtful.includes(word));
  const isBare = !sure.some((_, index) => (roles.first[index] ?? roles.rest) !== "skip");
  if (tool.bare !== undefined && isBare && (tool.bareWith === undefined || isGiven(parsed, tool.bareWith)))
    touch(tool.bare, known("."), state, context);
  useOperands(roles, operands, call, state);
  if (sure.length < operands.length) useOperands(roles, sure, call, state);
}
