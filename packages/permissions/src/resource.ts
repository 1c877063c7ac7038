import { type Categories, KNOWN } from "./category.ts";
import { type Places, readPattern, readResource } from "./pattern/read.ts";
import { isUnknown } from "./pattern/segment.ts";
import { writePattern } from "./pattern/write.ts";

/** What {@link resourceOf} reads a text against. */
export interface ResourceOptions extends Places {
  /** What `withCategories` made, where there are more than the known ones. */
  readonly categories?: Categories | undefined;
}

/**
 * Reads a text that names one thing into the segments of a resource, the way the category writes them: a path by its
 * names from the worktree, a simple command by its words, a URL by its host from the right and then its path. Nothing
 * in it is a wildcard. `undefined` when it cannot be read, or the category is unknown.
 *
 * It only looks at the text: a tool follows links (`@polyglav/permissions/path`) and takes command lines apart
 * (`@polyglav/permissions/shell`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { resourceOf } from "@polyglav/permissions";
 *
 * assert.deepEqual(resourceOf("edit", "./src/../README.md"), ["README.md"]);
 * assert.deepEqual(resourceOf("read", "/etc/hosts"), ["/", "etc", "hosts"]);
 * assert.deepEqual(resourceOf("bash", "git commit -m 'a b'"), ["git", "commit", "-m", "a b"]);
 * assert.deepEqual(resourceOf("web", "https://docs.example.com/a"), ["https", "com", "example", "docs", "/", "a"]);
 * assert.equal(resourceOf("bash", "ls | wc"), undefined);
 * ```
 */
export function resourceOf(
  category: string,
  text: string,
  options: ResourceOptions = {},
): readonly string[] | undefined {
  const kind = (options.categories ?? KNOWN).get(category);
  const read = kind && readResource(kind, text, options);
  return read?.ok === true ? read.value : undefined;
}

/**
 * Writes the pattern that matches exactly one resource, as carves write it. A segment that nobody can know before the
 * call runs, which begins with NUL, becomes `*`. `undefined` for an unknown category, and for what no text can name, such
 * as a file with a slash in its name.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { patternOf } from "@polyglav/permissions";
 *
 * assert.equal(patternOf("bash", ["echo", "a*b", "it's"]), `echo 'a*b' 'it'"'"'s'`);
 * assert.equal(patternOf("edit", ["src", "what?.ts"]), "src/what\\?.ts");
 * ```
 */
export function patternOf(
  category: string,
  resource: readonly string[],
  categories: Categories = KNOWN,
): string | undefined {
  const kind = categories.get(category);
  if (kind === undefined) return undefined;
  const written = writePattern(kind, resource);
  const read = readPattern(kind, written, {});
  const [pattern, ...others] = read.ok ? read.value : [];
  if (pattern?.length !== resource.length || others.length > 0) return undefined;
  const isExact = resource.every((text, i) => {
    const segment = pattern[i];
    return isUnknown(text) ? segment?.kind === "one" : segment?.kind === "literal" && segment.text === text;
  });
  return isExact ? written : undefined;
}
