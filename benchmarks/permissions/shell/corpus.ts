/**
 * Command lines in which `zap` is hidden, or only seems to be there, and everyday ones for speed.
 *
 * @module
 */

/** A line, and what a reader that guards a shell has to see in it. */
export interface HiddenCase {
  readonly line: string;
  /** The programs that bash would run. */
  readonly runs: readonly string[];
  /** What is only quoted, or commented out. */
  readonly runsNot?: readonly string[];
  /** Nobody can say which program runs; a reader has to say so. */
  readonly isOpen?: true;
}

/** A line that writes or reads a file without any program being told. */
export interface RedirectCase {
  readonly line: string;
  readonly target: string;
}

const runs = (line: string, ...programs: readonly string[]): HiddenCase => ({ line, runs: programs });
const hides = (...lines: readonly string[]): readonly HiddenCase[] => lines.map((line) => runs(line, "zap"));
const decoy = (line: string, ...programs: readonly string[]): HiddenCase => ({
  line,
  runs: programs,
  runsNot: ["zap"],
});
const open = (line: string, ...programs: readonly string[]): HiddenCase => ({ line, runs: programs, isOpen: true });

export const HIDDEN: readonly HiddenCase[] = [
  // one command after another
  runs("git status && zap x", "git", "zap"),
  runs("git status; zap x", "git", "zap"),
  runs("git log | sh", "git", "sh"),
  runs("git status & zap x", "git", "zap"),
  runs("git status\nzap x", "git", "zap"),
  ...hides("git status || zap x", "{ zap x; }", "(zap x)", "! zap x", "time zap x", "coproc zap x"),
  // spelled in other ways
  ...hides("CI=1 zap x", '"z"ap x', "z\\ap x", "$'\\x7aap' x", "\\zap x"),
  // substituted
  runs("echo $(zap x)", "echo", "zap"),
  runs("echo `zap x`", "echo", "zap"),
  runs("X=$(zap x) ls", "zap", "ls"),
  runs("A[$(zap x)]=1 ls", "zap", "ls"),
  runs("cat <(zap x)", "cat", "zap"),
  ...hides("X=1$(zap x)", "tee >(zap x)", "a=(1 $(zap x))", 'ls > "$(zap x)"', "[[ -n $(zap x) ]]"),
  ...hides("cat <<E\n$(zap x)\nE", 'cat <<< "$(zap x)"', 'echo "$(echo "$(zap x)")"', 'echo "$\\\n(zap x)"'),
  ...hides("echo ${Y:-$(zap x)}", "echo ${Z//a/$(zap x)}", 'echo "${A[$(zap x)]}"'),
  ...hides("echo $(( $(zap x) + 1 ))", "(( a[$(zap x)] ))", "for ((i=$(zap x);i<1;i++)); do :; done"),
  // in the grammar
  ...hides("if zap x; then :; fi", "while zap x; do :; done", "for i in $(zap x); do :; done"),
  ...hides("case a in a) zap x;; esac"),
  // the name of a function is no program: a parser may still name it
  runs("f() { zap x; }; f", "zap"),
  runs("git() { zap x; }; git status", "zap"),
  // not run at all
  decoy("cat <<'E'\n$(zap x)\nE", "cat"),
  decoy("echo '$(zap x)'", "echo"),
  decoy("ls # ; zap x", "ls"),
  decoy('echo "; zap x"', "echo"),
  // known only when it runs
  open("$CMD x"),
  open("z${X}p x"),
  open("$(echo zap) x", "echo"),
  { line: "{zap,x}", runs: [], isOpen: true },
  open("/bin/z? x"),
];

const target = (name: string, ...lines: readonly string[]): readonly RedirectCase[] =>
  lines.map((line) => ({ line, target: name }));

export const REDIRECTS: readonly RedirectCase[] = [
  ...target("out", "git log > out", "git log >> out", "git log &> out", "git log >| out", "git log 2> out", "> out"),
  ...target("out", "{ git log; } > out", "git log >& out", "exec 3> out", 'git log > "o""ut"'),
  ...target("in", "cat < in"),
  ...target("both", "git log <> both"),
];

/** What agents type all day. */
export const EVERYDAY: readonly string[] = [
  "git status",
  "npm run test -- --watch=false",
  "rg -n 'TODO|FIXME' src | head -20",
  "cd packages/core && pnpm build && cd ..",
  "GOFLAGS=-mod=vendor go test ./... 2>&1 | tee out.log",
  'for f in src/*.ts; do wc -l "$f"; done',
  "git commit -m \"$(cat <<'EOF'\nfix: a thing\n\nWhy it was wrong.\nEOF\n)\"",
  'find . -name "*.ts" -not -path "./node_modules/*" -exec grep -l needle {} +',
  'curl -s https://example.test/api | jq ".items[] | .id"',
  "docker compose up -d --build && docker compose logs -f app",
  "sed -n '1,80p' src/index.ts",
  "python3 - <<EOF\nprint(1)\nEOF",
];
