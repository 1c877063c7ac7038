import { namesOf } from "./ignore-path.ts";

/** Files and folders that no rule of the settings lets an agent change without a question, but for one mode. */
const FOLDERS = ".git .config/git .vscode .idea .husky .cargo .devcontainer .yarn .mvn .claude".split(" ");
const FILES = (
  ".gitconfig .gitmodules .bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv " +
  ".zlogin .zlogout .profile .envrc .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs bunfig.toml " +
  ".bunfig.toml .bazelrc .bazelversion .bazeliskrc .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml " +
  ".lefthook.yaml gradle-wrapper.properties maven-wrapper.properties .devcontainer.json .ripgreprc " +
  "pyrightconfig.json .mcp.json .claude.json"
).split(" ");

/** Tells whether a path is protected, by the names in it. */
export function isProtected(path: string): boolean {
  const names = namesOf(path);
  return FILES.includes(names.at(-1) ?? "") || FOLDERS.some((folder) => `/${names.join("/")}/`.includes(`/${folder}/`));
}

/** The same for a carve, inside the worktree and outside. */
export const PROTECTED_PATTERNS: readonly string[] = [
  ...FOLDERS.map((folder) => `**/${folder}/**`),
  ...FILES.map((file) => `**/${file}`),
];
/** Enough of them to see what becomes of all. */
export const PROTECTED_SAMPLES: readonly string[] = ["**/.git/**", "**/.bashrc"];
