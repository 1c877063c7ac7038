import { type Context, placesOf } from "./context.ts";
import { show } from "./findings.ts";
import { type Located, locate } from "./locate.ts";
import type { Reading } from "./words/reading.ts";
import type { State } from "./state.ts";

/** What happens to a file. `mode` changes it, but not what is in it; `run` reads it to do what it says. */
export type Use = "read" | "edit" | "list" | "mode" | "run";

/** Notes what a command does to a file that one of its words names. */
export function touch(use: Use, word: Reading, state: State, context: Context): void {
  const { found } = context;
  const category = use === "mode" ? "edit" : use === "run" ? "read" : use;
  for (const located of placesFor(word, state, context)) {
    const { resource, path, isUnknown } = located;
    found.act(category, resource);
    if (path !== undefined) found.touch(category, path);
    if (isUnknown && word.mask !== undefined)
      found.advise(`the folder it is in is decided only when it runs: ${show(word.source)}`);
    if (isUnknown && word.mask === undefined && category === "edit") adviseDynamic(category, word, context);
    if (use === "edit") found.write(resource);
    if (use === "run") found.run(resource, word.source);
  }
}

/** Finds where the path of a word may lead, guesses included. */
export function placesFor(word: Reading, state: State, context: Context): readonly Located[] {
  const { world } = context;
  // Other spellings of what is known lead to the same file.
  const masks = [word.mask, ...(word.text === undefined ? word.also.flat() : [])].filter((mask) => mask !== "");
  const real = masks.filter((mask) => mask === undefined || !isDevice(mask));
  const places = placesOf(state, context);
  return real.flatMap((mask) => places.map(({ cwd }) => locate(mask, word.source, cwd, world.worktree)));
}

/** Says that nobody knows yet what is read or written. */
export function adviseDynamic(category: "read" | "edit" | "list", { source }: Reading, { found }: Context): void {
  const what = category === "edit" ? "what it writes to" : category === "read" ? "what it reads" : "what it lists";
  found.advise(`${what} is decided only when it runs: ${show(source)}`);
}

/** Tells whether a path is what the shell or another program has open, such as its input. */
export const isOpen = (path: string): boolean =>
  /^\/(?:dev\/(?:std(?:in|out|err)|tty|fd\/)|proc\/[^/]+\/(?:task\/[^/]+\/)?fd\/)/.test(path.replace(/\/{2,}/g, "/"));

/** Tells whether a path is the input of what opens it. */
export const isInput = (path: string): boolean =>
  /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/.test(path.replace(/\/{2,}/g, "/"));

/** The files that are no places: what is written there is gone or goes where it would have gone. */
const isDevice = (path: string): boolean =>
  /^\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\d+)$/.test(path.replace(/\/{2,}/g, "/"));
