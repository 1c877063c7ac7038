import { isAbsolute, join } from "node:path";

/**
 * Finds the folder for the settings of an app by the XDG rules: `XDG_CONFIG_HOME` when it is an absolute path (the
 * specification says to ignore a relative one), else `.config` in the home folder, on every system. Makes no folder.
 *
 * Gives `undefined` when the home folder is no absolute path either, as with an empty `HOME`: a relative one would
 * stand for whatever folder the process happens to be in, and its settings would pass for those of the user.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { configHome } from "@polyglav/registry/file";
 *
 * assert.equal(configHome("polyglav", {}, "/home/ada"), "/home/ada/.config/polyglav");
 * assert.equal(configHome("polyglav", { XDG_CONFIG_HOME: "/etc/xdg" }, "/home/ada"), "/etc/xdg/polyglav");
 * assert.equal(configHome("polyglav", {}, "."), undefined);
 * ```
 */
export function configHome(
  app: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string | undefined,
): string | undefined {
  const chosen = env.XDG_CONFIG_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, app);
  return home !== undefined && isAbsolute(home) ? join(home, ".config", app) : undefined;
}
