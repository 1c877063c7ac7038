import { build } from "../../tsup.base.ts";

// Everything is in the bundle: who installs the command installs one package. What a command needs to do its work is
// imported when it runs, and splitting keeps that in files of its own.
export default build({
  entry: ["src/bin.ts"],
  noExternal: [/.*/],
  dts: false,
  splitting: true,
  minify: true,
});
