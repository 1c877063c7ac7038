/** Named instructions in Markdown that a role carries, or that a caller adds to one task. */
export interface Skill {
  readonly name: string;
  /** The whole text as it was written. */
  readonly content: string;
  /** One line for listings. */
  readonly description: string;
  readonly tags?: readonly string[];
}

/**
 * Describes a skill by the first line of its trimmed content; a heading keeps its `#`. Empty content gives `""`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { describeContent } from "@polyglav/skills";
 *
 * assert.equal(describeContent("\n# Finders\n\nLook before you write.\n"), "# Finders");
 * ```
 */
export function describeContent(content: string): string {
  return content.trim().split(/\r\n|\r|\n/, 1)[0] ?? "";
}
