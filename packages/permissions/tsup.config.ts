import { build } from "../../tsup.base.ts";

export default build({
  entry: ["src/index.ts", "src/*/index.ts", "src/*/*/index.ts"],
  format: ["esm", "cjs"],
  noExternal: ["fastest-levenshtein"],
});
