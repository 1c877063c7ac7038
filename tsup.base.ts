import { defineConfig, type Options } from "tsup";

type Config = ReturnType<typeof defineConfig>;

/**
 * The build of one package: each entry `src/<name>/index.ts` becomes `dist/<name>/index.js` with its types.
 * Packages add only what is theirs.
 */
export const build = (options: Options): Config =>
  defineConfig({
    format: ["esm"],
    target: "node22",
    tsconfig: "../../tsconfig.base.json",
    dts: true,
    clean: true,
    sourcemap: false,
    treeshake: true,
    ...options,
  });
