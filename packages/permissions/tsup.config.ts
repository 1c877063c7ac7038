import { build } from "../../tsup.base.ts";

export default build({
  entry: ["src/index.ts", "src/gate/index.ts"],
  format: ["esm", "cjs"],
  noExternal: ["fastest-levenshtein"],
});
