import type { Position, Problem } from "@polyglav/registry";
import { countLineBreaks, findHead, type HeadPlace, linesOf } from "./find-head.ts";
import { headMap, type HeadMap, type HeadValue, type ReadYaml } from "./head-value.ts";
import { readPlain } from "./read-plain.ts";
import { blocksOf, salvage, SALVAGED, textOf } from "./salvage.ts";

/** A Markdown text, taken apart into its head and its body. */
export interface Frontmatter {
  /**
   * How the head was read: by the small reader or by YAML, which give the same; field by field, because it has a
   * fault or is more than the small reader knows; or not, because there is none.
   */
  readonly how: "none" | "plain" | "yaml" | "salvaged";
  /** Every scalar is text. Empty when there is no head. */
  readonly fields: HeadMap;
  /** What follows the head, byte for byte; the whole text when there is none. */
  readonly body: string;
  /** Warnings, with the line and the column of the text. */
  readonly problems: readonly Problem[];
  /** Gives a field as the text that a person sees there, also where it is a map or a list to YAML. */
  readonly textOf: (field: string) => string | undefined;
  /** Gives the line and the column of a field of the head. */
  readonly where: (field: string) => Position | undefined;
  /** Counts the lines before the body. */
  readonly linesBeforeBody: () => number;
}

export interface FrontmatterOptions {
  /** Reads heads that the small reader is not certain about: `readYaml` of `@polyglav/skills/yaml`. Without it those are read field by field. */
  readonly yaml?: ReadYaml | undefined;
}

/**
 * Takes the head off a Markdown text: the lines between two lines of `---`, at the start of the text. Where the small
 * reader is certain it gives what YAML gives; other heads go to `yaml`; and where that finds a fault they are read
 * field by field, each with its own value, and a problem names the place. Every scalar is text, so `1.10` and `no`
 * stay what they are; nothing is run; names such as `__proto__` are like all others. LF, CRLF, lone CR and a byte
 * order mark make no difference. Never throws.
 *
 * A head that is never closed is body, with a problem; so is one that has no field at all.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readFrontmatter } from "@polyglav/skills";
 *
 * const { fields, body, problems } = readFrontmatter("---\nname: axes\ndescription: two axes: x and y\n---\nDraw.\n");
 * assert.equal(fields.description, "two axes: x and y");
 * assert.equal(body, "Draw.\n");
 * assert.deepEqual([problems[0]?.code, problems[0]?.line, problems[0]?.column], ["skill/head-salvaged", 3, 14]);
 * ```
 */
export function readFrontmatter(text: string, { yaml }: FrontmatterOptions = {}): Frontmatter {
  const place = findHead(text);
  if (place === undefined) return withoutHead(text);
  if (place === "open") {
    const message = 'Cannot find the end of the head: no line of "---" closes it, so all of it is content';
    return withoutHead(text, { code: "skill/open-head", severity: "warning", message, line: 1, column: 1 });
  }
  const head = text.slice(place.start, place.end);
  const normal = head.includes("\r") ? head.replace(/\r\n?/g, "\n") : head;
  const plain = readPlain(normal);
  if (plain !== undefined) return withHead("plain", text, place, normal, plain, []);
  const read = yaml?.(normal);
  if (read?.ok === true) {
    return read.value === undefined ? withoutHead(text) : withHead("yaml", text, place, normal, read.value, []);
  }
  const { fields, problems } = salvage(normal.split("\n"), yaml);
  const fault: readonly Problem[] =
    read === undefined || problems.length > 0
      ? []
      : [{ ...problemOf(read.state), line: read.line, column: read.column }];
  const all = [...problems, ...fault].map((problem) => ({ ...problem, line: place.line + (problem.line ?? 1) }));
  if (Object.keys(fields).length > 0) return withHead("salvaged", text, place, normal, fields, all);
  return withoutHead(text, ...all);
}

const problemOf = (state: string) =>
  ({
    code: SALVAGED,
    severity: "warning",
    message: `Cannot read the head as YAML: ${state}; it is read field by field`,
  }) as const;

const withoutHead = (text: string, ...problems: readonly Problem[]): Frontmatter => ({
  how: "none",
  fields: headMap([]),
  body: text,
  problems,
  textOf: () => undefined,
  where: () => undefined,
  linesBeforeBody: () => 0,
});

function withHead(
  how: Frontmatter["how"],
  text: string,
  place: HeadPlace,
  head: string,
  fields: HeadMap,
  problems: readonly Problem[],
): Frontmatter {
  // Asked for seldom, and only about heads that have something wrong.
  const find = (field: string) => blocksOf(linesOf(head)).blocks.find((block) => block.field === field);
  return {
    how,
    fields,
    body: text.slice(place.body),
    problems: place.line === 1 ? problems : [lateHead(place), ...problems],
    textOf: (field) => {
      const value: HeadValue | undefined = fields[field];
      if (value === undefined || typeof value === "string") return value;
      const block = find(field);
      return block === undefined ? undefined : textOf(block);
    },
    where: (field) => {
      const block = find(field);
      return block === undefined ? undefined : { line: place.line + block.line + 1, column: 1 };
    },
    linesBeforeBody: () => countLineBreaks(text.slice(0, place.body)),
  };
}

function lateHead({ line }: HeadPlace): Problem {
  const message = `Cannot count on the head, which starts in line ${line}: other readers look for it in line 1`;
  const hint = "Remove the blank lines before it";
  return { code: "skill/late-head", severity: "warning", message, hint, line, column: 1 };
}
