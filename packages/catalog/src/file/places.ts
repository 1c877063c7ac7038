import { join, resolve } from "node:path";
import type { PartialCarve } from "@polyglav/permissions";
import { configHome } from "@polyglav/registry/file";

/** Where the layers are. Nothing is read or made until somebody loads them. */
export interface CatalogPlaces {
  /** The working folder: its `.polyglav` is the local layer. */
  readonly cwd: string;
  /** One that is no absolute path is no place: whatever lies in the working folder would be taken for the user's. */
  readonly home: string;
  /** Of it only `XDG_CONFIG_HOME` and `POLYGLAV_POLICY` count. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the operator trusts the local layer. Without it, that layer can only lower. */
  readonly trust: boolean;
  /** A config file that the operator names for one command; it counts over all others, and it must exist. */
  readonly config?: string;
  /** The policy of the machine, which need not be there (default `/etc/polyglav/policy.json`). */
  readonly systemPolicy?: string;
  /** Words of the hard cap for one command. */
  readonly cap?: PartialCarve | undefined;
  /** The mode for one command, by name. */
  readonly mode?: string | undefined;
  /** Leaves the local layer out altogether. */
  readonly noLocal?: boolean;
}

/** Where a machine has its policy, unless somebody says otherwise. */
export const SYSTEM_POLICY = "/etc/polyglav/policy.json";

/** The folders of the global and the local layer. */
export interface CatalogFolders {
  /** `undefined` when nothing says where: neither an absolute `XDG_CONFIG_HOME` nor an absolute home. */
  readonly global: string | undefined;
  readonly local: string;
}

/** Finds the folders of the layers: `polyglav` in the user's config home, `.polyglav` in the working folder. */
export function catalogFolders({ cwd, home, env }: CatalogPlaces): CatalogFolders {
  return { global: configHome("polyglav", env, home), local: join(resolve(cwd), ".polyglav") };
}
