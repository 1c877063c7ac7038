import type { Tree } from "../agent/agent.ts";
import { speakerOf } from "../log/run-state.ts";
import type { Letter } from "../store/run-store.ts";
import { type AskAnswer, type Wish, readWish } from "./letter.ts";
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
  if (question === undefined) return;
  const speaker = speakerOf(question.run, tree.state);
  tree.journal.record(speaker, { kind: "ask.answered", ask, answer: "answered", text: answer.text, by: "operator" });
  tree.scheduler.answered(ask);
  tree.replies.get(ask)?.();
}

/** Stops a run, or only those below it that somebody waits for. Those that have not been gone on with yet end when they are. */
function cancel({ run, scope, why }: Cancel, tree: Tree): void {
  const { state, agents, journal } = tree;
  const target = run ?? state.run;
  const all = [...state.agents.values()];
  const meant =
    scope === "all"
      ? all.filter((agent) => agent.run === target)
      : all.filter(({ parent, background }) => parent === target && !background);
  for (const agent of meant) {
    journal.record(speakerOf(agent.run, state), { kind: "run.cancelled", why });
    agents.get(agent.run)?.stopper.abort(stop({ kind: "cancelled", signal: "SIGINT" }));
  }
}

type Cancel = Extract<Wish, { readonly do: "cancel" }>;
