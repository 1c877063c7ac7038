import { isStepCount, tool, ToolLoopAgent } from "peer-ai";
import { toolLoopAgents } from "../tool-loop.ts";

export const makeAgents = toolLoopAgents({
  agent: (settings) => new ToolLoopAgent(settings),
  tool,
  steps: isStepCount,
  spec: "v4",
});
