import { type WrittenTeam } from "./team.ts";

/** The two teams that every catalog begins with, as the layer `bundled`. */
export const bundledTeams = {
  programming: {
    description: "From a task to a reviewed change: plan, implement, test, review",
    tags: ["programming"],
    stages: [
      {
        role: "planner",
        task_hint:
          "Plan the task as ordered steps. Name the modules that each step touches and how to verify that it worked.",
        handoff_note: "The programmer works from your plan alone, so pass on all of it.",
      },
      {
        role: "programmer",
        task_hint: "Carry out the plan, run the checks of the project, and list every file you changed.",
        handoff_note: "The tester needs the list of changed files and a summary of what they now do.",
      },
      {
        role: "tester",
        task_hint: "Cover the new behaviour with tests, run everything, and report what passed and what failed.",
        handoff_note: "The reviewer needs the results of the tests and your diagnosis of each failure.",
      },
      {
        role: "code-reviewer",
        task_hint: "Review the change against the plan and the results of the tests.",
        handoff_note: "Your findings are what the team returns, so they must be understood without the stages before.",
      },
    ],
  },
  writing: {
    description: "From a question to a checked document: research, write, reference, edit",
    tags: ["research", "writing"],
    stages: [
      {
        role: "researcher",
        task_hint: "Collect and weigh the sources that the task needs, and return them as a list of findings.",
        handoff_note: "The writer has only your findings, so each must stand alone, with its URL and reliability.",
      },
      {
        role: "writer",
        task_hint: "Write the document from the findings, to the brief in the task.",
        handoff_note: "The referencer needs the path of the document and the list of what is still missing.",
      },
      {
        role: "referencer",
        task_hint: "Resolve every citation of the document into a .bib file beside it.",
        handoff_note: "The editor needs both paths, that of the document and that of the .bib file.",
      },
      {
        role: "editor",
        task_hint: "Check the document and its references against the task and the sources.",
        handoff_note: "Your findings are what the team returns: a reader should know from them what is left to do.",
      },
    ],
  },
} as const satisfies Readonly<Record<string, WrittenTeam>>;
