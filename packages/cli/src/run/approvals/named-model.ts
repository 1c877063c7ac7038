import { type ApprovedModel, type Catalog, resolveModel } from "@polyglav/catalog";
import { problemLines } from "../../catalog-report.ts";
import { usageError } from "../../command-error.ts";
import type { Session } from "../../session.ts";

/** Reads which model a person means, by the rule that runs have; what is odd about it goes to stderr. */
export async function namedModel(
  written: string,
  catalog: Catalog,
  providers: Iterable<string> | undefined,
  session: Session,
): Promise<ApprovedModel> {
  if (written.trim() === "") throw usageError("Cannot approve a model: its name is empty", "Write provider/model");
  const { provider, model, problems } = resolveModel(written, { config: catalog.config, providers });
  const [problem] = problems;
  if (provider === undefined || model === "") {
    throw usageError(problem?.message ?? `Cannot tell which model "${written}" is`, problem?.hint);
  }
  await session.say(problemLines(problems, session.viewpoint));
  return { provider, model };
}

/** What a reference that is resolved names: no provider has a slash in its name. */
export function splitRef(ref: string): ApprovedModel {
  const slash = ref.indexOf("/");
  return { provider: ref.slice(0, slash), model: ref.slice(slash + 1) };
}

export const refOf = ({ provider, model }: ApprovedModel): string => `${provider}/${model}`;
