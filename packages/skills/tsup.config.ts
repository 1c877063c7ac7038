import { build } from "../../tsup.base.ts";

export default build({
  entry: ["src/index.ts", "src/file/index.ts"],
  format: ["esm", "cjs"],
});
