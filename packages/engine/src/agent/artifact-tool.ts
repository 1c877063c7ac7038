import { z } from "zod";
import { wholeAt } from "./shelf.ts";
import type { EngineTool } from "../ports.ts";
import type { Agent, Tree } from "./agent.ts";
import type { AgentTool } from "./tool-list.ts";

const input = z.object({
  name: z.string().describe("The name that the shortened result gave"),
  offset: z.int().min(0).optional().describe("The character to begin at"),
});

/** The most characters of one answer. */
const MOST = 16_000;

/** The tool by which an agent reads on in a result of its own that was too long to be given whole. */
export function artifactTool({ state }: Agent, tree: Tree): AgentTool {
  const tool: EngineTool = {
    description: "Reads on in a result that was shortened, by the name that it gave.",
    inputSchema: input,
    category: "own",
    replay: "safe",
    request: () => ({ tool: "artifact", actions: [] }),
    async execute(given) {
      const { name, offset = 0 } = input.parse(given);
      // Only what this agent was given anyway: a name is no key to what others have read.
      if (!state.artifacts.has(name)) throw new Error(`there is no shortened result "${name}" of yours`);
      const text = await tree.store.artifact(tree.state.run, name);
      if (text === undefined) throw new Error(`the whole of "${name}" is gone`);
      if (offset >= text.length) return `[there is nothing from offset ${offset} on: it has ${text.length} characters]`;
      const begin = wholeAt(text, offset);
      const end = wholeAt(text, begin + MOST);
      const rest = end < text.length ? `\n[${text.length - end} more characters, from offset ${end}]` : "";
      return `${text.slice(begin, end)}${rest}`;
    },
  };
  return { tool, kind: "own" };
}
