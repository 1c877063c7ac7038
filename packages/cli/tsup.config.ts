import { build } from "../../tsup.base.ts";

// Everything is in the bundle: who installs the command installs one package. What a command needs to do its work is
// imported when it runs, and splitting keeps that in files of its own.
export default build({
  entry: ["src/bin.ts"],
  noExternal: [/.*/],
  dts: false,
  splitting: true,
  minify: true,
  // Some of what is bundled is CommonJS and requires modules of Node.
  banner: { js: `import{createRequire}from"node:module";var require=createRequire(import.meta.url);` },
  esbuildPlugins: [
    {
      // zod brings its messages in fifty languages; English stays. It is a third of what `roles list` has to parse.
      name: "one-language",
      setup(esbuild) {
        esbuild.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, path }) =>
          /[\\/]zod[\\/]/.test(importer) ? { path, namespace: "no-languages" } : undefined,
        );
        esbuild.onLoad({ filter: /^/, namespace: "no-languages" }, () => ({ contents: "export {};" }));
      },
    },
  ],
});
