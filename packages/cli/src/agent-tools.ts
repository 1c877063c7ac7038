import type { Catalog } from "@polyglav/catalog";
import { createTools, type Tools } from "@polyglav/tools";
import { CommandError, messageOf } from "./command-error.ts";
import type { Session } from "./session.ts";

/**
 * Makes the tools that agents get. A run and `permissions explain` take them from here, so that both judge a call alike.
 *
 * Commands of agents do not see the keys of the providers, whatever their variables are called; and the files that the
 * words of this catalog come from are guarded: no agent changes them in silence.
 */
export async function agentTools({ config }: Catalog, session: Session): Promise<Tools> {
  const { viewpoint, world } = session;
  const keys = new Set([...config.providers.values()].map((provider) => provider.api_key_env));
  const env = Object.fromEntries(Object.entries(world.env).filter(([name]) => !keys.has(name)));
  const guarded = await decidingPaths(session);
  try {
    return createTools({ worktree: viewpoint.cwd, env, guarded });
  } catch (cause) {
    throw new CommandError(messageOf(cause), { code: "POLYGLAV_NO_WORKTREE", exit: "not-ready", cause });
  }
}

async function decidingPaths({ places }: Session): Promise<readonly string[]> {
  const { catalogFolders } = await import("@polyglav/catalog/file");
  const at = places();
  const { global, local } = catalogFolders(at);
  return [global, local, at.config].filter((path) => path !== undefined);
}
