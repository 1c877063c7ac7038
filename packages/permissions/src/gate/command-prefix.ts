/**
 * Picks the words of a command after which others may vary without making it another command: the program, and the
 * subcommand where the program has them. `undefined` for programs that start others, that take code as an argument, or
 * that destroy: there the rest of the words decides everything.
 */
export function commandPrefix(words: readonly string[]): readonly string[] | undefined {
  const [program = "", ...rest] = words;
  if (!isName(program) || OPEN_ENDED.has(program)) return undefined;
  const subcommands = SUBCOMMANDS.get(program);
  if (subcommands === undefined) return [program];
  const [subcommand = "", script = ""] = rest;
  if (subcommand === "run" && RUNS_SCRIPTS.has(program))
    return isName(script) ? [program, subcommand, script] : undefined;
  return subcommands.has(subcommand) ? [program, subcommand] : undefined;
}

/** A word that is one by itself: no option, no path, nothing that a shell would read again. */
const isName = (word: string): boolean => /^[A-Za-z0-9][\w:.+-]*$/.test(word);

const set = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Where `run` is followed by the name of a script of the project. */
const RUNS_SCRIPTS = set("npm pnpm yarn bun");

/** Programs with subcommands, and those of them whose later words start and write nothing of their own. */
const SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...["npm", "pnpm", "yarn", "bun"].map((name) => [name, set("test t build lint ls list outdated audit why")] as const),
  ["cargo", set("test build check clippy fmt doc tree")],
  ["go", set("test vet build list version")],
  ["dotnet", set("test build restore")],
  ["deno", set("test check lint fmt")],
  ["docker", set("ps images logs inspect")],
  ["kubectl", set("get describe logs")],
  ["gh", set("issue pr status")],
  ["terraform", set("validate plan fmt")],
  ["uv", set("tree lock sync")],
  ["poetry", set("check show lock")],
  ["pip", set("list show check")],
  // Not grep, diff, log or show, which can start a pager or write a file.
  ["git", set("status rev-parse ls-files")],
]);

/** Programs that start others, take code, reach other machines or destroy. */
const OPEN_ENDED = set(
  "sudo doas su env nice nohup timeout stdbuf setsid ionice time command builtin exec eval trap source xargs parallel " +
    "watch find fd rg sort sh bash zsh dash ksh fish pwsh powershell cmd busybox npx bunx pnpx dlx uvx pipx tsx ts-node node " +
    "python python2 python3 ruby perl php lua awk gawk mawk sed ed vi vim nvim emacs nano less more man ssh scp sftp " +
    "rsync curl wget nc ncat socat telnet ftp rm rmdir unlink shred dd mkfs mv cp ln install chmod chown chgrp kill " +
    "pkill killall truncate tee tar zip unzip cpio gdb strace ltrace script screen tmux at batch crontab systemctl " +
    "service mount umount helm ansible ansible-playbook psql mysql sqlite3 redis-cli mongosh git-shell osascript open " +
    "xdg-open start chroot unshare nsenter podman make gmake cmake ninja just rake gradle mvn ant bazel expect",
);
