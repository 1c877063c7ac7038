import { type Authority, type Carve, type DelegationTarget, type PartialCarve } from "@polyglav/permissions";
import { type Problem, type Reader } from "@polyglav/registry";
import { type ListedSkill, type Resolved } from "@polyglav/skills";
import { createAuthorities, type RoleCarves } from "./authorities.ts";
import { type Config, CONFIG } from "./config.ts";
import { type ConfigLayers, readConfigLayers, type WrittenConfigLayers } from "./config-layers.ts";
import { type WrittenConfig, type WrittenProvider } from "./config-schema.ts";
import { type WrittenLayers } from "./layers.ts";
import { nearest } from "./nearest.ts";
import { type PluginEntries } from "./plugins.ts";
import { modesOf } from "./modes.ts";
import { readCap, type WrittenPolicy } from "./policy.ts";
import { type RoleBound, type Withheld } from "./restrict.ts";
import { type Role, roleOf } from "./role.ts";
import { layerRoles } from "./role-layers.ts";
import { type WrittenRole } from "./role-schema.ts";
import { describe } from "./subject.ts";
import {
  layerSkills,
  type SkillLayers,
  type SkillLibrary,
  type SkillLists,
  type SkillOptions,
  type SkillView,
} from "./skill-layers.ts";
import { type WrittenTeam } from "./team.ts";
import { layerTeams, type TeamView } from "./team-layers.ts";

/** Everything that a catalog is made of, already read. */
export interface CatalogInput {
  /**
   * Whether the operator trusts the local layer; if not, which is the default, that layer can only lower: its
   * permission words and limits count as bounds, and everything else of it is withheld.
   */
  readonly trusted?: boolean;
  /** The bundled layer is the one that comes with this package, unless another one is given here. */
  readonly roles?: WrittenLayers;
  readonly teams?: WrittenLayers;
  /** Layers in memory; or a library, which reads a skill when somebody uses it. */
  readonly skills?: SkillLayers | SkillLibrary;
  /** What plugins bring, as the layer `plugin`. Of two entries with one name that of the later plugin counts. */
  readonly plugins?: readonly PluginEntries[];
  readonly config?: WrittenConfigLayers;
  /** What the operator's hard cap is made of. */
  readonly policies?: readonly WrittenPolicy[];
  readonly cap?: PartialCarve | undefined;
  readonly mode?: string | undefined;
  /** Absolute paths: what `~` stands for in patterns, and the folder that relative ones start at. */
  readonly home?: string | undefined;
  readonly worktree?: string | undefined;
  /** How the volume of the worktree folds names, where it does. */
  readonly fold?: ((name: string) => string) | undefined;
}

/** A registry that nobody writes to any more. */
export type RegistryView<T> = Reader<T>;

/** One role, and what to know about it before it runs. */
export interface RoleView {
  readonly role: Role;
  /** The layer that defines it, or `merged`. */
  readonly origin: string;
  /** Why it may not run; empty when it may. */
  readonly faults: readonly Problem[];
  /** What a local layer that is not trusted says about it, as far as that counts. */
  readonly bound?: RoleBound;
  /** What of that layer does not count. */
  readonly withheld: readonly Withheld[];
}

/** Roles, teams, skills and config of all layers, as they were when it was made. */
export interface Catalog {
  readonly trusted: boolean;
  readonly roles: RegistryView<WrittenRole>;
  readonly teams: RegistryView<WrittenTeam>;
  /** What is known of the skills without reading them. */
  readonly skills: RegistryView<ListedSkill>;
  /** The layers of the config, as one entry called `config`. */
  readonly settings: RegistryView<WrittenConfig>;
  /** The layers of its `providers`, by id. */
  readonly providers: RegistryView<WrittenProvider>;
  readonly config: Config;
  /** What a local config that is not trusted says about permissions and limits. */
  readonly bound: RoleBound | undefined;
  /** The operator's hard cap over everything; `undefined` where nobody caps. */
  readonly cap: Carve | undefined;
  /** The modes that can be chosen. */
  readonly modes: readonly string[];
  /** Everything that is wrong in any layer, also where it stops nothing. */
  readonly problems: readonly Problem[];
  /** Everything of a local layer that is not trusted and does not count. */
  readonly withheld: readonly Withheld[];
  /** Why nothing may run at all: config or roles that cannot be read, so that nobody knows what they permit. */
  readonly faults: readonly Problem[];

  /** Looks up a role with its defaults filled in; `undefined` when no layer that counts defines it. */
  role(name: string): RoleView | undefined;
  /** Looks up a team with its defaults filled in, and which of its stages are repeated. */
  team(name: string): TeamView | undefined;
  /** Loads a skill with its content; `undefined` when no layer that counts defines it, or it cannot be read. */
  skill(name: string): SkillView | undefined;
  /** Loads the skills that lists of names mention, as `resolveSkills` does, with the reason for each that is withheld. */
  resolveSkills(lists: SkillLists, options?: SkillOptions): Resolved;
  /** Tells why a role may not run: the {@link Catalog.faults} of every run, then the errors in what is said about it. */
  faultsOf(role: string): readonly Problem[];
  /**
   * Gives the operator's own authority, with id `"root"`; or, with `as`, that of a run which starts as a role: the
   * role narrows it as it would for any caller, but where it has no `grant_permission` the one of the config stays.
   * Throws an `UnknownRoleError`.
   */
  rootAuthority(as?: { readonly role: string; readonly id: string }): Authority;
  /** Gives what a role gets from its caller. Whether it may be called at all says `canDelegate`. Throws as above. */
  authority(from: Authority, role: string, id: string): Authority;
  /** Gives what `canDelegate` wants to know about a role. Throws an `UnknownRoleError`. */
  targetOf(role: string): DelegationTarget;
  /** Gives the carves of a role as its layers make them together, for those who compare or check them. Throws as above. */
  carvesOf(role: string): RoleCarves;
}

/**
 * Makes a catalog of layers that were read before; `loadCatalog` of `@polyglav/catalog/file` reads them from disk.
 * Never throws for what people wrote: that becomes `problems`, and `faults` where nothing may run because of it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createCatalog } from "@polyglav/catalog";
 * import { use } from "@polyglav/permissions";
 *
 * const catalog = createCatalog({ trusted: true, roles: { local: { researcher: { tool_permission: { read: "ask" } } } } });
 * const researcher = catalog.authority(catalog.rootAuthority(), "researcher", "r1");
 *
 * assert.equal(use(researcher, "read"), "ask");
 * assert.equal(use(researcher, "bash"), "deny"); // the bundled word, which the local map keeps
 * assert.equal(catalog.role("researcher")?.origin, "merged");
 * ```
 */
export function createCatalog(input: CatalogInput = {}): Catalog {
  const { trusted = false } = input;
  const config = readConfigLayers(input.config ?? {}, trusted);
  const { plugins } = input;
  const roles = layerRoles(input.roles ?? {}, trusted, plugins);
  const teams = layerTeams(input.teams ?? {}, trusted, plugins);
  const skills = layerSkills(input.skills ?? {}, trusted, plugins);
  const { home, worktree, fold } = input;
  const modes = modesOf(input.config ?? {}, trusted);
  const hard = readCap(input, modes, { home, worktree, fold });

  const isError = (problem: Problem): boolean => problem.severity === "error";
  const faults = [
    ...new Set([...hard.unreadable, ...config.unreadable, ...roles.unreadable, ...config.problems.filter(isError)]),
  ];
  const withheld = [...config.withheld, ...roles.withheld, ...teams.withheld, ...skills.withheld];
  const views = new Map<string, RoleView>();

  function faultsOf(role: string): readonly Problem[] {
    return [...faults, ...roles.problems.filter((problem) => isError(problem) && problem.name === role)];
  }

  function role(name: string): RoleView | undefined {
    const known = views.get(name);
    const merged = roles.registry.get(name);
    if (known !== undefined || merged === undefined) return known;
    const bound = roles.bounds.get(name);
    const view: RoleView = Object.freeze({
      role: Object.freeze(roleOf(name, merged)),
      origin: roles.registry.origin(name) ?? "",
      faults: faultsOf(name),
      ...(bound !== undefined && { bound }),
      withheld: withheld.filter((one) => one.kind === "role" && one.name === name),
    });
    views.set(name, view);
    return view;
  }

  return Object.freeze({
    trusted,
    roles: roles.registry,
    teams: teams.registry,
    skills: skills.listed,
    settings: config.registries.settings,
    providers: config.registries.providers,
    config: config.config,
    bound: config.bound,
    problems: [
      ...new Set([
        ...hard.unreadable,
        ...hard.problems,
        ...config.unreadable,
        ...config.problems,
        ...unknownRootRole(config, roles.registry),
        ...roles.unreadable,
        ...roles.problems,
        ...teams.problems,
        ...skills.problems,
      ]),
    ],
    withheld,
    faults,
    role,
    team: (name: string) => teams.view(name),
    skill: skills.view,
    resolveSkills: skills.resolve,
    faultsOf,
    cap: hard.cap,
    modes: modes.names,
    ...createAuthorities(config, roles, { cap: hard.cap, home, worktree, fold }),
  });
}

function unknownRootRole({ config, registries }: ConfigLayers, roles: RegistryView<WrittenRole>): readonly Problem[] {
  const name = config.root_role;
  if (roles.has(name)) return [];
  const near = nearest(name, roles.names());
  const message = `Cannot find root role ${describe(name)}: no layer that counts defines it`;
  const hint = near === undefined ? {} : { hint: `Did you mean "${near}"?` };
  const where = registries.settings.explain(CONFIG)?.fields.root_role?.from.at(-1);
  return [{ code: "config/unknown-role", severity: "warning", message, ...where, field: "root_role", ...hint }];
}
