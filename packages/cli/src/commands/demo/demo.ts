import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { loadCatalog } from "@polyglav/catalog/file";
import { type RunEvent, run } from "@polyglav/engine";
import { fileStore } from "@polyglav/engine/file";
import { scriptedModels } from "@polyglav/engine/testing";
import { createTools } from "@polyglav/tools";
import type { Output } from "../../command.ts";
import { CommandError, messageOf } from "../../command-error.ts";
import type { Session } from "../../session.ts";
import { startTreeOf, type Tree } from "../../skins/tree.ts";
import { findProof, type Proof } from "./proof.ts";
import { commandAsStarted } from "./started.ts";
import { BUG, PROJECT, TASK } from "./project.ts";
import { demoScript, PAUSE_MS } from "./script.ts";
import { closingLines, openingLines } from "./story.ts";
import { scriptedOperator } from "./scripted-operator.ts";
import { writeProject } from "./write-project.ts";

/**
 * Plays a whole delegation in a temporary folder. The words of the models and the answers of the operator come from a
 * script; the files, the permissions, the edits and the test runs are real, and the end is checked against them.
 */
export async function runDemo({ fast }: { readonly fast: boolean }, session: Session): Promise<Output> {
  const folder = makeProject(session);
  const pauseMs = fast ? 0 : PAUSE_MS;
  const show = session.format === "text" ? treeIn(folder, session).event : emitAllButTheEnd(session);
  if (session.format === "text" && session.detail !== "quiet") await session.say(openingLines(folder));

  // Its own folder was written by this command a moment ago, so it is trusted; no other layer has a say in the demo.
  const places = { cwd: folder, home: folder, env: {}, trust: true };
  const signal = session.stopping();
  const events = run(
    { role: "supervisor", task: TASK, denials: "ok", signal },
    {
      catalog: loadCatalog(places),
      models: scriptedModels(demoScript(pauseMs)),
      tools: createTools({ worktree: folder, env: shellEnv(session) }),
      operator: scriptedOperator(pauseMs),
      store: fileStore(join(folder, ".polyglav", "runs")),
    },
  );
  const seen: RunEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    await show(event);
  }
  const proof = findProof(seen, PROJECT[BUG.path] ?? "", readFileSync(join(folder, BUG.path), "utf8"));
  return closingOutput(proof, folder, session);
}

function treeIn(folder: string, session: Session): Tree {
  const viewpoint = { cwd: folder, home: session.viewpoint.home };
  return startTreeOf(session, { viewpoint, detail: "verbose" });
}

/** The run may have ended well and its proof be missing all the same: the end of the stream is that of the command. */
function emitAllButTheEnd({ emit }: Session): Session["emit"] {
  return async (event) => {
    if (event.type !== "run-end") await emit(event);
  };
}

function closingOutput(proof: Proof, folder: string, { world }: Session): Output {
  const data = { folder, ...proof };
  const lines = closingLines(proof, folder, commandAsStarted(world.env));
  if (proof.stopped !== undefined) {
    const fault = { code: "POLYGLAV_STOPPED", message: "the demo was stopped" };
    return { data, lines: [], exit: proof.stopped, fault };
  }
  if (proof.missing.length === 0) return { data, lines };
  const fault = { code: "POLYGLAV_DEMO", message: `Cannot show everything: ${proof.missing.join("; ")}` };
  return { data, lines, exit: "failed", fault };
}

function makeProject({ world }: Session): string {
  try {
    const folder = mkdtempSync(join(temporaryFolder(world.env.TMPDIR), "polyglav-demo-"));
    writeProject(folder, PROJECT);
    return folder;
  } catch (cause) {
    const message = `Cannot write the project of the demo: ${messageOf(cause)}`;
    throw new CommandError(message, {
      code: "POLYGLAV_DEMO_FOLDER",
      exit: "not-ready",
      hint: "It needs a temporary folder that can be written: TMPDIR names another one",
      cause,
    });
  }
}

/** A TMPDIR that is no absolute path is none: nothing of the working folder is touched. */
function temporaryFolder(named: string | undefined): string {
  return [named, tmpdir()].find((path) => path !== undefined && isAbsolute(path)) ?? resolve("/tmp");
}

/** The project's tests run under the Node that runs this, wherever that is. */
function shellEnv({ world }: Session): Readonly<Record<string, string | undefined>> {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, FORCE_COLOR: ___, ...env } = world.env;
  return {
    ...env,
    PATH: [dirname(process.execPath), world.env.PATH].filter(Boolean).join(delimiter),
    NO_COLOR: "1",
  };
}
