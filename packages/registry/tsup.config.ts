import { build } from "../../tsup.base.ts";

export default build({
  entry: ["src/index.ts", "src/file/index.ts"],
  format: ["esm", "cjs"],
  noExternal: ["jsonc-parser"],
  // A watch can be `using`, whose symbol the default library of a user may not have.
  dts: { banner: '/// <reference lib="esnext.disposable" />' },
  esbuildOptions(options) {
    // The parser's `main` is UMD, whose inner `require` calls no bundler can follow; its ESM build is in `module`.
    options.mainFields = ["module", "main"];
  },
});
