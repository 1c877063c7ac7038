/**
 * A thousand skills of 4 KB as people write them, and what has to be read of each.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What every subject reads of a skill. */
export interface Read {
  readonly name: unknown;
  readonly description: unknown;
  readonly body: string;
}

export interface Written {
  readonly name: string;
  readonly text: string;
  readonly read: Read;
}

/** A third of the descriptions is a block, a third is quoted, a third is plain; half of the heads have a map. */
export function skillsOf(count: number): readonly Written[] {
  return Array.from({ length: count }, (_, i) => {
    const name = `skill-${i}`;
    const [written = "", description = ""] =
      [
        [
          `>-\n  Number ${i} looks for sources,\n  and says how far to trust each.`,
          `Number ${i} looks for sources, and says how far to trust each.`,
        ],
        [`"Number ${i}: looks for sources"`, `Number ${i}: looks for sources`],
        [
          `Number ${i} looks for sources. Use it before you write.`,
          `Number ${i} looks for sources. Use it before you write.`,
        ],
      ][i % 3] ?? [];
    const more = i % 2 === 0 ? "" : 'metadata:\n  author: somebody\n  version: "1.0"\n';
    const head = `---\nname: ${name}\ndescription: ${written}\nlicense: MIT\n${more}---\n`;
    const body = `# ${name}\n\n${SENTENCE.repeat(60)}`.slice(0, 4_096 - head.length);
    return { name, text: head + body, read: { name, description, body } };
  });
}

const SENTENCE = "Look for three sources that do not know of each other, and note for each what it claims and where.\n";

/** Writes them as files into a folder of their own, which goes with the process. */
export function folderOf(skills: readonly Written[]): string {
  const folder = mkdtempSync(join(tmpdir(), "polyglav-bench-skills-"));
  process.on("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  for (const { name, text } of skills) writeFileSync(join(folder, `${name}.md`), text);
  return folder;
}

/** The check that belongs to reading a skill; every subject makes it. */
export function isGood({ name, description, body }: Read): boolean {
  return (
    typeof name === "string" &&
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) &&
    typeof description === "string" &&
    description.length > 0 &&
    description.length <= 1_024 &&
    body !== ""
  );
}

/** Two readers may leave the line break before a body with it or not. */
export const shown = ({ name, description, body }: Read): string => JSON.stringify([name, description, body.trim()]);
