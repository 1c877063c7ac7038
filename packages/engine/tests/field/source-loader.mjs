// Lets Node run the sources of the workspace: packages resolve to their src and not to their builds.
import { registerHooks } from "node:module";

const packages = new URL("../../../", import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    const found = /^@polyglav\/([^/]+)(?:\/(.+))?$/.exec(specifier);
    if (found === null) return next(specifier, context);
    const [, name, entry] = found;
    const path = `${name}/src/${entry === undefined ? "" : `${entry}/`}index.ts`;
    return { url: new URL(path, packages).href, shortCircuit: true };
  },
});
