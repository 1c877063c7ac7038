/**
 * What is used of the peers, so that types are checked where nothing is installed.
 *
 * @module
 */
declare module "gray-matter" {
  export default function matter(
    text: string,
    options: object,
  ): { readonly data: Readonly<Record<string, unknown>>; readonly content: string };
}

declare module "front-matter" {
  export default function frontMatter(text: string): {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly body: string;
  };
}

declare module "vfile" {
  export class VFile {
    constructor(text: string);
    toString(): string;
    readonly data: { readonly matter?: Readonly<Record<string, unknown>> };
  }
}

declare module "vfile-matter" {
  import type { VFile } from "vfile";
  export function matter(file: VFile, options: { readonly strip: boolean }): void;
}

declare module "js-yaml" {
  export function load(text: string): unknown;
}

declare module "peer-yaml" {
  export function parse(text: string): unknown;
}
