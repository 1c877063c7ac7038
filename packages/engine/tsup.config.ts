import { build } from "../../tsup.base.ts";

export default build({
  entry: [
    "src/index.ts",
    "src/file/index.ts",
    "src/node/sqlite/index.ts",
    "src/models/index.ts",
    "src/testing/index.ts",
  ],
});
