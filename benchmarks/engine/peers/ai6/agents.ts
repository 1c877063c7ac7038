import { stepCountIs, tool, ToolLoopAgent } from "peer-ai";
import { toolLoopAgents } from "../tool-loop.ts";

export const makeAgents = toolLoopAgents({
  agent: (settings) => new ToolLoopAgent(settings),
  tool,
  steps: stepCountIs,
  spec: "v3",
});
