/** A way in which a program runs another one, or code, that stands in its arguments. */
export interface ShellEscape {
  readonly program: string;
  /** Such commands, as a pattern of a carve. They do harm, so that rules for harmless ones do not match them. */
  readonly pattern: string;
  /** What the program does there. */
  readonly why: string;
}

const COMMAND = "it runs the command in its arguments";
const CODE = "it runs the code in its arguments";
const PACKAGE = "it runs a program of any package, and may fetch it first";
const ELSEWHERE = "it runs commands in a container or on another machine";

/** The programs, the commands in which `%` is each of them, and what they do. */
const KINDS: readonly (readonly [programs: string, patterns: readonly string[], why: string])[] = [
  ["sh bash zsh dash ksh fish csh tcsh ash", ["% -c 'rm '* **", "% -*c 'rm '* **"], CODE],
  ["pwsh powershell", ["% -c* 'rm '* **", "% -Command rm **"], CODE],
  ["eval trap", ["% 'rm '* **", "% rm **"], CODE],
  ["source .", ["% /tmp/*"], "it runs the file"],
  ["exec command builtin busybox sudo doas su pkexec runuser nice nohup", ["% rm **", "% -* rm **"], COMMAND],
  ["env", ["env rm **", "env -* rm **", "env *=* rm **"], COMMAND],
  ["timeout stdbuf ionice chrt taskset flock chroot", ["% * rm **"], COMMAND],
  [
    "setsid time caffeinate unbuffer strace ltrace unshare nsenter setpriv systemd-run",
    ["% rm **", "% -* rm **"],
    COMMAND,
  ],
  ["xargs parallel watch entr", ["% rm **", "% -* rm **"], COMMAND],
  ["script", ["script -c* 'rm '* **", "script ** --command=* **"], COMMAND],
  ["expect gdb", ["expect -c 'spawn rm'* **", "gdb -ex '!rm'* **"], CODE],
  ["tmux screen", ["tmux new* 'rm '* **", "screen rm **", "screen -* rm **"], COMMAND],
  ["ssh", ["ssh * rm **", "ssh ** -oProxyCommand=* **", "ssh ** -o ProxyCommand=* **"], ELSEWHERE],
  ["docker podman nerdctl", ["% run ** rm **", "% exec ** rm **"], ELSEWHERE],
  ["kubectl", ["kubectl exec ** rm **", "kubectl run ** rm **"], ELSEWHERE],
  ["scp sftp", ["% ** -S /tmp/* **", "% ** -oProxyCommand=* **"], "-S and -o name a program to connect with"],
  ["rsync", ["rsync ** -e 'rm '* **", "rsync ** --rsh=* **"], "-e names a program to connect with"],
  ["node bun tsx", ["% -e require* **", "% --eval=require* **", "% -p require* **"], CODE],
  ["deno", ["deno eval **"], CODE],
  ["python python3 pypy", ["% -c 'import os'* **", "% -cimport* **"], CODE],
  ["perl ruby", ["% -e system* **", "% -esystem* **"], CODE],
  ["php", ["php -r system* **"], CODE],
  ["lua luajit", ["% -e os.execute* **"], CODE],
  ["Rscript julia groovy osascript", ["% -e system* **", "osascript -e 'do shell script'* **"], CODE],
  ["awk gawk mawk nawk", ["% 'BEGIN{system('* **", "% -* 'BEGIN{system('* **"], "its program can call system()"],
  ["sed gsed", ["% '1e '* **", "% -* '1e '* **", "% ** -e '1e '* **"], "its command e runs a command"],
  ["ed ex", ["% **"], "its command ! runs a command"],
  [
    "vi vim nvim view",
    ["% ** -c '!rm '* **", "% ** '+!rm '* **"],
    "-c and + run commands of the editor, and ! one of the shell",
  ],
  ["emacs", ["emacs ** --eval* **", "emacs ** -eval **"], CODE],
  ["less more", ["% ** '+!rm '* **"], "+ runs commands of the pager, and ! one of the shell"],
  ["man", ["man ** -P 'rm '* **", "man ** -P'rm '* **", "man ** --pager=* **"], "-P names the pager that it runs"],
  ["sqlite3", ["sqlite3 ** '.shell '* **", "sqlite3 ** '.system '* **"], ".shell runs a command"],
  ["psql mysql", ["% ** '\\! rm'* **"], "\\! runs a command"],
  ["npx bunx uvx", ["% cowsay **", "% -* cowsay **"], PACKAGE],
  ["npm pnpm yarn bun", ["% exec cowsay **", "% x cowsay **", "% dlx cowsay **"], PACKAGE],
  ["uv pipx", ["% run cowsay **"], PACKAGE],
  ["go", ["go run /tmp/* **", "go * ** -exec* **", "go * ** -toolexec* **"], "run and -exec run what they are told to"],
  ["cargo", ["cargo ** --config* **"], "--config names programs that it runs"],
  ["make gmake", ["% ** --eval* **", "% ** -f /tmp/* **", "% ** SHELL=* **"], "--eval and -f say what it runs"],
  ["find", ["find ** -exec rm **", "find ** -execdir rm **", "find ** -ok rm **"], "-exec runs a command"],
  ["fd fdfind", ["% ** -x rm **", "% ** -X rm **", "% ** --exec rm **"], "-x runs a command"],
  ["rg", ["rg ** --pre /tmp/* **", "rg ** --pre=* **"], "--pre names a program that it runs for each file"],
  [
    "tar gtar",
    ["% ** --to-command=* **", "% ** --checkpoint-action=exec=* **", "% ** -I 'rm '* **"],
    "--to-command runs a command",
  ],
  ["zip", ["zip ** -TT 'rm '* **"], "-TT names a program that it runs"],
  ["sort", ["sort ** --compress-program=* **"], "--compress-program names a program that it runs"],
  ["split", ["split ** --filter=* **"], "--filter runs a command"],
  ["wget", ["wget ** --use-askpass=* **"], "--use-askpass names a program that it runs"],
  ["git", ["git -c core.pager=* **", "git -c alias.* **"], "-c sets a pager or an alias that it runs"],
  ["git", ["git --exec-path=* * **"], "--exec-path says where the programs are that it runs"],
  ["git", ["git grep ** -O'rm'* **", "git grep ** --open-files-in-pager=* **"], "-O names a program that it runs"],
  [
    "git",
    ["git diff ** --ext-diff **", "git log ** --ext-diff **", "git show ** --ext-diff **"],
    "--ext-diff runs the program of its config",
  ],
  ["git", ["git difftool ** -x* **", "git config ** core.pager 'rm '* **"], "it names a program that it runs"],
  [
    "git",
    ["git rebase ** -x 'rm '* **", "git rebase ** --exec=* **", "git bisect run rm **", "git submodule foreach **"],
    COMMAND,
  ],
  [
    "git",
    ["git clone ** -u /tmp/* **", "git fetch ** --upload-pack=* **", "git ls-remote ** --upload-pack=* **"],
    "--upload-pack names a program that it runs",
  ],
  ["hg svn", ["% ** --config* **"], "--config names programs that it runs"],
  ["gh", ["gh alias set **", "gh extension install **"], "it adds commands that run others"],
  ["ip", ["ip netns exec * rm **"], COMMAND],
];

/**
 * Ways in which programs that look harmless run others. Far from all of them: what is not here is not safe for that.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { SHELL_ESCAPES } from "@polyglav/permissions/analysis";
 *
 * assert.ok(SHELL_ESCAPES.some(({ program, pattern }) => program === "find" && pattern === "find ** -exec rm **"));
 * ```
 */
export const SHELL_ESCAPES: readonly ShellEscape[] = Object.freeze(
  KINDS.flatMap(([programs, patterns, why]) =>
    programs.split(" ").flatMap((program) =>
      patterns.flatMap((written) => {
        const pattern = written.replace("%", program);
        return pattern.startsWith(`${program} `) ? [Object.freeze({ program, pattern, why })] : [];
      }),
    ),
  ),
);
