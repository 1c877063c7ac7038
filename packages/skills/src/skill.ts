import { type HeadMap } from "./head/head-value.ts";

/** Named instructions in Markdown that a role carries, or that a caller adds to one task. */
export interface Skill {
  readonly name: string;
  /** What a prompt gets: the text without its head, byte for byte. */
  readonly content: string;
  /** What it is for, as listings show it. */
  readonly description: string;
  readonly tags?: readonly string[];
  /** How many tokens the content is, about; see {@link estimateTokens}. */
  readonly tokens?: number;
  readonly license?: string;
  /** What it needs: a program, a system, a network. */
  readonly compatibility?: string;
  readonly metadata?: HeadMap;
  /**
   * The tools that its writer had in mind, as they were written. To be shown and nothing else: what a role may do is
   * never written in a skill, so nothing that decides reads this.
   */
  readonly allowedTools?: string | readonly string[];
  /** The real path of its file, links followed. Skills with the same one are the same skill to a prompt. */
  readonly path?: string;
}

/** A skill whose tokens have been counted. */
export interface CountedSkill extends Skill {
  readonly tokens: number;
}

/**
 * What a listing knows of a skill. Of a file only its head has been read, and `tokens` are estimated from its size;
 * the content of a skill that is in memory is there, for nobody else has it.
 */
export interface ListedSkill extends Omit<Skill, "content"> {
  readonly content?: string;
  /** What the system said of the file when it was listed: another one means that it may have changed. */
  readonly stamp?: string;
}

/** Counts the tokens of a text; a finite number, 0 or more. Must not throw. */
export type CountTokens = (text: string) => number;

/**
 * Estimates the tokens of a text as a quarter of its length in UTF-16 units, rounded up. English prose is about that;
 * code takes more, and some scripts up to a token for each character. Whoever has the tokenizer of a model passes it
 * as `count` where one is taken.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateTokens } from "@polyglav/skills";
 *
 * assert.equal(estimateTokens("Be brief."), 3);
 * ```
 */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
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
  const start = content.trimStart();
  const end = start.search(/[\r\n]/);
  return (end === -1 ? start : start.slice(0, end)).trimEnd();
}
