import type { ArithmeticFor, For, Select, While } from "unbash";
import { adviseSetting } from "../words/assignment.ts";
import { type Context, mayRepeat, remember } from "../context.ts";
import { checkArithmetic, noteBashism } from "../words/expansion.ts";
import { anywhere, type Flow, merge, settle, type State } from "../state.ts";
import { readWord } from "../words/word.ts";

type Loop = For | Select | While | ArithmeticFor;

/** Reads a loop: it may run never, once or often, and be left in the middle. */
export function walkLoop(loop: Loop, state: State, context: Context): Flow {
  readHead(loop, state, context);
  const left: State[] = [];
  const inside: Context = { ...context, jumps: [...context.jumps, left] };
  let before = state;
  let test: State;
  for (let round = 0; ; round += 1) {
    const once = walkOnce(loop, before, inside);
    test = once.test;
    const next = merge(before, once.after);
    if (isSame(next, before)) break;
    before = round < MOST_ROUNDS && mayRepeat(context) ? next : anywhere(next);
    if (round > MOST_ROUNDS) break;
  }
  const after = left.reduce(merge, merge(before, test));
  return { ok: after, fail: after };
}

/** A loop that leads to a new folder each time could lead anywhere. */
const MOST_ROUNDS = 2;

function walkOnce(loop: Loop, state: State, context: Context): { readonly test: State; readonly after: State } {
  if (loop.type !== "While") return { test: state, after: settle(context.read.body(loop.body, state, context)) };
  const test = context.read.body(loop.clause, state, context);
  const [again, done] = loop.kind === "until" ? [test.fail, test.ok] : [test.ok, test.fail];
  return { test: done, after: settle(context.read.body(loop.body, again, context)) };
}

const isSame = (a: State, b: State): boolean =>
  a.places === b.places && (a.functions === b.functions || sizes(a) === sizes(b));

/** Definitions only ever come to it. */
const sizes = ({ functions }: State): string =>
  JSON.stringify([...functions].map(([name, { bodies, isSure }]) => [name, bodies.length, isSure]).sort());

function readHead(loop: Loop, state: State, context: Context): void {
  if (loop.type === "While") return;
  if (loop.type === "ArithmeticFor") {
    noteBashism("for ((", context);
    for (const expression of [loop.initialize, loop.test, loop.update])
      if (expression !== undefined) checkArithmetic(expression, "for ((...))", state, context);
    return;
  }
  if (loop.type === "Select") noteBashism("select", context);
  adviseSetting(loop.name.value, `for ${loop.name.value}`, context);
  for (const word of loop.wordlist ?? []) {
    for (const { text, mask, also } of readWord(word, state, context)) {
      for (const words of [[text ?? mask], ...also]) {
        const values = words.filter((each) => each !== undefined);
        if (values.length > 0) remember(loop.name.value, values, context);
      }
    }
  }
}
