import { type Catalog } from "@polyglav/catalog";
import { type Resolved, withSkills } from "@polyglav/skills";
import type { RunError } from "../run/outcome.ts";

/** What a run is told before its task, and what could not be told. */
export interface Prompt {
  readonly instructions: string;
  readonly skills: Resolved;
  /** One for each skill that was named and is not in the instructions. */
  readonly warnings: readonly RunError[];
}

/** What a prompt is made of. */
export interface PromptParts {
  readonly role: { readonly name: string; readonly system_prompt: string; readonly skills: readonly string[] };
  /** What the project says to every agent. */
  readonly project: string | undefined;
  /** Skills for this invocation. */
  readonly invocation: readonly string[];
}

/** The most characters of the instructions of a project. */
const MOST_PROJECT = 20_000;

/**
 * Assembles the instructions of a run: what the project says, the role's prompt, its standing skills, then those of this
 * invocation. The one place where a prompt is put together. Skills never change what a run may do.
 */
export function assemblePrompt(
  { role, project, invocation }: PromptParts,
  catalog: Pick<Catalog, "resolveSkills">,
): Prompt {
  const skills = catalog.resolveSkills([role.skills, invocation]);
  const own = withSkills(role.system_prompt, skills.skills);
  const parts = [project === undefined || project.trim() === "" ? "" : ofProject(project), own];
  const instructions = parts.filter((part) => part !== "").join("\n\n");
  return { instructions, skills, warnings: warn(role.name, skills) };
}

function ofProject(text: string): string {
  const trimmed = text.trim();
  const cut = trimmed.length > MOST_PROJECT ? `${trimmed.slice(0, MOST_PROJECT)}\n[cut here]` : trimmed;
  return `## Instructions of the project\n\n${cut}`;
}

function warn(role: string, { missing, withheld }: Resolved): readonly RunError[] {
  return [
    ...missing.map((name) => ({
      code: "skill-missing",
      message: `Role "${role}" names a skill that does not exist: ${name}`,
    })),
    ...withheld.flatMap((one): readonly RunError[] => {
      const state = stateOf(one);
      if (state === undefined) return [];
      return [{ code: "skill-withheld", message: `Role "${role}" does not get skill "${one.name}": ${state}` }];
    }),
  ];
}

/** Why a skill is left out; `undefined` where nothing is lost by that. */
function stateOf(one: Resolved["withheld"][number]): string | undefined {
  switch (one.why) {
    case "untrusted":
      return "it is only in a folder that is not trusted";
    case "unreadable":
      return "its file cannot be read";
    case "empty":
      return "it is empty";
    case "budget":
      return `its ${one.tokens} tokens do not fit into what is left for skills`;
    case "same-file":
      return undefined;
  }
}
