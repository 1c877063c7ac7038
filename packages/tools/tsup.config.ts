import { build } from "../../tsup.base.ts";

export default build({ entry: ["src/index.ts"], noExternal: ["fastest-levenshtein"] });
