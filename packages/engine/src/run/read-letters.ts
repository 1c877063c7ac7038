import type { Agent, Tree } from "../agent/agent.ts";
import type { Letter } from "../store/run-store.ts";
import { type AskAnswer, readWish } from "./letter.ts";
import { stop } from "./stop.ts";

/** Does what letters want, each once: an answer that came by letter counts like any other. */
export function readLetters(tree: Tree): void {
  tree.log.letters((letter) => {
    if (tree.state.letters.has(letter.id)) tree.log.discard(letter.id);
    else void take(letter, tree);
  });
}

async function take(letter: Letter, tree: Tree): Promise<void> {
  const wish = readWish(letter.says);
  // Noted only afterwards: a letter that is read twice does nothing the second time, and one that is lost would be.
  if (wish?.do === "answer") await answerOpen(wish.ask, wish.answer, tree);
  tree.journal.record({ run: tree.state.run }, { kind: "letter.taken", letter: letter.id });
  tree.log.discard(letter.id);
  if (wish?.do === "cancel") cancel(wish, tree);
}

/** Answers an open ask of a tree that is at work; nothing happens for one that is not open. */
async function answerOpen(ask: string, answer: AskAnswer, tree: Tree): Promise<void> {
  if (answer.say !== "text") {
    await tree.gate.answer(ask, answer, "operator");
    return;
  }
  const question = tree.state.questions.get(ask);
  const speaker = question === undefined ? undefined : tree.agents.get(question.run)?.speaker;
  if (speaker === undefined) return;
  tree.journal.record(speaker, { kind: "ask.answered", ask, answer: "answered", text: answer.text, by: "operator" });
  tree.scheduler.answered(ask);
  tree.replies.get(ask)?.();
}

function cancel(
  { run, scope, why }: { readonly run?: string | undefined; readonly scope: "all" | "turn"; readonly why: string },
  tree: Tree,
): void {
  for (const agent of cancelled(run ?? tree.state.run, scope, tree)) {
    tree.journal.record(agent.speaker, { kind: "run.cancelled", why });
    agent.stopper.abort(stop({ kind: "cancelled", signal: "SIGINT" }));
  }
}

/** The whole of a run, or only those below it that somebody waits for. */
function cancelled(run: string, scope: "all" | "turn", tree: Tree): readonly Agent[] {
  const agent = tree.agents.get(run);
  if (agent === undefined) return [];
  if (scope === "all") return [agent];
  return [...tree.agents.values()].filter(({ parent, state }) => parent === agent && !state.background);
}
