import type { WrittenTool } from "./tools.ts";

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
        n: iterations: s: size: random-source< interactive~ preserve-root~ remove~ f i I r R d v x z u p
        one-file-system
      `,
    operands: "edit*",
  },
  "mkdir mkfifo mknod": { options: "m: mode: context~ p v Z", operands: "edit*" },
  mktemp: { options: "p@ tmpdir@ suffix: t~ d u q", operands: "" },
  touch: { options: "d: date: r< reference< t: time: a c f h m A:", operands: "mode*" },
  truncate: { options: "s: size: r< reference< c o", operands: "edit*" },
  "ln link symlink": {
    options: "t> target-directory> S: suffix: backup~ b d f F i L n P r s T v h",
    operands: "move* into",
    when: { "s symbolic": "skip* into", "t target-directory": "move*" },
  },
  install: {
    options: `
        t> target-directory> S: suffix: g: group: m: mode: o: owner: strip-program! backup~ context~ b c C d D p s T v
        Z
      `,
    operands: "read* into",
    when: { "d directory": "edit*", "t target-directory": "read*" },
  },
  "chmod chown chgrp chattr setfacl": {
    options: "reference< from: R v f c h H L P x: X< m: M< b k d restore< n p: V preserve-root no-preserve-root",
    operands: "skip mode*",
    when: { reference: "mode*" },
  },
  tee: { options: "a append i p output-error~", operands: "edit*" },
  split: {
    options: `
        a: suffix-length: b: bytes: C: line-bytes: l: lines: n: number: additional-suffix: filter$ t: separator: d~ x~
        numeric-suffixes~ hex-suffixes~ e u verbose
      `,
    operands: "read edit",
  },
  csplit: { options: "f> prefix> b: suffix-format: n: digits: k s z", operands: "read skip*" },
  patch: {
    options: `
        i< input< o> output> r> reject-file> d@ directory@ p: strip: B: prefix: Y: basename-prefix: z: suffix: V:
        version-control: D: ifdef: F: fuzz: g: get: R N b c e f l n s t u v E dry-run binary
      `,
    operands: "edit read",
    fills: "dry-run o output",
  },
  "gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 compress brotli pigz": {
    options: `
        S: suffix: b: T: threads: M: memlimit: F: format: o> output> D< p: processes: w: q: Z: quality:
        output-dir-flat@ c d k f l n r t v V h files~ files0~ recursive keep force stdout decompress test list
      `,
    operands: "move*",
    when: { "c stdout to-stdout t test l list": "read*" },
  },
  zip: {
    options: "b: i: x: n: t: tt: T TT! unzip-command! P: O> out> lf> logfile-path> r R j m q u f d e y @ 0 9",
    operands: "edit read*",
  },
  unzip: { options: "d> x: P: O: I: l t v p c Z n o q j a u f", operands: "read skip*", fills: "d l t v p c Z" },
  "7z 7za 7zr": { options: "", operands: "skip edit read*", fills: "" },
  cpio: {
    options:
      "F> file> I< O> D@ directory@ E< pattern-file< H: format: R: owner: M: C: to-stdout rsh-command! i o p t d u v m",
    operands: "edit*",
    fills: "o t O F",
  },
  ar: { options: "", operands: "skip edit read*" },
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
  "vim vi nvim view ex ed nano emacs pico micro hx code": {
    options: "c! cmd! S& u& U& w> W> s< i< t: T: +! e! eval! f& funcall! l& load& script& x: n",
    operands: "edit*",
    opens: "",
  },
};
