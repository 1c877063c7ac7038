import type { RunEvent } from "@polyglav/engine";
import { paintLines } from "../colour.ts";
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
  /** From here on it shows nothing. */
  readonly end: () => void;
}

export function startTree({ stderr, colourErr, view }: TreeOptions): Tree {
  let state = view === undefined ? undefined : startView(view);
  return {
    event: async (event) => {
      if (state === undefined) return;
      const rendered = renderEvent(state, event);
      state = rendered.state;
      if (rendered.lines.length > 0) await stderr.write(paintLines(rendered.lines, colourErr));
    },
    end: () => {
      state = undefined;
    },
  };
}
