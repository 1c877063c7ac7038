import { type Resolved, type Skill, resolveSkills, withSkills } from "@polyglav/skills";

/** What a run is told before its task, and what could not be told. */
export interface Prompt {
  readonly instructions: string;
  readonly skills: Resolved;
}

/**
 * Assembles the instructions of a run: the role's prompt, then its standing skills, then those of this invocation.
 * The one place where a prompt is put together. Skills never change what a run may do.
 */
export function assemblePrompt(
  role: { readonly system_prompt: string; readonly skills: readonly string[] },
  invocation: readonly string[],
  get: (name: string) => Skill | undefined,
): Prompt {
  const skills = resolveSkills(get, [role.skills, invocation]);
  return { instructions: withSkills(role.system_prompt, skills.skills), skills };
}
