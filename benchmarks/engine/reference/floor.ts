import type { MakeAgents } from "../agents.ts";
import { loopAgents } from "./loop.ts";

// No library at all: the script is asked, and nothing else happens.
export const makeAgents: MakeAgents = () => loopAgents((script) => async (turns) => script.next(turns));
