/**
 * Checks that what the documents point at exists: links, anchors, paths in code spans, and the decision records that
 * comments in the sources refer to. Nothing is fetched.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DOCUMENTS, isDocument } from "./documents.ts";
import { type Finding, report } from "./finding.ts";
import { machinePathsIn, registryHostsIn } from "./links/places.ts";
import { checkDocument, type Repository } from "./links/rules.ts";
import { lineAt } from "./markdown/fences.ts";
import { listFiles, ROOT } from "./workspace.ts";

const files = new Set(listFiles(ROOT));
const texts = new Map<string, string>();
const textOf = (file: string): string => {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), "utf8").replaceAll("\r\n", "\n");
  texts.set(file, text);
  return text;
};
const repository: Repository = { files, textOf };

const documents = [...files].filter(isDocument);
const sources = [...files].filter((file) => /\.(ts|js|mjs|cjs|json|ya?ml)$/.test(file));
const missing = DOCUMENTS.filter((file) => !files.has(file)).map((file): Finding => ({
  file,
  message: "Cannot find this document: every clone has it",
}));

/** Where a source explains itself by a document, that document is there. */
function checkReferences(file: string): readonly Finding[] {
  const text = textOf(file);
  return [...text.matchAll(/\bdocs\/[\w./-]+\.md\b/g)]
    .filter(([path]) => !files.has(path))
    .map((match) => ({
      file,
      line: lineAt(text, match.index),
      message: `Cannot find "${match[0]}": no such document`,
    }));
}

const findings = [
  ...missing,
  ...documents.flatMap((file) => [...checkDocument(file, repository), ...machinePathsIn(file, textOf(file))]),
  ...sources.filter((file) => file.startsWith("packages/") && file.includes("/src/")).flatMap(checkReferences),
  ...[...documents, ...sources].flatMap((file) => registryHostsIn(file, textOf(file))),
];
process.exitCode = report(findings, `${documents.length} documents: every link and path leads somewhere`);
