import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "@polyglav/catalog";
import type { ModelPort } from "@polyglav/engine";
import { problemLines } from "../catalog-report.ts";
import { CommandError, messageOf, systemCode } from "../command-error.ts";
import type { Session } from "../session.ts";
import { displayPath } from "../view/place.ts";

/** Chooses where models come from: a script when one is named, else the providers of the config. */
export async function chooseModels(
  fakeModel: string | undefined,
  config: Config,
  session: Session,
): Promise<ModelPort> {
  return fakeModel === undefined ? realModels(config, session) : scripted(fakeModel, session);
}

/** Gives the models of the providers of the config, and of `local` where the environment says where that is. */
export async function realModels(config: Config, session: Session): Promise<ModelPort> {
  const { createModels } = await import("@polyglav/engine/models");
  return createModels({ providers: config.providers, defaultRef: config.model, env: session.world.env });
}

async function scripted(written: string, { viewpoint, say }: Session): Promise<ModelPort> {
  const file = resolve(viewpoint.cwd, written);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const state = systemCode(cause) === "ENOENT" ? "there is no such file" : messageOf(cause);
    throw broken(`Cannot read --fake-model "${written}": ${state}`);
  });
  const { parseScript, scriptedModels } = await import("@polyglav/engine/testing");
  const { value, problems } = parseScript(text, file);
  await say(problemLines(problems, viewpoint));
  if (value !== undefined) return scriptedModels(value);
  throw broken(
    `Cannot use --fake-model "${displayPath(file, viewpoint)}": it has ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`,
  );
}

function broken(message: string): CommandError {
  return new CommandError(message, { code: "POLYGLAV_SCRIPT", exit: "config" });
}
