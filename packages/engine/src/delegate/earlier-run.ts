import { ImpossibleCall } from "../agent/hindrance.ts";
import { type Agent, type Tree, pathUp } from "../agent/agent.ts";
import { findConversation } from "../log/conversation.ts";
import type { EarlierConversation } from "../log/log-entry.ts";
import type { Message } from "../model/message.ts";

/** A conversation to go on with, and who had it. */
export interface EarlierRun extends EarlierConversation {
  readonly role: string;
  readonly temporary: boolean;
}

/**
 * Finds the run that a delegation wants to go on with: one that the caller or somebody below it started, and that has
 * ended. An agent cannot wait for itself, nor for who waits for it, and what runs is not run twice.
 */
export async function earlierRun(wanted: string, caller: Agent, tree: Tree): Promise<EarlierRun> {
  const own = caller.speaker.run;
  const run = fullId(wanted, own);
  const refuse = (state: string, hint: string): ImpossibleCall =>
    new ImpossibleCall("name", {
      code: "POLYGLAV_CANNOT_RESUME",
      message: `Cannot resume "${wanted}": ${state}`,
      hint,
    });
  if (pathUp(caller).some(({ speaker }) => speaker.run === run)) {
    const who = run === own ? "it is this run itself" : "it waits for this run";
    throw refuse(who, "Name a run that has ended");
  }
  if (tree.state.agents.has(run)) throw refuse("it has not ended", "Wait until you are told that it has");
  const known = [...tree.state.ended].filter(([id]) => id.startsWith(`${own}.`)).map(([id]) => id);
  const ended = tree.state.ended.get(run);
  if (ended === undefined || !known.includes(run)) {
    const list =
      known.length === 0 ? "None has ended yet" : `Runs of yours that have ended: ${known.slice(-10).join(", ")}`;
    throw refuse("there is no such run below this one", list);
  }
  await tree.journal.commit();
  const found = findConversation(await tree.store.read(tree.state.run, { from: "start" }), run);
  if (found === undefined) throw refuse("its log cannot be read", "Delegate anew, with all that it has to know");
  return { ...found, role: ended.role, temporary: ended.temporary };
}

/** `2`, `#2` and `.2` are the second child; anything else is an id as it is. */
function fullId(wanted: string, own: string): string {
  const number = /^[#.]?(\d+)$/.exec(wanted.trim())?.[1];
  return number === undefined ? wanted.trim() : `${own}.${number}`;
}

/** What was said in a conversation, without the results of its calls: most of it, in a fraction of its length. */
export function compacted(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message): readonly Message[] => {
    if (message.author === "user") return [message];
    if (message.author === "tool") return [];
    const lines = message.said.flatMap((part) => {
      if (part.type === "text") return [part.text];
      return part.type === "call" ? [`[called ${part.tool}]`] : [];
    });
    return [{ author: "assistant", said: [{ type: "text", text: lines.join("\n") }] }];
  });
}
