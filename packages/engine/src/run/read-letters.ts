import type { Tree } from "../agent/agent.ts";
import { speakerOf } from "../log/run-state.ts";
import { messageOf } from "../message-of.ts";
import type { Letter } from "../store/run-store.ts";
import { type AskAnswer, type Wish, readWish } from "./letter.ts";
import { cancelledBy } from "./grant-wish.ts";
import { stop } from "./stop.ts";

/** Does what letters want, each once: an answer that came by letter counts like any other. */
export function readLetters(tree: Tree): void {
  tree.log.letters((letter) => {
    take(letter, tree).catch((cause: unknown) => {
      // It stays where it is; who opens the run next reads it again.
      const message = `Cannot do what a letter wants: ${messageOf(cause)}`;
      tree.journal.record({ run: tree.state.run }, { kind: "warning.noted", code: "letter-failed", message });
    });
  });
}

async function take(letter: Letter, tree: Tree): Promise<void> {
  const { journal, log, state } = tree;
  if (!state.letters.has(letter.id)) {
    const wish = readWish(letter.says);
    if (wish?.do === "answer") await answerOpen(wish.ask, wish.answer, tree);
    // Noted only afterwards: a letter that is read twice does nothing the second time, and one that is lost would be.
    if (!journal.isOpen()) return;
    journal.record({ run: state.run }, { kind: "letter.taken", letter: letter.id });
    if (wish?.do === "cancel") cancel(wish, tree);
  }
  // What it says must be safe before it is gone. After the end, it is for whoever opens the run next.
  await journal.commit();
  log.discard(letter.id);
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
function cancel(wish: Cancel, { state, agents, journal }: Tree): void {
  const { why } = wish;
  for (const { run } of cancelledBy(wish, state)) {
    journal.record(speakerOf(run, state), { kind: "run.cancelled", why });
    agents.get(run)?.stopper.abort(stop({ kind: "cancelled", signal: "SIGINT" }));
  }
}

type Cancel = Extract<Wish, { readonly do: "cancel" }>;
