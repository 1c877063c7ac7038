import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "../../tsup.base.ts";

const YAML = dirname(createRequire(import.meta.url).resolve("yaml/package.json"));

export default build({
  entry: ["src/index.ts", "src/file/index.ts", "src/yaml/index.ts"],
  format: ["esm", "cjs"],
  // Its seventy modules take longer to find than a folder of skills takes to read; of one bundle only the parser stays.
  noExternal: ["yaml"],
  esbuildPlugins: [
    {
      // For Node the parser's manifest names CommonJS, which cannot be shaken; its other build is ESM and the same.
      name: "yaml-as-esm",
      setup(esbuild) {
        esbuild.onResolve({ filter: /^yaml$/ }, () => ({ path: join(YAML, "browser", "dist", "index.js") }));
      },
    },
  ],
});
