/** What the tests of the gate share: holders, calls, a person whose answers the test gives, and a gate that is watched. */
import { type Authority, root } from "../authority.ts";
import { total } from "../carve.ts";
import { carve, type WrittenCarve } from "../parse.ts";
import type { Request } from "../request.ts";
import type { Answer, Ask, Operator } from "./ask.ts";
import { createGate, type Gate, type GateEvent, type GateOptions } from "./gate.ts";

export const holderOf = (words: WrittenCarve, id = "me", cap: WrittenCarve = {}): Authority =>
  root({ id, use: total(carve(words), "allow"), cap: total(carve(cap), "allow") });

export const call = (category: string, ...resource: string[]): Request => ({
  tool: "t",
  actions: [{ category, resource }],
});

export const open = (): { readonly signal: AbortSignal } => ({ signal: new AbortController().signal });

/** An ask that waits for its answer. */
interface Asked {
  readonly ask: Ask;
  readonly signal: AbortSignal;
  readonly say: (answer: Answer) => void;
  readonly fail: (error: Error) => void;
}

interface Person {
  readonly operator: Operator;
  readonly asked: readonly Asked[];
  readonly last: () => Asked;
}

/** A person whose answers the test gives, ask by ask. */
export function person(): Person {
  const asked: Asked[] = [];
  const operator: Operator = {
    answer: (ask, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ ask, signal, say: resolve, fail: reject });
      }),
  };
  return { operator, asked, last: () => at(asked, asked.length - 1) };
}

/** A gate that tells what happened as one line for each event. */
export function watched(options: Omit<GateOptions, "onEvent">): { readonly gate: Gate; readonly events: string[] } {
  const events: string[] = [];
  const onEvent = (event: GateEvent): void => {
    if (event.type === "asked") events.push(`asked ${event.ask.id}`);
    else if (event.type === "answered")
      events.push(`answered ${event.ask.id} ${"answer" in event ? event.answer.say : event.reason}`);
    else events.push(`${event.type} ${event.grant.id}`);
  };
  return { gate: createGate({ ...options, onEvent }), events };
}

export const yes: Operator = { answer: async () => ({ say: "once" }) };
export const never: Operator = { answer: () => Promise.reject(new Error("nobody may be asked here")) };

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`there is no number ${index}`);
  return found;
}

export const flush = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
