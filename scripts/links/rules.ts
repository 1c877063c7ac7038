/**
 * Decides whether what a document points at exists. It knows the files of the repository as a list of paths.
 *
 * @module
 */
import { matchesGlob, posix } from "node:path";
import type { Finding } from "../finding.ts";
import { readPage } from "../markdown/fences.ts";
import { anchorsOf, codeSpansIn, linksIn, type Mention } from "../markdown/mentions.ts";

/** The files of the repository, by path relative to its root, with the text of the documents. */
export interface Repository {
  readonly files: ReadonlySet<string>;
  readonly textOf: (file: string) => string;
}

/** What a build or an install makes is not in a clone, and may be named all the same. */
const MADE = /(^|\/)(node_modules|dist|coverage|\.turbo|\.cache)(\/|$)/;

/** Checks every link and every path in the prose of one document. */
export function checkDocument(file: string, repository: Repository): readonly Finding[] {
  const text = repository.textOf(file);
  const { prose } = readPage(text);
  const at = ({ line }: Mention, message: string): Finding => ({ file, line, message });
  const examples = exampleNames(text);
  return [
    ...linksIn(prose).flatMap((link) => {
      const problem = linkProblem(file, link.text, repository);
      return problem === undefined ? [] : [at(link, `Cannot follow link "${link.text}": ${problem}`)];
    }),
    ...codeSpansIn(prose).flatMap((span) =>
      pathsIn(span.text, file, repository)
        .filter((path) => !examples.has(path) && !pathExists(path, file, repository))
        .map((path) => at(span, `Cannot find "${path}": no file of the repository has that path`)),
    ),
  ];
}

function linkProblem(file: string, link: string, repository: Repository): string | undefined {
  if (/^\[.*\]$/.test(link)) return "nothing defines that reference";
  if (/^(https?|mailto):/.test(link)) return undefined;
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? file : resolveFrom(file, decode(path));
  if (path.startsWith("/")) return "it begins at the root of a machine; write it relative to the document";
  if (target.startsWith("..")) return "it leads out of the repository";
  if (!isThere(target, repository)) return "there is no such file";
  if (anchor === undefined) return undefined;
  if (!target.endsWith(".md")) return /^L\d+/.test(anchor) ? undefined : "only documents have headings to point at";
  return anchorsOf(readPage(repository.textOf(target)).prose).has(decode(anchor)) ? undefined : "no such heading there";
}

/**
 * What a code span names. A word is taken for a path when it begins with a file or folder that exists at the root or
 * beside the document, or when it is a bare name of a source or a document. So `roles.json`, `a/b` or a package's name
 * are none, while a path that was moved is noticed. In a command only paths from the root count.
 */
function pathsIn(span: string, file: string, repository: Repository): readonly string[] {
  const words = span.split(" ");
  const places = words.length === 1 ? ["", posix.dirname(file)] : [""];
  return words.filter((word) => {
    if (!/^[\w.@*-][\w.@*/-]*$/.test(word) || MADE.test(word)) return false;
    const [first = "", ...rest] = word.split("/");
    if (rest.length === 0) return words.length === 1 && /^[\w.-]+\.(ts|mjs|md)$/.test(word);
    if (first === "." || first === "..") return words.length === 1;
    return places.some((place) => isThere(posix.join(place, first), repository));
  });
}

function pathExists(span: string, file: string, { files }: Repository): boolean {
  if (!span.includes("/")) return [...files].some((known) => posix.basename(known) === span);
  const path = span.replace(/\/$/, "");
  return [posix.normalize(path), resolveFrom(file, path)].some((candidate) =>
    path.includes("*") ? globMatches(candidate, files) : isThere(candidate, { files }),
  );
}

/** A pattern such as `packages/*\/src` may name files or the folders they lie in. */
function globMatches(pattern: string, files: ReadonlySet<string>): boolean {
  return [...files].some((known) => matchesGlob(known, pattern) || matchesGlob(known, `${pattern}/**`));
}

function isThere(path: string, { files }: Pick<Repository, "files">): boolean {
  const plain = path.replace(/\/$/, "");
  return plain === "." || files.has(plain) || [...files].some((known) => known.startsWith(`${plain}/`));
}

/** A document lists names that only look like paths of ours: `<!-- example paths: src/sum.js, a.ts -->`. */
function exampleNames(text: string): ReadonlySet<string> {
  const lists = [...text.matchAll(/<!--\s*example paths:([\s\S]*?)-->/g)].map(([, list = ""]) => list);
  return new Set(lists.flatMap((list) => list.split(/[\s,]+/)));
}

function resolveFrom(file: string, path: string): string {
  return posix.join(posix.dirname(file), path);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // URIError: a stray percent sign stands for itself
    return text;
  }
}
