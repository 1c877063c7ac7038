/**
 * Our engine by its public API. The one file that has to follow it.
 *
 * @module
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCatalog } from "@polyglav/catalog";
import { type EngineDeps, type EngineTool, run } from "@polyglav/engine";
import { fileStore } from "@polyglav/engine/file";
import { z } from "zod";
import type { Given } from "../../runner/benchmark.ts";
import { wordGiven } from "../../runner/cell.ts";
import type { MakeAgents, Run } from "../agents.ts";
import { modelBySpec } from "../model-by-spec.ts";
import { callerScript, type Call, ECHO, leafScript, type Script } from "../workload.ts";

/** `log` says where the log is kept: in a `file`, or in `memory`. `listen` says whether somebody reads the text as it comes. */
export const makeAgents: MakeAgents = (given) => {
  const store =
    wordGiven(given, "log") === "file" ? { store: fileStore(folderFor(given), { durability: "write" }) } : {};
  const listening = wordGiven(given, "listen") === "yes" ? {} : { stream: false };
  const start = (scripts: Readonly<Record<string, Script>>): Run => {
    const deps = { ...worldOf(scripts), ...store };
    return async () => {
      let text = "";
      for await (const event of run({ role: "top", task: "Have it done", ...listening }, deps))
        if (event.type === "run-end") text = event.status === "ok" ? event.content : JSON.stringify(event);
      return text;
    };
  };
  return {
    single: () => start({ top: callerScript("echo") }),
    delegate1: () => start({ top: callerScript("delegate"), leaf: leafScript() }),
    fan: (children) => start({ top: callerScript("delegate", 1, children), leaf: leafScript() }),
    chain: (depth) => {
      const scripts: Record<string, Script> = { top: callerScript("delegate") };
      for (let level = 1; level < depth; level += 1) scripts[`level${level}`] = callerScript("delegate");
      return start({ ...scripts, leaf: leafScript() });
    },
    seq: (tasks) => start({ top: callerScript("delegate", tasks), leaf: leafScript() }),
  };
};

/** A role for each script, in the order in which they delegate. Limits are there, and far away. */
function worldOf(scripts: Readonly<Record<string, Script>>): Omit<EngineDeps, "store"> {
  const names = Object.keys(scripts);
  const role = {
    system_prompt: "You are a scripted agent.",
    tool_permission: { "*": "allow" },
    grant_permission: { "*": "allow" },
    limits: { steps: 1_000_000, depth: 100, agents: 1_000_000 },
  };
  const catalog = createCatalog({
    trusted: true,
    roles: { local: Object.fromEntries(names.map((name) => [name, role])) },
  });
  const models = new Map(
    Object.entries(scripts).map(([name, script], place) => {
      const next = names[place + 1] ?? "";
      const argumentsOf = ({ tool, task }: Call) => (tool === "delegate" ? { role: next, task } : { task });
      return [name, modelBySpec("v4", script, argumentsOf)] as const;
    }),
  );
  return {
    catalog,
    tools: { echo },
    operator: undefined,
    models: {
      resolve: (_, { role: name }) => {
        const model = models.get(name);
        if (model !== undefined) return { ok: true, ref: "scripted/scripted", model };
        return { ok: false, error: { code: "POLYGLAV_NO_MODEL", message: `Cannot run ${name}: it has no script` } };
      },
    },
  };
}

const inputSchema = z.object({ task: z.string() });

const echo: EngineTool = {
  description: "Answers",
  inputSchema,
  category: "read",
  request: (input) => {
    const { task } = inputSchema.parse(input);
    return { tool: "echo", actions: [{ category: "read", resource: [task] }], summary: `echo ${task}` };
  },
  execute: async () => ECHO,
};

/** The folder that is given, or one that goes with the process. */
function folderFor(given: Given): string {
  if (typeof given.folder === "string") return given.folder;
  const folder = mkdtempSync(join(tmpdir(), "polyglav-engine-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
