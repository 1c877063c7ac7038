import type { RunEvent } from "@polyglav/engine";
import { paintLines } from "../colour.ts";
import type { Line } from "../line.ts";
import type { Session } from "../session.ts";
import { renderEvent } from "../view/render-event.ts";
import { startView, type ViewOptions } from "../view/view-state.ts";
import type { Out } from "../world.ts";

export interface TreeOptions {
  readonly stderr: Out;
  readonly colourErr: boolean;
  /** `undefined`: the tree is not shown. */
  readonly view: ViewOptions | undefined;
}

/** The live tree of a run on stderr. */
export interface Tree {
  readonly event: (event: RunEvent) => Promise<void>;
  /** Takes an event in and shows nothing of it. */
  readonly recall: (event: RunEvent) => void;
  /** From here on it shows nothing. */
  readonly end: () => void;
}

/** Starts the tree of a skin. */
export function startTree({ stderr, colourErr, view }: TreeOptions): Tree {
  return growTree(view, (lines) => stderr.write(paintLines(lines, colourErr)));
}

/** What such a tree needs of a session. */
export interface TreeSession extends Pick<Session, "say" | "detail" | "viewpoint"> {
  readonly world: { readonly stderr: Pick<Out, "columns"> };
}

/**
 * Starts a tree for a command that looks at its run from elsewhere than the skin does, or in more detail; its events are
 * then not given to `session.emit`, which would show them twice. With `--quiet` it shows nothing. What is left out is as
 * the command line says.
 */
export function startTreeOf(
  session: TreeSession,
  { viewpoint, detail }: Partial<Pick<ViewOptions, "viewpoint" | "detail">> = {},
): Tree {
  const { say, world } = session;
  if (session.detail === "quiet") return growTree(undefined, say);
  const { columns = 100 } = world.stderr;
  return growTree({ viewpoint: viewpoint ?? session.viewpoint, detail: detail ?? session.detail, columns }, say);
}

/** Grows a tree whose lines go where `write` puts them. */
export function growTree(view: ViewOptions | undefined, write: (lines: readonly Line[]) => Promise<void>): Tree {
  let state = view === undefined ? undefined : startView(view);
  return {
    event: async (event) => {
      if (state === undefined) return;
      const rendered = renderEvent(state, event);
      state = rendered.state;
      if (rendered.lines.length > 0) await write(rendered.lines);
    },
    recall: (event) => {
      if (state !== undefined) ({ state } = renderEvent(state, event));
    },
    end: () => {
      state = undefined;
    },
  };
}
