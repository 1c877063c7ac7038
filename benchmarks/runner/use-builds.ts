/**
 * Loaded before a cell: makes `@polyglav/…` mean the builds of this repository. Everything else is found as usual.
 *
 * @module
 */
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildOf } from "./builds.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith("@polyglav/")
      ? { url: pathToFileURL(buildOf(ROOT, specifier)).href, shortCircuit: true }
      : next(specifier, context),
});
