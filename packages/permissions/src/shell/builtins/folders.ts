import { act } from "../programs/act.ts";
import { type Call, type Context, placesOf } from "../context.ts";
import { append, namesOf, withoutDots } from "../locate.ts";
import { isGiven, optionsOf, parseOptions } from "../programs/options.ts";
import { HOLE, known, type Reading } from "../words/reading.ts";
import { type Flow, merge, type Place, type State, unchanged } from "../state.ts";
import { touch } from "../touch.ts";

const OPTIONS = optionsOf("L P e @ n");

/** `cd`: where it succeeds the shell stands in another folder, and where it fails in the same. */
export function changeFolder({ words, args, state, context }: Call): Flow {
  act(words, context);
  const parsed = parseOptions(args, OPTIONS);
  const [operand = homeOf(context), ...others] = parsed.operands;
  // More than one is an error; a word that splits may be none.
  if (others.length > 0 && !others.some(({ splits }) => splits)) return unchanged(state);
  if (operand?.text !== "-" && operand !== undefined) touch("list", operand, state, context);
  const ok = moved(state, operand, isGiven(parsed, "P"), context);
  return { ok, fail: state };
}

/** `pushd` keeps the folder in which the shell stands. */
export function pushFolder({ words, args, state, context }: Call): Flow {
  act(words, context);
  const { given, operands } = parseOptions(args, OPTIONS);
  const [operand] = operands;
  if (operand !== undefined) touch("list", operand, state, context);
  const isPlain =
    given.length === 0 && operands.length === 1 && operand?.text !== "-" && !/^[+-]\d/.test(operand?.text ?? "");
  const ok = moved(state, isPlain ? operand : undefined, false, context);
  const pushed = ok.places.map((place) => ({ ...place, stack: [...place.stack, place.previous] }));
  return { ok: { ...ok, places: pushed }, fail: state };
}

/** `popd` goes back to the last folder that was kept. */
export function popFolder({ words, args, state, context }: Call): Flow {
  act(words, context);
  const back = placesOf(state, context).map((place): Place => {
    const cwd = args.length === 0 ? place.stack.at(-1) : undefined;
    return { cwd, previous: place.cwd, stack: place.stack.slice(0, -1) };
  });
  return { ok: { ...state, places: back }, fail: state };
}

const homeOf = ({ world }: Context): Reading | undefined => (world.home === undefined ? undefined : known(world.home));

/** The state behind a change of folder; without a word to a folder that nobody knows. */
export function moved(state: State, word: Reading | undefined, isPhysical: boolean, context: Context): State {
  const { world, variables } = context;
  const path = word?.text;
  const isSearched = (world.env.CDPATH ?? "") !== "" || variables.has("CDPATH");
  const isElsewhere =
    path === undefined || (isSearched && !/^\.{0,2}(?:\/|$)/.test(path)) || (isPhysical && path.includes(".."));
  const to = (text: string | undefined): State => ({
    ...state,
    places: placesOf(state, context).map((place) => ({ ...place, cwd: folderOf(place, text), previous: place.cwd })),
  });
  if (!isElsewhere) return to(path);
  // What it may turn out to be counts as well.
  const guesses = [path === undefined ? undefined : [path], ...(word?.also ?? [])].map((words) => words?.join(" "));
  return guesses
    .filter((text) => text?.includes(HOLE) === false)
    .reduce((all, text) => merge(all, to(text)), to(undefined));
}

function folderOf(place: Place, text: string | undefined): string | undefined {
  if (text === "-") return place.previous;
  if (text === "") return place.cwd;
  const path = text === undefined ? undefined : append(place.cwd, text);
  // No system goes to a path that is longer.
  if (path === undefined || path.length > LONGEST_PATH) return undefined;
  return `/${withoutDots(namesOf(path)).join("/")}`;
}

const LONGEST_PATH = 4096;
