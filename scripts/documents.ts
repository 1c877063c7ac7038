/**
 * Which Markdown files are documents: their links must lead somewhere and their code must run.
 *
 * @module
 */

/** The documents at the root that every clone has. */
export const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "STYLE.md",
  "AGENTS.md",
  "SECURITY.md",
  ".changeset/README.md",
] as const;

/** Whether a file, by its path from the root, is a document. Changesets and changelogs are not. */
export function isDocument(file: string): boolean {
  if (DOCUMENTS.some((name) => name === file)) return true;
  if (!file.endsWith(".md") || file.endsWith("CHANGELOG.md")) return false;
  return (
    !file.includes("/") || file.startsWith("docs/") || /^(packages|apps|benchmarks|scripts)\/.*README\.md$/.test(file)
  );
}
