import { type ApprovedModel, approveModel, isApproved, type ModelApproval, noteModelUse } from "@polyglav/catalog";
import { changeApprovals, readApprovals } from "@polyglav/catalog/file";
import type { ApproveModel, AskedModel } from "@polyglav/engine";
import { problemLines } from "../../catalog-report.ts";
import type { Line } from "../../line.ts";
import type { Session } from "../../session.ts";
import { displayWhere, type Viewpoint } from "../../view/place.ts";
import { visibleLine } from "../../visible.ts";
import type { Terminal } from "../terminal.ts";
import { refOf, splitRef } from "./named-model.ts";

/** Who approves the models of a run. */
export interface Approvals {
  readonly approve: ApproveModel;
  /** Notes that a model is used, if it is one of the list, and not more than once a day. */
  readonly used: (ref: string) => Promise<void>;
}

export interface ApprovalsOptions {
  /** What `--approve-model` names. */
  readonly given: readonly ApprovedModel[];
  /** Where a person is asked; `undefined` when nobody is there. */
  readonly terminal: Terminal | undefined;
  readonly session: Pick<Session, "places" | "prompt" | "say" | "viewpoint"> & {
    readonly world: Pick<Session["world"], "now">;
  };
}

/**
 * Approves what the command line names and what the user's list has, and asks the person about anything else. A yes is
 * kept in the list; one that cannot be kept counts for this run. A no is remembered for the run and written nowhere.
 */
export async function openApprovals({ given, terminal, session }: ApprovalsOptions): Promise<Approvals> {
  const { viewpoint, world, places, say } = session;
  const keep = async (
    change: (list: readonly ModelApproval[], at: Date) => readonly ModelApproval[],
  ): Promise<void> => {
    const kept = changeApprovals(places(), (list) => change(list, new Date(world.now())));
    if (!kept.ok) await say(problemLines([kept.problem], viewpoint));
  };
  const record = (model: ApprovedModel, by: string): Promise<void> =>
    keep((list, at) => approveModel(list, model, { by, at }));
  const { problems } = readApprovals(places());
  await say(problemLines(problems, viewpoint));
  for (const model of given) await record(model, "--approve-model");

  const answers = new Map<string, Promise<boolean | undefined>>(
    given.map((model) => [refOf(model), Promise.resolve(true)]),
  );
  /** `undefined` when a stop ended the question. */
  const answerTo = async (asked: AskedModel, signal: AbortSignal): Promise<boolean | undefined> => {
    const model = splitRef(asked.ref);
    // Read again: somebody may have approved it meanwhile.
    if (isApproved(readApprovals(places()).value, model)) return true;
    if (terminal === undefined) return false;
    const line = await terminal.ask(() => session.prompt(questionLines(asked, viewpoint)), signal);
    if (line === undefined && signal.aborted) return undefined;
    const yes = line !== undefined && /^\s*y(es)?\s*$/i.test(line);
    if (yes) await record(model, "terminal");
    return yes;
  };
  const ask = (asked: AskedModel, signal: AbortSignal): Promise<boolean | undefined> => {
    const answer = answerTo(asked, signal).then((said) => {
      if (said === undefined) answers.delete(asked.ref);
      return said;
    });
    answers.set(asked.ref, answer);
    return answer;
  };

  return {
    approve: async (asked, signal) => {
      for (;;) {
        const answer = await (answers.get(asked.ref) ?? ask(asked, signal));
        // Somebody else's question may have been stopped: this one is asked again.
        if (answer !== undefined || signal.aborted) return answer === true;
      }
    },
    used: async (ref) => {
      const model = splitRef(ref);
      const today = dayOf(new Date(world.now()).toISOString());
      const entry = readApprovals(places()).value.find((one) => refOf(one) === ref);
      if (entry === undefined || dayOf(entry.last_used ?? "") === today) return;
      await keep((list, at) => noteModelUse(list, model, at));
    },
  };
}

/** The day of an ISO time. */
const dayOf = (time: string): string => time.slice(0, 10);

function questionLines({ ref, role, why }: AskedModel, viewpoint: Viewpoint): readonly Line[] {
  const { where, alias, written } = why;
  const named = where === undefined ? "" : displayWhere(where, viewpoint);
  const meant = alias?.where === undefined ? "" : displayWhere(alias.where, viewpoint);
  const means = meant === "" ? "" : `, and ${visibleLine(meant)} says what that is`;
  return [
    [
      [
        "dim",
        `  why it is asked: ${visibleLine(named)} names "${visibleLine(written)}"${means}; nothing of your own does`,
      ],
    ],
    [["warn", "? "], 'Approve model "', ["strong", visibleLine(ref)], `" for role ${visibleLine(role)}? [y/N] `],
  ];
}
