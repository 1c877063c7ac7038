import { build } from "../../tsup.base.ts";

export default build({
  entry: ["src/index.ts", "src/*/index.ts", "src/*/*/index.ts"],
  format: ["esm", "cjs"],
  noExternal: ["fastest-levenshtein"],
  // A permit can be `using`, whose symbol the default library of a user may not have.
  dts: { banner: '/// <reference lib="esnext.disposable" />' },
});
