import type { Call, Context } from "../context.ts";
import { readObject } from "./object.ts";
import { reachCopy, reachHost, reachUrl } from "./reach.ts";
import { HOLE, known, type Reading, unknown } from "../words/reading.ts";
import type { State } from "../state.ts";
import type { Role, Roles } from "../tables/tools.ts";
import { touch } from "../touch.ts";

/**
 * Files are written in a folder whose names nobody knows. Unless it is flat, in folders of it as well, so that no pattern
 * which counts names matches all of them.
 */
export function fill(state: State, context: Context, folder: Reading = known("."), isFlat = false): void {
  fillBehind(
    { ...folder, source: `${folder.source}/`, mask: folder.mask && `${folder.mask}/` },
    state,
    context,
    isFlat,
  );
}

/** Files are written whose paths begin with a word. */
export function fillBehind({ source, mask }: Reading, state: State, context: Context, isFlat = false): void {
  for (const end of isFlat ? [HOLE] : [HOLE, `${HOLE}/${HOLE}`])
    touch("edit", unknown(`${source}*`, { mask: mask === undefined ? undefined : mask + end }), state, context);
}

/** Notes what is done with operands by their roles. */
export function useOperands(roles: Roles, operands: readonly Reading[], call: Call, state: State): void {
  const { first, rest, last } = roles;
  // `cp a` is an error, and `ln -s a` makes `./a`: what stands alone is not the last.
  const hasLast = last.length > 0 && operands.length > first.length + last.length;
  const end = hasLast ? operands.length - last.length : operands.length;
  const others = last.length > 0 ? operands.slice(first.length, end) : [];
  for (const [index, word] of operands.entries()) {
    const role = first[index] ?? (index < end ? rest : (last[index - end] ?? rest));
    use(role, word, others, call, state);
    // Where the last word becomes several, one of them is the last.
    const isLast = word.splits && index === operands.length - 1 && index < end;
    if (isLast) for (const other of last) use(other, word, others, call, state);
  }
}

function use(role: Role, word: Reading, others: readonly Reading[], { context }: Call, state: State): void {
  switch (role) {
    case "skip":
      return;
    case "read":
      // The input of the tool, which is no file.
      if (word.text !== "-") touch("read", word, state, context);
      return;
    case "move":
      touch("read", word, state, context);
      touch("edit", word, state, context);
      return;
    case "into":
      if (reachCopy(word, context)) return;
      touch("edit", word, state, context);
      // Where it is a folder, it gets files of the same names.
      for (const other of others) if (other !== word) touch("edit", inside(word, other), state, context);
      return;
    case "fill":
      touch("edit", word, state, context);
      fill(state, context, word);
      return;
    case "web":
      reachUrl(word, context);
      return;
    case "host":
      reachHost(word, context);
      return;
    case "copy":
      if (!reachCopy(word, context)) touch("read", word, state, context);
      return;
    case "remote":
      reachCopy(word, context);
      return;
    case "object":
      readObject(word, state, context);
      return;
    default:
      touch(role, word, state, context);
  }
}

/** The file of a folder that has the name of another file. */
export function inside(folder: Reading, file: Reading): Reading {
  const source = `${folder.source}/${file.source}`;
  const name = file.mask?.replace(/\/+$/, "").split("/").at(-1);
  if (folder.mask === undefined || name === undefined) return unknown(source);
  const mask = name === ".." || name === "." ? folder.mask : `${folder.mask}/${name}`;
  return mask.includes(HOLE) ? unknown(source, { mask }) : known(mask, source);
}
