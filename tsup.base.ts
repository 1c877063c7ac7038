import { defineConfig, type Options } from "tsup";
import { thirdPartyNotices } from "./scripts/build/third-party.ts";

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
    // Some runtimes know their modules only by the prefix.
    removeNodeProtocol: false,
    ...options,
    esbuildPlugins: [thirdPartyNotices(), ...(options.esbuildPlugins ?? [])],
  });
