import { OVER } from "../clock.ts";
import type { Agent, Tree } from "./agent.ts";

/** Tells the watchers that a model has not said anything yet: after a tenth of a second, and each time it took ten times as long. */
export function watchSilence(agent: Agent, tree: Tree): { readonly begin: () => void; readonly end: () => void } {
  let over = new AbortController();
  const end = (): void => {
    over.abort(OVER);
  };
  return {
    begin() {
      end();
      over = new AbortController();
      void tellAfter(FIRST_MS, agent, tree, over.signal);
    },
    end,
  };
}

const FIRST_MS = 100;

async function tellAfter(first: number, agent: Agent, tree: Tree, over: AbortSignal): Promise<void> {
  for (let ms = first; ; ms *= 10) {
    await tree.clock.sleep(ms === first ? ms : ms - ms / 10, over);
    if (over.aborted) return;
    tree.journal.broadcast(agent.speaker, { type: "waiting", on: "model", ms });
  }
}
