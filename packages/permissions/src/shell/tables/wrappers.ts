import { listed } from "../listed.ts";
import { type Options, optionsOf } from "../programs/options.ts";

/** A program that runs the command which is written behind its own options. */
export interface Wrapper {
  readonly options: Options;
  /** How many operands stand in front of the command, such as the time of `timeout`. */
  readonly skips: number;
  /** What these are, where they are files. */
  readonly skipped?: "edit" | undefined;
  /** Whether `NAME=value` may stand in front of it. */
  readonly assigns: boolean;
  /** Whether it stays an action of its own: the command gets more or other rights by it, or comes from elsewhere. */
  readonly keeps: boolean;
  /** Whether the words are joined and given to a shell. */
  readonly joins: boolean;
  /** The options that make it do so. */
  readonly joinsWith: string;
  /** Whether the command begins behind `--` where there is one, and other words may stand in front of that. */
  readonly ends: boolean;
  /** The options without which it is another tool, and those with which it edits files. */
  readonly needs?: string | undefined;
  readonly edits: string;
  /** Whether the command runs in a folder that nobody here knows. */
  readonly isAway: boolean;
  /** The options that name the folder in which the command runs. */
  readonly moves: string;
  /** Where set: what is started in another place, about which nothing here says anything. */
  readonly subcommands?: readonly string[] | undefined;
}

interface Written {
  readonly options?: string;
  readonly skips?: number;
  readonly skipped?: "edit";
  readonly is?: string;
  readonly moves?: string;
  readonly joinsWith?: string;
  readonly needs?: string;
  readonly edits?: string;
  /** The words behind the program that make it run a command, such as `exec`; without, it always does. */
  readonly sub?: string;
}

const WRITTEN: Readonly<Record<string, Written>> = {
  nice: { options: "n: adjustment:" },
  nohup: {},
  timeout: { options: "k: kill-after: s: signal: f foreground p preserve-status v verbose", skips: 1 },
  gtimeout: { options: "k: kill-after: s: signal: f foreground p preserve-status v verbose", skips: 1 },
  stdbuf: { options: "i: input: o: output: e: error:" },
  setsid: { options: "c ctty f fork w wait" },
  ionice: { options: "c: class: n: classdata: p: pid: P: pgid: u: uid: t ignore" },
  chrt: {
    options: `
        b batch d deadline f fifo i idle o other r rr R reset-on-fork a all-tasks m max p pid v verbose T:
        sched-runtime: P: sched-period: D: sched-deadline:
      `,
    skips: 1,
  },
  taskset: { options: "a all-tasks p pid c cpu-list", skips: 1 },
  time: { options: "f: format: o> output> a append p portability v verbose q quiet" },
  caffeinate: { options: "d i m s u t: w:" },
  unbuffer: { options: "p" },
  chronic: { options: "v e" },
  setarch: { options: "B R F Z L X I S T 3 v verbose addr-no-randomize uname-2.6", skips: 1 },
  watch: {
    options: `
        n: interval: d~ differences~ b beep c color e errexit g chgexit p precise q: equexit: t no-title w no-wrap C
        no-color r no-rerun
      `,
    is: "joins",
  },
  flock: {
    options: `
        s shared x e exclusive u unlock n nb nonblock w: wait: timeout: E: conflict-exit-code: o close F no-fork
        verbose c$ command$
      `,
    skips: 1,
    skipped: "edit",
  },
  strace: {
    options: `
        o> output> e: trace: p: s: string-limit: u: user: a: b: E: I: O: P: S: X: f follow-forks F t tt ttt T r c C d
        q v V x y Y z Z k i n w D
      `,
    is: "keeps",
  },
  ltrace: { options: "o> output> e: p: s: u: a: D: F: l: n: x: f t tt ttt T r c C i S L b", is: "keeps" },
  sudo: {
    options: `
        A B b E e H i K k l n P S s v V N u: user: g: group: h: host: p: prompt: C: close-from: D: chdir: R: chroot:
        T: command-timeout: U: other-user: r: role: t: type: a: c: askpass background preserve-env~ edit set-home
        login remove-timestamp reset-timestamp list non-interactive preserve-groups stdin shell validate
      `,
    is: "keeps assigns",
    moves: "D chdir R chroot",
    edits: "e edit",
  },
  doas: { options: "C< L n s u:", is: "keeps" },
  pkexec: { options: "user: keep-cwd disable-internal-agent", is: "keeps" },
  runuser: {
    options: `
        c$ command$ session-command$ f fast g: group: G: supp-group: l login m p preserve-environment P pty s! shell!
        u: user: w: whitelist-environment:
      `,
    is: "keeps",
    needs: "u user",
  },
  chroot: { options: "groups: userspec: skip-chdir", skips: 1, is: "keeps away" },
  unshare: {
    options: `
        m~ mount~ u~ uts~ i~ ipc~ n~ net~ p~ pid~ U~ user~ C~ cgroup~ T~ time~ f fork r map-root-user c
        map-current-user kill-child~ mount-proc~ R: root: w: wd: S: setuid: G: setgid: keep-caps propagation:
        setgroups:
      `,
    is: "keeps",
    moves: "w wd R root",
  },
  nsenter: {
    options: `
        a all t: target: m~ mount~ u~ uts~ i~ ipc~ n~ net~ p~ pid~ C~ cgroup~ U~ user~ T~ time~ S: setuid: G: setgid:
        r~ root~ w~ wd~ F no-fork preserve-credentials
      `,
    is: "keeps",
    moves: "r root w wd",
  },
  "systemd-run": {
    options: `
        user system scope u: unit: p: property: description: slice: r remain-after-exit wait P pipe t pty d same-dir
        working-directory: S shell G collect q quiet E: setenv: uid: gid: nice: no-block on-active: on-calendar:
        on-boot: on-startup:
      `,
    is: "keeps",
    moves: "working-directory",
  },
  busybox: {},
  toybox: {},
  entr: { options: "a c d n p r s x z", is: "keeps", joinsWith: "s" },
  npx: {
    options: `
        y yes no q quiet p: package: c$ call$ w: workspace: workspaces shell: prefix: offline prefer-offline
        ignore-scripts
      `,
    is: "keeps",
  },
  bunx: { options: "bun p: package: verbose silent no-install", is: "keeps" },
  uvx: {
    options: `
        from: with: python: p: q quiet isolated offline with-editable: with-requirements: index-url: refresh no-cache
        directory: project:
      `,
    is: "keeps",
    moves: "directory",
  },
  npm: {
    options: "y yes p: package: c$ call$ w: workspace: C: prefix: silent s",
    is: "keeps",
    sub: "exec x",
    moves: "C prefix",
  },
  pnpm: {
    options: "package: c shell-mode C: dir: r recursive F: filter: w workspace-root silent parallel",
    is: "keeps",
    sub: "exec dlx",
    joinsWith: "c shell-mode",
    moves: "C dir",
  },
  yarn: { options: "p: package: q quiet cwd:", is: "keeps", sub: "exec dlx", moves: "cwd" },
  bun: { options: "cwd: silent", is: "keeps", sub: "x", moves: "cwd" },
  uv: {
    options: `
        with: python: p: q quiet directory: project: isolated offline frozen locked no-sync extra: group: all-extras
        env-file< with-requirements< m module s script v verbose
      `,
    is: "keeps",
    sub: "run",
    moves: "directory",
  },
  pipx: { options: "spec: python: pip-args: no-cache verbose q quiet", is: "keeps", sub: "run" },
  poetry: {
    options: "C: directory: P: project: q quiet n no-interaction no-ansi",
    is: "keeps",
    sub: "run",
    moves: "C directory",
  },
  pipenv: { options: "q quiet", is: "keeps", sub: "run" },
  pdm: { options: "s: p: project: q quiet", is: "keeps", sub: "run", moves: "p project" },
  rye: { options: "p: pyproject:", is: "keeps", sub: "run" },
  bundle: { options: "gemfile: keep-file-descriptors", is: "keeps", sub: "exec" },
  mise: {
    options: "C: cd: E: env: q quiet y yes c$ command$ j: jobs:",
    is: "keeps assigns ends",
    sub: "exec x",
    moves: "C cd",
  },
  direnv: { is: "keeps away", sub: "exec", skips: 1 },
  dotenv: { options: "e: f< c~ o override q: v: expand", is: "keeps" },
  "cross-env": { is: "assigns" },
  "cross-env-shell": { is: "assigns joins" },
};

/** The wrappers by their names. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries(WRITTEN).map(
    ([name, { options = "", skips = 0, is = "", moves = "", joinsWith = "", edits = "", sub, ...rest }]) => {
      const has = (word: string): boolean => listed(is).includes(word);
      const read = optionsOf(options);
      const flags = {
        assigns: has("assigns"),
        keeps: has("keeps"),
        joins: has("joins"),
        isAway: has("away"),
        ends: has("ends"),
      };
      return [
        name,
        {
          options: read,
          skips,
          ...rest,
          ...flags,
          moves,
          joinsWith,
          edits,
          subcommands: sub === undefined ? undefined : listed(sub),
        },
      ];
    },
  ),
);
