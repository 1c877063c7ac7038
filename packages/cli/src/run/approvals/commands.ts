import { type ApprovedModel, approveModel, disapproveModel, type ModelApproval } from "@polyglav/catalog";
import { changeApprovals, readApprovals } from "@polyglav/catalog/file";
import type { Problem } from "@polyglav/registry";
import { notWritten } from "../../catalog/written.ts";
import { problemLines } from "../../catalog-report.ts";
import type { Output } from "../../command.ts";
import { CommandError } from "../../command-error.ts";
import type { Line } from "../../line.ts";
import { notFound } from "../../not-found.ts";
import type { Session } from "../../session.ts";
import { visibleLine } from "../../visible.ts";
import { realModels } from "../models.ts";
import { namedModel, refOf, splitRef } from "./named-model.ts";

/** Lists the approved models, oldest first. */
export async function listModels(session: Session): Promise<Output> {
  const { value: models, problems } = readApprovals(session.places());
  await session.say(problemLines(problems, session.viewpoint));
  const width = Math.max(0, ...models.map((model) => visibleLine(refOf(model)).length));
  return {
    data: { models },
    lines: [
      [`${models.length} approved ${models.length === 1 ? "model" : "models"}`],
      ...models.map((model): Line => lineOf(model, width)),
    ],
  };
}

/** Approves a model for every folder of this user. */
export async function approve(written: string, session: Session): Promise<Output> {
  const model = await modelOf(written, session);
  const ref = refOf(model);
  const at = new Date(session.world.now());
  const changed = change((list) => approveModel(list, model, { by: "models approve", at }), session);
  return {
    data: { ...model, changed },
    lines: [[`${changed ? "Approved" : "Already approved:"} ${visibleLine(ref)}`]],
  };
}

/** Takes an approval back. The list is looked through first: a provider may be gone from the config. */
export async function remove(written: string, session: Session): Promise<Output> {
  const refs = readApprovals(session.places()).value.map(refOf);
  const ref = refs.includes(written) ? written : await resolvedRef(written, session);
  if (!refs.includes(ref)) throw notFound({ one: "approved model", list: "polyglav models list" }, ref, refs);
  const model = splitRef(ref);
  change((list) => disapproveModel(list, model), session);
  return { data: { ...model, removed: true }, lines: [[`Not approved any more: ${visibleLine(ref)}`]] };
}

async function modelOf(written: string, session: Session): Promise<ApprovedModel> {
  const catalog = await session.catalog();
  const { providers } = await realModels(catalog.config, session);
  return namedModel(written, catalog, providers, session);
}

/** What a run would make of it; as it is where nobody can tell. */
async function resolvedRef(written: string, session: Session): Promise<string> {
  try {
    return refOf(await modelOf(written, session));
  } catch (cause) {
    if (!(cause instanceof CommandError)) throw cause;
    return written;
  }
}

function change(edit: (list: readonly ModelApproval[]) => readonly ModelApproval[], session: Session): boolean {
  const changed = changeApprovals(session.places(), edit);
  if (changed.ok) return changed.changed;
  throw refusal(changed.problem, session);
}

/** A list that cannot be made is the machine's to correct, one that is wrong in itself the person's. */
function refusal(problem: Problem, { viewpoint }: Session): CommandError {
  const { message, code, hint } = notWritten(problem, viewpoint);
  const exit =
    problem.code === "approvals/not-kept"
      ? "not-ready"
      : problem.code === "approvals/wrong-type"
        ? "config"
        : undefined;
  return exit === undefined ? notWritten(problem, viewpoint) : new CommandError(message, { code, exit, hint });
}

function lineOf(model: ModelApproval, width: number): Line {
  const { added_at: added, last_used: used, by } = model;
  const when = [
    ...(added === "" ? [] : [`approved ${added.slice(0, 10)}`]),
    ...(by === "" ? [] : [`by ${by}`]),
    used === undefined ? "never used" : `used ${used.slice(0, 10)}`,
  ];
  return ["  ", ["name", visibleLine(refOf(model)).padEnd(width)], ["dim", `  ${visibleLine(when.join(", "))}`]];
}
