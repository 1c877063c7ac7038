import { isAbsolute, join } from "node:path";

/**
 * Finds the folder for the settings of an app by the XDG rules: `XDG_CONFIG_HOME` when it is an absolute path (the
 * specification says to ignore a relative one), else `.config` in the home folder, on every system. Makes no folder.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { configHome } from "@polyglav/registry/file";
 *
 * assert.equal(configHome("polyglav", {}, "/home/ada"), "/home/ada/.config/polyglav");
 * assert.equal(configHome("polyglav", { XDG_CONFIG_HOME: "/etc/xdg" }, "/home/ada"), "/etc/xdg/polyglav");
 * ```
 */
export function configHome(app: string, env: Readonly<Record<string, string | undefined>>, home: string): string {
  const chosen = env.XDG_CONFIG_HOME;
  const folder = chosen !== undefined && isAbsolute(chosen) ? chosen : join(home, ".config");
  return join(folder, app);
}
