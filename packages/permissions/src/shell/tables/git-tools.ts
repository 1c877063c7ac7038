import type { WrittenTool } from "./tools.ts";

const SHOWS = `
    output> ext-diff? textconv? O< S: G: L: n: max-count: skip: since: until: after: before: author: committer: grep:
    format~ pretty~ date: decorate~ diff-filter: stat~ unified: U: inter-hunk-context: word-diff~ color~ abbrev~
    ignore-submodules~ submodule~ diff-algorithm: anchored: M~ C~ B~ relative~ src-prefix: dst-prefix: line-prefix:
    glob: branches~ tags~ remotes~ p u s q z a b w R c m t i E F P patch no-patch name-only name-status oneline graph
    all cached staged merge-base
  `;
const FETCHES = `
    upload-pack! j: jobs: depth: deepen: shallow-since: shallow-exclude: o: server-option: refmap: filter:
    recurse-submodules~ negotiation-tip: a p f k t u n q v all prune tags force dry-run
  `;

/** The subcommands of git. What reaches hosts, changes files or starts programs is here; the others touch no file. */
export const GIT_TOOLS: Readonly<Record<string, WrittenTool>> = {
  "diff log show whatchanged reflog range-diff": { options: SHOWS, operands: "object*" },
  shortlog: { options: `${SHOWS} n group: w~`, operands: "object*" },
  "diff-tree diff-index diff-files rev-list rev-parse name-rev merge-base cherry": {
    options: SHOWS,
    operands: "object*",
  },
  "blame annotate": {
    options: "L: S< contents< date: abbrev: M~ C~ ignore-rev: ignore-revs-file< w s l t f n e p c",
    operands: "object*",
  },
  "cat-file ls-tree": {
    options: "textconv? filters? path: batch~ batch-check~ format: e p t s r d l z",
    operands: "object*",
  },
  grep: {
    options: `
        O? open-files-in-pager? e: f< m: max-count: A: B: C: max-depth: threads: color~ i v w h H l L c n o p q z E G
        F P W I a r untracked cached no-index
      `,
    operands: "skip object*",
    when: { "e f": "object*" },
  },
  "ls-files check-ignore check-attr": {
    options: "x: X< exclude: exclude-from< exclude-per-directory: z c d o i s u m k t v f",
    operands: "list*",
    bare: "list",
  },
  "add stage update-index": { options: "chmod: pathspec-from-file< A u p i e f n v N all update patch", operands: "" },
  commit: {
    options: `
        F< file< t< template< m: message: C: c: author: date: fixup: squash: cleanup: S~ gpg-sign~ trailer:
        pathspec-from-file< u~ a p e n o i q s v z amend
      `,
    operands: "",
  },
  [`
    status branch tag stash-list remote-list notes describe count-objects fsck gc prune pack-refs repack maintenance
    version help rerere symbolic-ref update-ref for-each-ref show-ref var
  `]: {
    options: "F< file< m: u: sort: format: contains: merged~",
    operands: "",
  },
  rm: { options: "pathspec-from-file< cached f n q r", operands: "edit*", when: { cached: "skip*" } },
  mv: { options: "f k n v", operands: "move* into" },
  restore: {
    options: "s: source: conflict: pathspec-from-file< q p m S W 2 3 ours theirs staged worktree",
    operands: "edit*",
  },
  checkout: {
    options: "b: B: orphan: conflict: pathspec-from-file< t~ track~ q f p m l d 2 3 ours theirs detach",
    operands: "edit*",
    when: { "b B orphan": "skip*" },
    fills: "-- b B orphan",
  },
  [`
    switch reset stash merge rebase cherry-pick revert am bisect read-tree checkout-index
    sparse-checkout
  `]: {
    options: `
        ${FETCHES} x$ exec$ m: message: s: strategy: X: strategy-option: onto: S~ gpg-sign~ c: C: e: b: B: i q v f n d
        r l hard soft mixed keep merge abort continue skip quit check stat numstat summary list show dry-run
        directory: include: exclude: p:
      `,
    operands: "skip*",
    fills: "soft check stat numstat summary",
  },
  apply: {
    options: "directory^ exclude: include: p: C: whitespace: build-fake-ancestor> check stat numstat summary",
    operands: "read*",
    fills: "check stat numstat summary directory",
  },
  clean: { options: "e: exclude: n dry-run", operands: "fill*", fills: "n dry-run", fillsBelow: 1 },
  pull: {
    options: `
        ${FETCHES} s: strategy: X: strategy-option: S~ gpg-sign~ r~ rebase~ cleanup: i v n e
      `,
    operands: "remote skip*",
    fills: "",
  },
  "clone submodule-add": {
    options: `
        ${FETCHES} u! bundle-uri: c! config! template! reference@ reference-if-able@ separate-git-dir> b: branch: o: origin: l s bare
        mirror no-checkout single-branch
      `,
    operands: "remote fill",
    fills: "",
    fillsBelow: 2,
  },
  "fetch ls-remote fetch-pack": { options: `${FETCHES} exec!`, operands: "remote skip*" },
  push: {
    options: `
        receive-pack! exec! repo: o: push-option: force-with-lease~ signed~ recurse-submodules: d f n q u v all tags
        mirror delete force prune dry-run set-upstream follow-tags no-verify
      `,
    operands: "remote skip*",
  },
  remote: { options: "t: m: f v mirror~ add", operands: "skip skip remote" },
  archive: { options: "o> output> exec! remote: format: prefix: add-file< l v", operands: "skip object*" },
  bundle: { options: "q all version:", operands: "skip edit object*" },
  "format-patch": {
    options: `
        o^ output-directory^ signature-file< stdout n N k s q v: start-number: subject-prefix: suffix: cover-letter
        base: to: cc: in-reply-to:
      `,
    operands: "skip*",
    fills: "stdout o output-directory",
  },
  init: { options: "template! separate-git-dir> b: initial-branch: object-format: shared~ q bare", operands: "edit*" },
  worktree: { options: "b: B: reason: expire: f d q v n z porcelain detach", operands: "skip fill skip*" },
  config: {
    options: `
        f> file> blob: type: default: t: l list get get-all get-regexp get-urlmatch e? edit? global system local
        worktree show-origin z unset unset-all add replace-all int bool path name-only
      `,
    operands: "skip*",
  },
  "difftool mergetool": { options: "x$ extcmd$ t? tool? y g d", operands: "object*", opens: "" },
  "filter-branch": {
    options: `
        env-filter$ tree-filter$ index-filter$ parent-filter$ msg-filter$ commit-filter$ tag-name-filter$ setup$
        original: d: f
      `,
    operands: "skip*",
    fills: "",
  },
  [`
    send-email instaweb daemon gui citool svn p4 cvsimport credential hook shell http-backend imap-send lfs
    request-pull upload-pack receive-pack upload-archive
  `]: {
    operands: "",
    opens: "",
  },
  submodule: { options: "q b: f depth: reference@ name: recursive init", operands: "skip*", fills: "" },
};
