import type { WrittenTool } from "./tools.ts";

/** Programs that run a file which they are given, tools with a language of their own, and those that touch no file. */
export const OTHER_TOOLS: Readonly<Record<string, WrittenTool>> = {
  sed: {
    options: `
        e: expression: f& file& l: line-length: i~ in-place~ I~ n E r s u z b posix debug sandbox follow-symlinks
        separate
      `,
    operands: "",
  },
  "awk gawk mawk nawk": {
    options: `
        f& file& F: field-separator: v: assign: E& exec& i& include& l: load: e: source: o~ pretty-print~ d~ dump-variables~ D~ debug~ p~ profile~ W: S n N
        O b c C g M P r t
      `,
    operands: "skip read*",
    when: { "f file E exec e source": "read*" },
  },
  tar: { operands: "" },
  git: { operands: "" },
  dd: { operands: "skip*" },
  "python python2 python3 pypy pypy3": {
    options: "c: m: W: X: Q: B b d E h i I O OO q s S u v x check-hash-based-pycs:",
    operands: "run skip*",
    when: { "c m": "skip*" },
    isBlind: true,
  },
  "node nodejs": {
    options: `
        e: eval: p: print: r& require& import& loader& experimental-loader& env-file< env-file-if-exists< C:
        conditions: c check i interactive input-type: stack-trace-limit: title: max-old-space-size: inspect~
        inspect-brk~ test watch
      `,
    operands: "run skip*",
    when: { "e eval p print": "skip*", test: "run*" },
    isBlind: true,
  },
  "ruby perl": {
    options: "e: E: I: r% C~ F~ x~ 0~ M: m: i~ l~ D~ K~ T~ n p a w W c s S",
    operands: "run skip*",
    when: { "e E": "skip*" },
    isBlind: true,
  },
  "php lua luajit Rscript tclsh osascript deno bun tsx ts-node groovy scala elixir escript julia guile": {
    options: "e: r: f&% B% R% F&% E% d% c&% l% i v",
    operands: "run skip*",
    when: { "e r": "skip*" },
    isBlind: true,
  },
  "make gmake": {
    options: `
        f& file& makefile& C: directory: I@ include-dir@ j~ jobs~ l~ load-average~ max-load~ o: old-file: assume-old:
        W: what-if: new-file: assume-new: E! eval! O~ output-sync~ b B d e i k L m n p q r R s S t v w n
      `,
    operands: "skip*",
    isBlind: true,
  },
  ninja: { options: "C: f& j: l: k: d: t: w: n v", operands: "skip*", isBlind: true },
  "just task": {
    options: "f&% justfile& d: working-directory: dotenv-path< c$% command$ shell! shell-arg: set: taskfile& t&% dir:",
    operands: "skip*",
    isBlind: true,
  },
  "su runuser": {
    options: `
        c$ command$ session-command$ f fast g: group: G: supp-group: l login m p preserve-environment P pty s! shell!
        w: whitelist-environment:
      `,
    operands: "skip*",
    opens: "c command session-command",
  },
  script: {
    options: `
        c$ command$ a append e return f flush q quiet O> log-out> I> log-in> B> log-io> T> log-timing> t~ timing~ E:
        echo: o: output-limit: m: logging-format: force
      `,
    operands: "edit",
    opens: "c command",
  },
  man: {
    options: `
        P! pager! H? html? C& config-file& L: locale: m: systems: M: manpath: S: s: sections: e: extension: E:
        encoding: r: prompt: p: preprocessor: R: recode: T~ X~ a f k w l K t u c d D i I Z
      `,
    operands: "skip*",
    when: { l: "read*" },
  },
  at: { options: "f& q: t: l d c m v b", operands: "skip*", opens: "l d c" },
  batch: { operands: "skip*", opens: "" },
  crontab: { options: "u: l e r i", operands: "run", opens: "l r" },
  "tmux screen byobu": { operands: "skip*", opens: "" },
  "gdb lldb": {
    options: "ex! eval-command! o! x& command& s& source& p: pid: c: core:",
    operands: "run skip*",
    opens: "",
  },
  "expect m4": { options: "c!% f&% b% D% I%", operands: "run skip*" },
  ctags: { options: "options& f> o> L< languages:", operands: "read*" },
  "gcc cc g++ c++ clang clang++": {
    options: `
        - o> B! x: I: L: l: D: U: -wrapper! -fplugin! -fpass-plugin! -specs! specs! -Xclang! -load! -include< include<
        -imacros< -isystem: -iquote: -idirafter: -isysroot: -MF> -MT: -MQ: -Xlinker: -T< -o> output> config&
      `,
    operands: "read*",
  },
  openssl: { isBlind: true },
  gpg: { isBlind: true },
  sqlite3: {
    options: "- -cmd! cmd! -init& init& -separator: -nullvalue: -newline: -vfs: -mmap: -maxsize:",
    operands: "edit skip*",
  },
  dc: { options: "e: expression: f& file& h V", operands: "run*" },
  bc: { operands: "read*" },
  date: { options: "f< file< r< reference< d: date: s: set: v:", operands: "" },
  "npm pnpm yarn": {
    options: `
        script-shell! shell! git! editor! viewer! browser! node-options! userconfig& globalconfig& init-module& prefix:
        registry: w: workspace: C: dir: F: filter: cwd:
      `,
    operands: "",
    isBlind: true,
  },
  [`
    echo printf true false : pwd sleep seq yes whoami id groups uname hostname arch nproc uptime w who users tty
    env printenv logname expr factor basename dirname pathchk tput clear reset stty type which whereis hash kill pkill
    killall pgrep ps top htop free vmstat iostat lsof df mount lscpu lsblk jobs wait umask ulimit times help cal 
    tr numfmt getconf locale sync renice disown caller dirs history getopts logout suspend test [ mapfile read shift
    exit return break continue
  `]: { operands: "" },
};
