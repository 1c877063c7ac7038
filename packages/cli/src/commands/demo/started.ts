/**
 * How the person who started this can start it again, as npm tells its scripts: in a clone of the repository by its
 * script, out of the registry by npx, and otherwise by its name.
 */
export function commandAsStarted(env: Readonly<Record<string, string | undefined>>): string {
  if (env.npm_package_name === "polyglav-workspace") return "npm run -s polyglav --";
  return env.npm_command === "exec" ? "npx @polyglav/cli" : "polyglav";
}

/** Quotes a path for a shell, where it needs that. */
export function shellPath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
