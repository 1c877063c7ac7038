/** Tests read the sources of the packages, never their builds: an edit is seen at once. */
export const sourceAlias = (root: string): { readonly find: RegExp; readonly replacement: string }[] => [
  { find: /^@polyglav\/([^/]+)$/, replacement: `${root}/packages/$1/src/index.ts` },
  { find: /^@polyglav\/([^/]+)\/(.+)$/, replacement: `${root}/packages/$1/src/$2/index.ts` },
];
