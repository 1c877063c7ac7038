import { type Context, placesOf } from "../context.ts";
import { show } from "../findings.ts";
import { locate, namesOf, withoutDots } from "../locate.ts";
import { combinations, HOLE, type Reading, segmentOf } from "../words/reading.ts";
import type { State } from "../state.ts";

/**
 * Says that a command runs: one action for each of its spellings and guesses. A word that may become several stands
 * for one, and in another action for two, so that no pattern which counts words matches all of them.
 */
export function act(words: readonly Reading[], context: Context): void {
  for (const resource of spellingsOf(words)) context.found.act("bash", resource);
}

/**
 * Says in other words what a command does, for what runs is another: the words in front of it count only where a rule
 * denies them.
 */
export function alias(words: readonly Reading[], context: Context): void {
  for (const resource of spellingsOf(words)) context.found.alias("bash", resource);
}

function* spellingsOf(words: readonly Reading[]): Generator<readonly string[]> {
  yield words.map(segmentOf);
  if (words.some(({ splits }, index) => splits && index > 0)) {
    const twice = words.flatMap((word, index) =>
      word.splits && index > 0 ? [segmentOf(word), segmentOf(word)] : [segmentOf(word)],
    );
    yield twice;
  }
  if (words.every(({ also }) => also.length === 0)) return;
  // All words are spelled the same way at once, and each guess goes with each.
  const spellings = Math.max(...words.map(({ text, also }) => (text === undefined ? 0 : also.length)));
  for (let spelling = 0; spelling <= spellings; spelling += 1) {
    const choices = words.map((word) => choicesFor(word, spelling));
    for (const chosen of combinations(choices)) if (chosen.flat().length > 0) yield chosen.flat();
  }
}

function choicesFor(word: Reading, spelling: number): readonly (readonly string[])[] {
  if (word.text !== undefined) return [word.also[Math.min(spelling, word.also.length) - 1] ?? [word.text]];
  const guesses = word.also.filter((texts) => !texts.some((text) => text.includes(HOLE)));
  return guesses.length === 0 ? [[segmentOf(word)]] : guesses;
}

/** Where systems keep the programs that go by their names alone. */
const BINARIES = /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/|opt\/local\/|run\/current-system\/sw\/)?s?bin\//;

/** Tells whether a program is the one that goes by its name alone. */
export const isStandard = (name: string): boolean => !name.includes("/") || BINARIES.test(name);

/** The name of a program without its folders. */
export const baseOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/**
 * The other names of a program that is given by its path: `/bin/rm` is `rm`, and behind `cd sub`, `./x` is `./sub/x`.
 */
export function withNames(name: Reading, state: State, context: Context): Reading {
  const { text } = name;
  if (!text?.includes("/")) return name;
  const { world, found } = context;
  const names: string[] = BINARIES.test(text) ? [baseOf(text)] : [];
  for (const { cwd } of placesOf(state, context)) {
    const { resource } = locate(text, name.source, cwd, world.worktree);
    found.run(resource, name.source);
    if (text.startsWith("/") || cwd === world.start.cwd) continue;
    if (cwd === undefined) found.advise(`the folder it is in is decided only when it runs: ${show(name.source)}`);
    else names.push(spellFrom(world.start.cwd, `${cwd}/${text}`));
  }
  return names.length === 0 ? name : { ...name, also: [...name.also, ...names.map((each) => [each])] };
}

/** Spells a path from a folder where it is below it. */
function spellFrom(folder: string | undefined, path: string): string {
  const names = withoutDots(namesOf(path));
  const start = folder === undefined ? undefined : withoutDots(namesOf(folder));
  const isBelow = start?.every((name, index) => name === names[index]) === true;
  return isBelow ? `./${names.slice(start.length).join("/")}` : `/${names.join("/")}`;
}
