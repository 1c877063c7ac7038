import type { WrittenTool } from "./tools.ts";

/** Tools that put another file in place of each of theirs. */
const packs: WrittenTool = {
  operands: "move*",
  when: { "c stdout to-stdout t test l list": "read*" },
};

/** Tools that make, change, move and take away files. */
export const FILE_TOOLS: Readonly<Record<string, WrittenTool>> = {
  "cp gcp": {
    options: `
        t> target-directory> S: suffix: backup~ reflink~ sparse: context~ preserve~ no-preserve: Z a b d f i l L n P p
        R r s T u v x H
      `,
    operands: "read* into",
    when: { "t target-directory": "read*" },
  },
  "mv gmv": {
    options: "t> target-directory> S: suffix: backup~ b f i n T u v Z",
    operands: "move* into",
    when: { "t target-directory": "move*" },
  },
  "rm rmdir unlink shred srm trash trash-put grm": {
    options: `
        n% iterations: s% size: random-source< interactive~ preserve-root~ remove~ f i I r R d v x z u p
        one-file-system
      `,
    operands: "edit*",
  },
  "mkdir mkfifo mknod": { options: "m: mode: context~ p v Z", operands: "edit*" },
  mktemp: { options: "p: tmpdir~ suffix: t%", operands: "" },
  touch: { options: "d: date: r< reference< t: time: a c f h m A:", operands: "mode*" },
  truncate: { options: "s: size: r< reference< c o", operands: "edit*" },
  "ln link symlink": {
    options: "t> target-directory> S: suffix: backup~ b d f F i L n P r s T v h",
    operands: "move* into",
    when: { "s symbolic": "skip* into", "t target-directory": "move*" },
  },
  install: {
    options: `
        t> target-directory> S% suffix: g: group: m: mode: o: owner: strip-program! backup~ context~ b c C d D p s T v
        Z
      `,
    operands: "read* into",
    when: { "d directory": "edit*", "t target-directory": "read*" },
  },
  // The mode may look like an option.
  chmod: {
    options: "reference< R v f c h H L P preserve-root no-preserve-root",
    operands: "skip mode*",
    when: { "reference r w x X s t u g o a A E N C D i I 0 1 2 3 4 5 6 7": "mode*" },
  },
  "chown chgrp": {
    options: "reference< from: R v f c h H L P n x preserve-root no-preserve-root",
    operands: "skip mode*",
    when: { reference: "mode*" },
  },
  chattr: {
    options: "v: p:",
    operands: "skip mode*",
    when: { "a A c C d D e E F i I j m N P s S t T u V x": "mode*" },
  },
  setfacl: {
    options: "m: modify: M< modify-file< x: remove: X< remove-file< set: set-file< restore< a%",
    operands: "mode*",
  },
  tee: { options: "a append i p output-error~", operands: "edit*" },
  split: {
    options: `
        a: suffix-length: b: bytes: C: line-bytes: l: lines: n: number: additional-suffix: filter$ t: separator: p% d x
        numeric-suffixes~ hex-suffixes~ e u verbose
      `,
    operands: "read edit",
    fills: "filter",
    fillsBelow: 2,
    isFlat: true,
  },
  csplit: {
    options: "f> prefix> b: suffix-format: n: digits: k s z",
    operands: "read skip*",
    fills: "f prefix",
    isFlat: true,
  },
  patch: {
    options: `
        i< input< o> output> r> reject-file> d^ directory^ p: strip: B: prefix: Y: basename-prefix: z: suffix: V:
        version-control: D: ifdef: F: fuzz: g: get: R N b c e f l n s t u v E dry-run binary
      `,
    operands: "edit read",
    fills: "dry-run o output d directory",
  },
  "gzip gunzip compress pigz": {
    options: `
        S: suffix: b: blocksize: p: processes: I% iterations: J% maxsplits: A% alias: C% comment: c t l
      `,
    ...packs,
  },
  "bzip2 bunzip2": packs,
  "xz unxz lzma unlzma": {
    options: `
        S: suffix: T: threads: M: memlimit: memory: memlimit-compress: memlimit-decompress: C: check: F: format:
        block-size: block-list: flush-timeout: files~ files0~
      `,
    ...packs,
  },
  "zstd unzstd": {
    options: `
        o> D< format: memlimit: memory: target-compressed-block-size: stream-size: size-hint: patch-from< filelist<
        output-dir-flat^ output-dir-mirror^ train trace> M~ T~ B~ b~ e~ i~
      `,
    ...packs,
  },
  lz4: { options: "D< B~ b~ e~ i~ T~", ...packs },
  brotli: {
    options: "o> output> S: suffix: q: quality: w: lgwin: large_window: D< dictionary< C: comment:",
    ...packs,
  },
  zip: {
    options: "b: i: x: n: s% t: -tt: -lf> -TT! unzip-command! P: O> out> logfile-path> r R j m q u f d e y @ 0 9",
    operands: "edit read*",
    when: { "m move": "edit move*" },
  },
  unzip: { options: "d^ x: P: O: I: l t v p c Z n o q j a u f", operands: "read skip*", fills: "d l t v p c Z" },
  "7z 7za 7zr 7zz": { options: "- o~", operands: "" },
  cpio: {
    options:
      "F> file> I< O> D^ directory^ E< pattern-file< H: format: R: owner: M: C: to-stdout rsh-command! i o p t d u v m",
    operands: "fill*",
    fills: "o create t list to-stdout p pass-through D directory",
  },
  ar: { options: "-", operands: "" },
  rsync: {
    options: `
        e! rsh! rsync-path: f: filter: exclude: include: exclude-from< include-from< files-from< log-file> T@
        temp-dir@ partial-dir> backup-dir> suffix: compare-dest@ copy-dest@ link-dest@ password-file< port: bwlimit:
        timeout: contimeout: modify-window: max-size: min-size: M: remote-option: info: debug: chmod: chown: usermap:
        groupmap: out-format: write-batch> only-write-batch> read-batch< B: block-size: compress-level: z a v r u n h
        P c H A X S W x m q l L p o g t D delete progress stats
      `,
    operands: "copy* into",
  },
  "vim vi nvim view ex": {
    options: "c! cmd! S& u& U& w> W> s<% i< t% T: +!",
    operands: "edit*",
    opens: "",
  },
  "ed nano emacs pico micro hx code sudoedit": {
    options: "f&% funcall! l&% load& script& e!% eval! s!% T% p% o% r% Y% X% Q%",
    operands: "edit*",
    opens: "",
  },
};
