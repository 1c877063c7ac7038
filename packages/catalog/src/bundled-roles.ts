import { bundledPrompts as prompts } from "./bundled-prompts.ts";
import { type WrittenRole } from "./role-schema.ts";

const READ_ONLY = { bash: "deny", edit: "deny", read: "allow", web: "deny" } as const;
const WRITING = { ...READ_ONLY, edit: "allow" } as const;
const RESEARCHING = { ...READ_ONLY, web: "allow" } as const;
const PROGRAMMING = { ...READ_ONLY, bash: "allow", edit: "allow" } as const;

/** Whatever must be asked goes up to whoever may answer it; questions about the direction go to a person. */
const ask_policy = { permission: "auto", direction: "human" } as const;

/**
 * The eleven roles that every catalog begins with, as the layer `bundled`. None names a model or a skill: they run on
 * their caller's model. Any of them can be overridden, field by field, by a higher layer.
 */
export const bundledRoles = {
  assistant: {
    description: "Talks to the operator: does small things, has bigger ones done",
    tags: ["management"],
    system_prompt: prompts.assistant,
  },
  "code-reviewer": {
    description: "Reviews a change and returns findings, without editing",
    tags: ["programming", "review"],
    system_prompt: prompts["code-reviewer"],
    tool_permission: { ...READ_ONLY, bash: "allow" },
  },
  composer: {
    description: "Designs a team of agents and saves it, without running it",
    tags: ["management"],
    system_prompt: prompts.composer,
    tool_permission: {
      bash: "deny",
      catalog: "allow",
      edit: "deny",
      list: "allow",
      read: "allow",
      team: "deny",
      web: "allow",
    },
    ask_policy,
  },
  editor: {
    description: "Checks a document against its task and sources and returns findings",
    tags: ["writing", "review"],
    system_prompt: prompts.editor,
    tool_permission: READ_ONLY,
  },
  leader: {
    description: "Supervises teams and agents: plans, delegates, judges, parks what only people can decide",
    tags: ["research", "writing", "programming", "review"],
    system_prompt: prompts.leader,
    tool_permission: { ask: "allow", bash: "deny", edit: "allow", list: "allow", read: "allow", web: "deny" },
    grant_permission: { ask: "allow", bash: "allow", edit: "allow", list: "allow", read: "allow", web: "allow" },
    ask_policy,
  },
  planner: {
    description: "Breaks a task into ordered steps that can each be verified",
    tags: ["programming"],
    system_prompt: prompts.planner,
    tool_permission: RESEARCHING,
  },
  programmer: {
    description: "Implements a change and runs the tests until they pass",
    tags: ["programming"],
    system_prompt: prompts.programmer,
    tool_permission: PROGRAMMING,
  },
  referencer: {
    description: "Resolves the citations of a document into a .bib file",
    tags: ["writing"],
    system_prompt: prompts.referencer,
    tool_permission: WRITING,
  },
  researcher: {
    description: "Collects and weighs sources on the web and returns findings",
    tags: ["research", "writing"],
    system_prompt: prompts.researcher,
    tool_permission: RESEARCHING,
  },
  tester: {
    description: "Writes and runs tests and diagnoses what fails",
    tags: ["programming"],
    system_prompt: prompts.tester,
    tool_permission: PROGRAMMING,
  },
  writer: {
    description: "Turns findings into a document and returns its path",
    tags: ["writing"],
    system_prompt: prompts.writer,
    tool_permission: WRITING,
  },
} as const satisfies Readonly<Record<string, WrittenRole>>;
