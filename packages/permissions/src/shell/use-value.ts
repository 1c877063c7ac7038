import type { Call } from "./context.ts";
import { show } from "./findings.ts";
import type { Given } from "./options.ts";
import { sourceOf } from "./reading.ts";
import type { State } from "./state.ts";
import { readJoined } from "./texts.ts";
import { touch } from "./touch.ts";

/** Looks at the value of an option: a file, or something that is run. */
export function useValue({ kind, value }: Given, call: Call, state: State = call.state): void {
  const { context, words } = call;
  if (value === undefined) return;
  if (kind === "read" || kind === "edit" || kind === "list" || kind === "run") touch(kind, value, state, context);
  if (kind === "text" || kind === "launch") readJoined([value], state, context);
  if (kind === "launch") context.found.advise(`an option of it starts a program: ${show(sourceOf(words))}`);
}
