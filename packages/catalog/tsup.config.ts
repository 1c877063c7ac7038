import { build } from "../../tsup.base.ts";

export default build({
  entry: [
    "src/index.ts",
    "src/analysis/index.ts",
    "src/file/index.ts",
    "src/file/legacy/index.ts",
    "src/schema/index.ts",
    "src/spelling/index.ts",
  ],
  noExternal: ["fastest-levenshtein"],
});
