import type { Assignment } from "unbash";
import { isPlainSubscript } from "./arithmetic.ts";
import { changesExecution } from "../tables/changes-execution.ts";
import { type Context, remember } from "../context.ts";
import { lookInto, noteBashism } from "./expansion.ts";
import { show } from "../findings.ts";
import { following, type Reading, unknown } from "./reading.ts";
import type { State } from "../state.ts";
import { readOne } from "./word.ts";

/** Reads an assignment as the one word that it would be elsewhere. */
export function readAssignment(assignment: Assignment, state: State, context: Context): Reading {
  const { name, index, append, value, text } = assignment;
  if (index !== undefined) {
    lookInto(index, state, context);
    checkSubscript(index.text, text, context);
  }
  if (index !== undefined || append === true) noteBashism(text, context);
  const start = `${name}${index === undefined ? "" : `[${index.text}]`}${append === true ? "+" : ""}=`;
  if (value.type === "Word") return following(start, readOne(value, state, context), text);
  noteBashism(text, context);
  for (const element of value.elements) {
    lookInto(element, state, context);
    const [, subscript] = /^\[([^\]]*)\]\+?=/.exec(element.text) ?? [];
    if (subscript !== undefined) checkSubscript(subscript, text, context);
  }
  return unknown(text, { head: start });
}

/** Keeps what is assigned, and says where it changes what programs do. */
export function assign(word: Reading, context: Context): void {
  const { head, source } = word;
  const [whole, name, index] = ASSIGNED.exec(head) ?? [];
  if (whole === undefined || name === undefined) {
    context.found.advise(`which variable it sets is decided only when it runs: ${show(source)}`);
    return;
  }
  if (index !== undefined) checkSubscript(index, source, context);
  const text = word.text?.slice(whole.length);
  if (text?.startsWith("(") === true)
    context.found.advise(`a list in quotes is read as a command line: ${show(source)}`);
  if (whole.endsWith("=")) adviseSetting(name, source, context);
  const values = [text, ...word.also.map((words) => words.join(" ").slice(whole.length))];
  for (const value of values) if (value !== undefined) remember(name, [value], context);
}

/** Says that a variable is set that changes what programs do. */
export function adviseSetting(name: string, source: string, { found }: Context): void {
  if (changesExecution(name)) found.advise(`it sets ${name}, which changes what programs do: ${show(source)}`);
}

/** Tells whether an assignment in front of a command changes nothing but what the program is told. */
export function isHarmless({ head, text }: Reading): boolean {
  const [, name = ""] = ASSIGNED.exec(head) ?? [];
  return text !== undefined && !changesExecution(name);
}

/** Tells whether a word is written like an assignment, as `env` takes them. */
export const isAssignment = ({ head }: Reading): boolean => /^[A-Za-z_]\w*=/.test(head);

/** The name that a word assigns to, its subscript, and the sign. */
const ASSIGNED = /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?(?:\+?=|$)/;

function checkSubscript(subscript: string, source: string, { found }: Context): void {
  if (!isPlainSubscript(subscript)) found.advise(`a subscript with a variable can run commands: ${show(source)}`);
}

/** Reads a variable that a builtin sets or takes away: a name, or one with a subscript. */
export function setByName(word: Reading, context: Context, isTaken = false): void {
  const [whole, name = "", subscript] = /^([A-Za-z_]\w*)(?:\[([^\]]*)\])?$/.exec(word.text ?? "") ?? [];
  if (whole === undefined) {
    context.found.advise(`which variable it means is decided only when it runs: ${show(word.source)}`);
    return;
  }
  if (subscript !== undefined) checkSubscript(subscript, word.source, context);
  if (!isTaken) adviseSetting(name, word.source, context);
}
