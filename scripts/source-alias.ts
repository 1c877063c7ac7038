/** Tests read the sources of the packages, never their builds: an edit is seen at once. */
export const sourceAlias = (root: string): { readonly find: RegExp; readonly replacement: string }[] => [
  { find: /^@polyglav\/([^/]+)$/, replacement: `${root}/packages/$1/src/index.ts` },
  // An entry for Node alone, whose name does not say so, lies with what may use Node.
  { find: /^@polyglav\/([^/]+)\/(sqlite)$/, replacement: `${root}/packages/$1/src/node/$2/index.ts` },
  { find: /^@polyglav\/([^/]+)\/(.+)$/, replacement: `${root}/packages/$1/src/$2/index.ts` },
];
